package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which Java the start script accepts, with a stand-in for Java that prints its options. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a shell script")
class StartScriptTests {

  private static final int LONGEST = 60;

  @TempDir private Path home;

  private record Ended(int status, String output) {}

  @BeforeEach
  void installJava() throws IOException {
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf 'started %s\\n' \"$*\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.8.0_412", "9", "17.0.15", "24.0.1"})
  void refusesOlderJava(String version) throws IOException, InterruptedException {
    writeRelease(version);
    Ended ended = run(home);
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output())
        .startsWith("faultbook: needs Java 25 or newer; ")
        .contains(" is Java " + version.split("\\.")[0] + ".")
        .doesNotContain("started");
  }

  @ParameterizedTest
  @ValueSource(strings = {"25", "25.0.3", "26-ea", "100.0.1"})
  void startsWithNewerJava(String version) throws IOException, InterruptedException {
    writeRelease(version);
    Ended ended = run(home);
    assertThat(ended.status()).isZero();
    assertThat(ended.output()).startsWith("started ").contains("-jar").contains("diagnose -");
  }

  @Test
  void startsWithJavaOfUnknownVersion() throws IOException, InterruptedException {
    assertThat(run(home).output()).startsWith("started ");
  }

  @Test
  void namesMissingJava() throws IOException, InterruptedException {
    Ended ended = run(home.resolve("absent"));
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output()).contains("there is no ").contains("set JAVA_HOME");
  }

  /** Java would read the arguments of another program as question marks. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "run, -, C.UTF-8 ''",
        "run, POSIX, C.UTF-8 'POSIX'",
        "run, zh_CN.GBK, zh_CN.GBK -",
        "diagnose, C, C -"
      })
  void readsArgumentsInUtf8(String command, @Nullable String locale, String seen) throws Exception {
    Files.writeString(
        home.resolve("bin/java"), "#!/bin/sh\necho \"${LC_ALL-} ${FAULTBOOK_LC_ALL--}\"\n");
    ProcessBuilder script = new ProcessBuilder("sh", "src/main/shell/faultbook", command);
    script.environment().keySet().removeAll(Set.of("LC_ALL", "LC_CTYPE", "LANG"));
    script.environment().put("JAVA_HOME", home.toString());
    if (locale != null) {
      script.environment().put("LC_ALL", locale);
    }
    Process process = script.start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(seen.replace("'", "") + "\n");
  }

  private void writeRelease(String version) throws IOException {
    Files.writeString(
        home.resolve("release"),
        """
        IMPLEMENTOR="Somebody"
        JAVA_VERSION="%s"
        JAVA_VERSION_DATE="2025-04-15"
        """
            .formatted(version));
  }

  private static Ended run(Path javaHome) throws IOException, InterruptedException {
    ProcessBuilder script =
        new ProcessBuilder("sh", "src/main/shell/faultbook", "diagnose", "-")
            .redirectErrorStream(true);
    script.environment().put("JAVA_HOME", javaHome.toString());
    Process process = script.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(LONGEST, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }
}
