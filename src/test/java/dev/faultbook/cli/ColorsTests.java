package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Verifies, in a real terminal and out of it, when answers are coloured, and the page about it. */
@EnabledOnOs(OS.LINUX)
class ColorsTests {
  private static final String CAUSE = "/dev/shm is too small";
  private static final String ESCAPE = "\u001b[";

  @TempDir private Path folder;

  /** Runs a script of bash in which {@code faultbook} is the command; both outputs together. */
  private String bash(String script) throws Exception {
    Path test =
        Files.writeString(
            folder.resolve("test.sh"), "faultbook() { \"${java[@]}\" \"$@\"; }\n" + script);
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", "java=(\"$@\"); . " + test, "bash");
    shell.command().addAll(CommandProcessTests.faultbook());
    shell
        .environment()
        .put("FAULTBOOK_CONTENT", Path.of("src/test/resources/doors").toAbsolutePath().toString());
    shell.environment().remove("NO_COLOR");
    shell.environment().put("TERM", "xterm");
    Process process = shell.directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return out;
  }

  /** Runs Python that runs the command in a terminal of its own. */
  private static String terminal(String command) {
    return "python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' \"${java[@]}\" " + command;
  }

  private String inTerminal(String command) throws Exception {
    return bash(terminal(command));
  }

  @Test
  void inATerminalAnswersAreColouredAndElsewhereNot() throws Exception {
    Files.write(folder.resolve("train.log"), TestClient.log());
    assertThat(inTerminal("diagnose train.log"))
        .contains(ESCAPE + "1mROOT CAUSE  " + CAUSE, ESCAPE + "33m", ESCAPE + "36m", ESCAPE + "0m");
    assertThat(inTerminal("run -- sh -c 'cat train.log; exit 3'")).contains(ESCAPE + "1m" + CAUSE);
    assertThat(bash("faultbook diagnose train.log")).contains(CAUSE).doesNotContain(ESCAPE);
    assertThat(bash("NO_COLOR=1; export NO_COLOR; " + terminal("diagnose train.log")))
        .contains(CAUSE)
        .doesNotContain(ESCAPE);
  }

  /** Without the colours it is the same text. */
  @Test
  void coloursChangeNoText() {
    String report =
        "ROOT CAUSE  a  (proven)\n  why\n    line 4: x\n\n  Fix 1  b\n      ls -l\n\nRead 1 line\n";
    String painted = Colors.paint(report);
    assertThat(painted.replaceAll("\u001b\\[[0-9]*m", "")).isEqualTo(report);
    assertThat(painted)
        .contains(
            ESCAPE + "1mROOT CAUSE  a  (proven)",
            ESCAPE + "33mline 4: x",
            ESCAPE + "1mFix 1" + ESCAPE + "0m  b",
            ESCAPE + "36mls -l",
            "\nRead 1 line");
  }

  @Test
  void theEnvironmentCanForbidColours() {
    assertThat(Colors.isAllowed(Map.of("TERM", "xterm", "NO_COLOR", ""))).isTrue();
    assertThat(Colors.isAllowed(Map.of())).isTrue();
    assertThat(Colors.isAllowed(Map.of("NO_COLOR", "1"))).isFalse();
    assertThat(Colors.isAllowed(Map.of("TERM", "dumb"))).isFalse();
  }

  private static String block(String language) throws IOException {
    String page = Files.readString(Path.of("src/main/resources/docs/commands." + language + ".md"));
    return page.substring(page.indexOf("```bash\n") + 8, page.indexOf("\n```\n"));
  }

  @Test
  void theLinesOfThePageTellHowADiagnosisEnded() throws Exception {
    String block = block("en");
    assertThat(block("zh")).isEqualTo(block);
    String first = block.substring(0, block.indexOf("esac") + 4);
    assertThat(bash(first)).contains("no diagnosis");
    Files.writeString(folder.resolve("train.log"), "all is well\n");
    assertThat(bash(first)).contains("no cause");
    Files.write(folder.resolve("train.log"), TestClient.log());
    assertThat(bash("less() { cat; }\n" + block))
        .contains("explained: ROOT CAUSE  " + CAUSE, ESCAPE + "1mROOT CAUSE", "\nROOT CAUSE");
  }
}
