package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the command that writes the file of users. */
class UserTests {
  @TempDir private Path folder;
  private String said = "";

  private int run(String typed, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    String[] all = new String[arguments.length + 3];
    all[0] = "user";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 2] = "--file";
    all[all.length - 1] = folder.resolve("users").toString();
    int status =
        new FaultbookCli(new ByteArrayInputStream(typed.getBytes(UTF_8)), print, print)
            .run(all)
            .orElseThrow();
    said = out.toString(UTF_8);
    return status;
  }

  @Test
  void peopleAreAddedChangedListedAndRemoved() throws Exception {
    assertThat(run("correct horse é\n", "add", "bob", "--role", "curator")).isZero();
    assertThat(run("correct horse é\n", "add", "ada")).isZero();
    assertThat(run("another password", "add", "bob", "--role", "operator")).isZero();
    Path file = folder.resolve("users");
    assertThat(Files.readAllLines(file))
        .hasSize(2)
        .allMatch(line -> line.matches("[a-z]+:\\{bcrypt}\\$2.*:(reader|operator)"));
    assertThat(Files.getPosixFilePermissions(file))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    assertThat(run("", "list")).isZero();
    assertThat(said.lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly("ada reader", "bob operator");
    assertThat(run("", "remove", "bob")).isZero();
    assertThat(run("", "remove", "bob")).isEqualTo(1);
    assertThat(said).contains("there is no user 'bob'");
  }

  @Test
  void whatIsWrongIsSaid() throws Exception {
    assertThat(run("short\n", "add", "ada")).isEqualTo(2);
    assertThat(said).contains("at least 12 characters and at most 72 bytes");
    assertThat(run("x".repeat(73), "add", "ada")).isEqualTo(2);
    assertThat(run("correct horse é", "add", "a:b")).isEqualTo(2);
    assertThat(run("correct horse é", "add", "ada", "--role", "king")).isEqualTo(2);
    assertThat(folder.resolve("users")).doesNotExist();
    assertThat(run("", "list")).isEqualTo(2);
    Files.writeString(folder.resolve("users"), "# people\nada:secret:reader\n");
    assertThat(run("", "list")).isEqualTo(2);
    assertThat(said).contains("users:2 is not NAME:{bcrypt}HASH:ROLE").doesNotContain("secret");
  }
}
