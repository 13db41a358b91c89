package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies, with real processes, that a command runs under {@code run} as it runs alone, and that
 * {@code follow} speaks while a log grows.
 */
@EnabledOnOs(OS.LINUX)
class CommandProcessTests {
  private static final String TORCHRUN = "src/test/resources/cli/torchrun";
  private static final String CLASS_PATH =
      Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .map(entry -> Path.of(entry).toAbsolutePath().toString())
          .collect(Collectors.joining(File.pathSeparator));
  private static final int LONGEST_SECONDS = 90;
  private static final int MOST_LINES = 15;

  @TempDir private Path folder;

  private record Ended(int status, byte[] out, String err, Duration took) {
    String text() {
      return new String(out, UTF_8);
    }

    /** What stands below the command's own output. */
    String answer() {
      int at = err.indexOf("\nfaultbook: exit code ");
      return at < 0 ? "" : err.substring(at);
    }
  }

  static List<String> faultbook(String... args) {
    List<String> command =
        new ArrayList<>(
            List.of(
                // Whoever starts the tests in the background may have them ignore Ctrl-C.
                "env",
                "--default-signal",
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                CLASS_PATH,
                "dev.faultbook.Application"));
    command.addAll(List.of(args));
    return command;
  }

  private Ended finish(ProcessBuilder builder, byte[] in) throws Exception {
    long start = System.nanoTime();
    Process process = start(builder);
    try (var input = process.getOutputStream()) {
      input.write(in);
    }
    return finish(process, start);
  }

  private Process start(ProcessBuilder builder) throws IOException {
    builder.environment().putIfAbsent("FAULTBOOK_CONTENT", "src/test/resources/doors");
    Process process = builder.redirectError(folder.resolve("stderr").toFile()).start();
    // What does not end must not keep the tests waiting.
    CompletableFuture.delayedExecutor(LONGEST_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    return process;
  }

  private Ended finish(Process process, long start) throws Exception {
    byte[] out = process.getInputStream().readAllBytes();
    assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    String err = Files.readString(folder.resolve("stderr"), ISO_8859_1);
    return new Ended(process.exitValue(), out, err, took);
  }

  private Ended run(String... args) throws Exception {
    return finish(new ProcessBuilder(faultbook(args)), new byte[0]);
  }

  /** Runs a script of bash, in which {@code "$@"} is Faultbook with these arguments. */
  private Ended bash(String script, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    command.addAll(faultbook(args));
    return finish(new ProcessBuilder(command), new byte[0]);
  }

  @Test
  void aFailureIsExplainedBelowTheOutput() throws Exception {
    Ended alone = finish(new ProcessBuilder(TORCHRUN, "train.py"), new byte[0]);
    Ended ended = run("run", "--quiet-on-success", "--", TORCHRUN, "train.py");
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.out()).isEqualTo(alone.out());
    assertThat(ended.err()).startsWith(alone.err());
    assertThat(ended.answer())
        .isEqualTo(ended.err().substring(alone.err().length()))
        .contains("exit code 1\n", "shared memory", "faultbook explain FB-0017", "rank 3")
        .hasLineCount(ended.answer().strip().split("\n").length + 1);
    assertThat(ended.answer().lines().count()).isBetween(5L, (long) MOST_LINES);
    Ended chinese = run("run", "--lang", "zh", TORCHRUN, "train.py");
    assertThat(new String(chinese.err().getBytes(ISO_8859_1), UTF_8))
        .contains("退出码 1", "faultbook explain FB-0017");
  }

  @Test
  void whatTheRanksWroteToTheFolderOfTorchrunIsRead() throws Exception {
    Path logs = Files.createDirectories(folder.resolve("logs"));
    Path old = Files.writeString(logs.resolve("old.log"), "Error: another run's failure\n");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3600)));
    Path json = folder.resolve("answer.json");
    Ended ended =
        run("run", "--json", json.toString(), "--", TORCHRUN, "--log-dir", logs.toString(), "x.py");
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.answer()).contains("FB-0017", "attempt_0/3/stdout.log:2", "rank 3");
    JsonNode report = JsonMapper.shared().readTree(Files.readAllBytes(json));
    assertThat(report.get("findings").get(0).get("entry").asString()).isEqualTo("shm-full");
    assertThat(report.get("log").get("sources").toString()).doesNotContain("old.log");
  }

  @Test
  void theFolderIsThatOfTorchrunAndNotOfTheScript() {
    for (List<String> command :
        List.of(
            List.of("/opt/bin/torchrun", "--log-dir", "a/b", "train.py"),
            List.of("torchrun", "--nnodes=1", "--log_dir=a/b", "train.py"),
            List.of("python", "-m", "torch.distributed.run", "--log-dir=a/b", "t.py"))) {
      assertThat(RunCommand.torchrunFolder(command)).isEqualTo(Path.of("a/b"));
    }
    for (List<String> command :
        List.of(
            List.of("torchrun", "train.py", "--log-dir", "runs"),
            List.of("python", "train.py", "--log_dir=runs"),
            List.of("torchrun", "--log-dir"))) {
      assertThat(RunCommand.torchrunFolder(command)).isNull();
    }
  }

  @Test
  void argumentsAndInputReachTheCommandUnchanged() throws Exception {
    byte[] all = new byte[1 << 20];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i * 31 >> 3);
    }
    String copy =
        "import sys; d = sys.stdin.buffer.read(); sys.stdout.buffer.write(d);"
            + " sys.stderr.buffer.write(d[::-1]); sys.exit(len(sys.argv))";
    Ended ended =
        finish(
            new ProcessBuilder(
                faultbook(
                    "run", "--quiet-on-success", "python3", "-c", copy, "--help", "@x", "", "--")),
            all);
    assertThat(ended.status()).isEqualTo(5);
    assertThat(ended.out()).isEqualTo(all);
    byte[] reversed = new byte[all.length];
    for (int i = 0; i < all.length; i++) {
      reversed[i] = all[all.length - 1 - i];
    }
    assertThat(ended.err()).startsWith(new String(reversed, ISO_8859_1));
    String arguments = "import sys; print(sys.argv[1:])";
    assertThat(run("run", "--", "python3", "-c", arguments, "a b", "'\"", "--json", "@x").text())
        .isEqualTo("['a b', '\\'\"', '--json', '@x']\n");
  }

  /** The start script sets a locale for Java alone. */
  @Test
  void theCommandHasItsOwnLocale() throws Exception {
    String shows = "printf '%s|%s|%s' \"$1\" \"${LC_ALL-unset}\" \"$FAULTBOOK_LC_ALL\"";
    for (String own : List.of("POSIX", "")) {
      Ended ended =
          bash(
              "FAULTBOOK_LC_ALL=" + own + " LC_ALL=C.UTF-8 \"$@\" $'\\xe6\\x97\\xa5'",
              "run",
              "sh",
              "-c",
              shows,
              "sh");
      assertThat(ended.text()).isEqualTo("\u65e5|" + (own.isEmpty() ? "unset" : own) + "|");
    }
    assertThat(bash("LC_ALL=C \"$@\" $'\\xe6'", "run", "echo").err())
        .contains("is not in the encoding");
  }

  /** What goes to the same place keeps its order. */
  @Test
  void bothStreamsInOneFileKeepTheirOrder() throws Exception {
    String script = "i=0; while [ $i -lt 300 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done";
    Ended ended = bash("\"$@\" 2>&1", "run", "--quiet-on-success", "--", "sh", "-c", script);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      expected.append("o").append(i).append("\ne").append(i).append('\n');
    }
    assertThat(ended.text()).isEqualTo(expected.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "exit 0, 0",
    "exit 3, 3",
    "exit 255, 255",
    "kill -KILL $$, 137",
    "kill -SEGV $$, 139"
  })
  void theExitCodeIsThatOfTheCommand(String script, int status) throws Exception {
    assertThat(run("run", "--quiet-on-success", "sh", "-c", script).status()).isEqualTo(status);
  }

  @Test
  void whatCannotBeStartedEndsAsInAShell() throws Exception {
    Ended none = run("run", "--", "no-such-program");
    assertThat(none.status()).isEqualTo(127);
    assertThat(none.err()).isEqualTo("faultbook: no-such-program: command not found\n");
    Path plain = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
    Ended barred = run("run", "--", plain.toString());
    assertThat(barred.status()).isEqualTo(126);
    assertThat(barred.err()).isEqualTo("faultbook: " + plain + ": cannot be run\n");
    Ended bad = run("run", "--post", "ftp://example.org/", "--", "true");
    assertThat(bad.status()).isEqualTo(2);
    assertThat(run("run").status()).isEqualTo(2);
  }

  @Test
  void successIsSilentOnRequestAndUnknownSuccessAlways() throws Exception {
    Ended quiet = run("run", "--quiet-on-success", "--", "sh", "-c", "cat " + handled());
    assertThat(quiet.err()).isEmpty();
    assertThat(run("run", "--", "sh", "-c", "echo all is well").err()).isEmpty();
    Ended survived = run("run", "--", "sh", "-c", "cat " + handled());
    assertThat(survived.status()).isZero();
    assertThat(survived.answer()).contains("exit code 0", "HEALTHY");
  }

  private Path handled() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 1; i <= 40; i++) {
      log.append("step ").append(i).append("/40 loss 2.").append(i).append('\n');
    }
    return Files.writeString(folder.resolve("good.log"), log + "Training completed.\n");
  }

  @ParameterizedTest
  @CsvSource({
    "TERM, 15, true",
    "TERM, 15, false",
    "INT, 2, true",
    "INT, 2, false",
    "HUP, 1, true",
    "USR1, 10, true"
  })
  void signalsReachTheCommand(String name, int number, boolean handled) throws Exception {
    String action = handled ? "lambda n, _: sys.exit(40 + n)" : "signal.SIG_DFL";
    String waits =
        "import signal, sys, time\n"
            + "signal.signal(%d, %s)\n".formatted(number, action)
            + "print('ready', flush=True)\n"
            + "time.sleep(60)\n";
    long start = System.nanoTime();
    Process process =
        start(
            new ProcessBuilder(
                faultbook("run", "--quiet-on-success", "--", "python3", "-c", waits)));
    byte[] ready = process.getInputStream().readNBytes("ready\n".length());
    assertThat(new String(ready, UTF_8)).isEqualTo("ready\n");
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    Ended ended = finish(process, start);
    assertThat(ended.status()).isEqualTo((handled ? 40 : 128) + number);
  }

  @Test
  void aSlowReaderGetsEverything() throws Exception {
    Ended ended =
        bash(
            "\"$@\" | (sleep 2; cksum); echo ${PIPESTATUS[0]}",
            "run",
            "--quiet-on-success",
            "--",
            "sh",
            "-c",
            "head -c 50000000 /dev/zero | tr '\\0' 'x'; exit 4");
    Ended alone =
        finish(
            new ProcessBuilder("sh", "-c", "head -c 50000000 /dev/zero | tr '\\0' 'x' | cksum"),
            new byte[0]);
    assertThat(ended.text()).isEqualTo(alone.text() + "4\n");
  }

  /** {@code yes | head -1} ends {@code yes} by SIGPIPE; so does it here. */
  @Test
  void aReaderThatGoesEndsTheCommand() throws Exception {
    Ended ended =
        bash("\"$@\" | head -1; echo ${PIPESTATUS[0]}", "run", "--quiet-on-success", "--", "yes");
    assertThat(ended.text()).isEqualTo("y\n141\n");
  }

  @Test
  void aFullDiskEndsNoCommand() throws Exception {
    Ended ended = bash("\"$@\" >/dev/full", "run", "--", "sh", "-c", "seq 100000; exit 6");
    assertThat(ended.status()).isEqualTo(6);
  }

  @Test
  void processesLeftBehindDoNotDelayTheEnd() throws Exception {
    Ended ended =
        run("run", "--quiet-on-success", "--", "sh", "-c", "sleep 60 & echo done; exit 7");
    assertThat(ended.status()).isEqualTo(7);
    assertThat(ended.text()).isEqualTo("done\n");
    assertThat(ended.took()).isLessThan(Duration.ofSeconds(40));
  }

  @Test
  void aDiagnosisThatFailsIsOneLineAndNoFailureOfTheCommand() throws Exception {
    ProcessBuilder broken =
        new ProcessBuilder(faultbook("run", "--", "sh", "-c", "echo x; exit 9"));
    broken.environment().put("FAULTBOOK_CONTENT", folder.resolve("gone").toString());
    Ended ended = finish(broken, new byte[0]);
    assertThat(ended.status()).isEqualTo(9);
    assertThat(ended.text()).isEqualTo("x\n");
    assertThat(ended.err().lines())
        .singleElement()
        .asString()
        .startsWith("faultbook: the output could not be diagnosed: ");
  }

  @Test
  void theDiagnosisOfAFailureIsPosted() throws Exception {
    BlockingQueue<String> posted = new LinkedBlockingQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          posted.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.createContext("/never", exchange -> {});
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      Ended ended = run("run", "--post", address + "/hook", "--", TORCHRUN, "train.py");
      assertThat(ended.status()).isEqualTo(1);
      JsonNode report = JsonMapper.shared().readTree(posted.poll(1, TimeUnit.SECONDS));
      assertThat(report.get("verdict").asString()).isEqualTo("diagnosed");
      for (Map.Entry<String, String> broken :
          Map.of("/gone", "answered 404", "/never", "was not posted").entrySet()) {
        ended = run("run", "--post", address + broken.getKey(), "--", TORCHRUN, "train.py");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.answer()).contains("FB-0017", broken.getValue());
        assertThat(ended.took()).isLessThan(Duration.ofSeconds(40));
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aTerminalStaysATerminal() throws Exception {
    String asks =
        "import os, sys; print(*(os.isatty(i) for i in range(3)), *os.get_terminal_size(2));"
            + " sys.exit(3)";
    List<String> command =
        new ArrayList<>(List.of("python3", "src/test/resources/cli/terminal.py"));
    command.addAll(faultbook("run", "--", "python3", "-c", asks));
    Ended ended = finish(new ProcessBuilder(command), new byte[0]);
    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.text()).startsWith("True True True 97 31\r\n\r\nfaultbook: exit code 3\r\n");
  }

  @Test
  void followSpeaksWhileTheLogGrowsAndEndsByCtrlC() throws Exception {
    Path log = Files.writeString(folder.resolve("train.log"), "step 1/10 loss 2.31\n");
    long start = System.nanoTime();
    Process process = start(new ProcessBuilder(faultbook("follow", log.toString())));
    Thread.sleep(1000);
    Files.writeString(
        log,
        "NCCL WARN Error while creating shared memory segment /dev/shm/nccl-Q (size 9637888),"
            + " error: No space left on device (28)\n",
        StandardOpenOption.APPEND);
    byte[] first = process.getInputStream().readNBytes("/dev/shm is too small".length());
    assertThat(new String(first, UTF_8)).isEqualTo("/dev/shm is too small");
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    Ended ended = finish(process, start);
    assertThat(ended.status()).isZero();
    assertThat(ended.text()).contains("line 2", "faultbook explain FB-0017");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void followEndsWithTheRun() throws Exception {
    Ended ended = run("follow", "--until-end", "--lang", "zh", handled().toString());
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.text().strip().lines().count()).isBetween(1L, (long) MOST_LINES);
    assertThat(run("follow", "--silence", "soon", "x.log").status()).isEqualTo(2);
  }

  /** Every command of the pages about {@code run} and {@code follow} names the cause. */
  @ParameterizedTest
  @CsvSource({"run, en, 4", "run, zh, 4", "follow, en, 3", "follow, zh, 3"})
  void theCommandsOfTheDocumentationWork(String door, String language, int count) throws Exception {
    String page =
        Files.readString(Path.of("src/main/resources/docs", door + "." + language + ".md"));
    String block = page.substring(page.indexOf("```bash\n") + 8, page.indexOf("\n```\n"));
    Path torchrun = Files.copy(Path.of(TORCHRUN), folder.resolve("torchrun"));
    Files.copy(torchrun, folder.resolve("train.py"));
    Ended failed = bash("cd " + folder + "; PATH=$PWD:$PATH; torchrun > train.log 2>&1", "help");
    assertThat(failed.status()).isEqualTo(1);
    Files.createDirectory(folder.resolve("logs"));
    for (String copy : List.of("logs/rank3.log", "rank0.log", "rank1.log")) {
      Files.copy(folder.resolve("train.log"), folder.resolve(copy));
    }
    List<String> commands = block.lines().toList();
    assertThat(commands).hasSize(count);
    for (String command : commands) {
      ProcessBuilder shell =
          new ProcessBuilder(
              "bash",
              "-c",
              "faultbook() { timeout --preserve-status -s INT 25 \"${java[@]}\" \"$@\"; }\n"
                  + "java=(\"$@\"); cd \"$0\"; PATH=$PWD:$PATH; "
                  + command
                  + " 2>&1",
              folder.toString());
      shell.command().addAll(faultbook());
      shell
          .environment()
          .put(
              "FAULTBOOK_CONTENT", Path.of("src/test/resources/doors").toAbsolutePath().toString());
      Ended ended = finish(shell, new byte[0]);
      assertThat(ended.text()).as(command).contains("faultbook explain FB-0017");
      assertThat(ended.status()).as(command).isEqualTo(door.equals("run") ? 1 : 0);
    }
  }
}
