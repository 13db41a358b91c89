package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.VisibleText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FaultbookCliTests {
  private static final String OOM =
      "step 3\nRuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.78 GiB total"
          + " capacity; 14.02 GiB already allocated; 1.01 GiB free; 14.22 GiB reserved in total by"
          + " PyTorch)\n";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  /** Regression: a link such as {@code fold/shadow.log -> /etc/shadow} was followed. */
  @Test
  void symbolicLinksInAFolderAreNotFollowedAndNamedOnesAre(@TempDir Path elsewhere)
      throws IOException {
    Path secret = Files.writeString(elsewhere.resolve("secret.log"), OOM);
    Files.writeString(folder.resolve("train.log"), "step 1\n");
    Path link = Files.createSymbolicLink(folder.resolve("link.log"), secret);
    assertThat(run("", "diagnose", folder.toString())).contains(1);
    assertThat(run("", "diagnose", link.toString())).contains(0);
  }

  private Optional<Integer> run(String in, String... args) {
    return new FaultbookCli(
            new ByteArrayInputStream(in.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(args);
  }

  private String out() {
    return out.toString(UTF_8);
  }

  /** Regression: a stack trace, and the exit status of a log that matches nothing. */
  @Test
  void anUnexpectedErrorIsOneLineAndStatusTwo() {
    for (Throwable defect :
        List.of(new IllegalStateException("no\u009b31m such\nday"), new StackOverflowError())) {
      err.reset();
      InputStream broken =
          new InputStream() {
            @Override
            public int read() {
              if (defect instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) defect;
            }
          };
      FaultbookCli cli =
          new FaultbookCli(
              broken, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
      assertThat(cli.run("diagnose", "-")).contains(2);
      assertThat(err.toString(UTF_8).lines())
          .singleElement()
          .asString()
          .startsWith(
              "faultbook: unexpected error, please report it: " + defect.getClass().getName())
          .contains(" at ")
          .doesNotContain("\u009b");
    }
  }

  /** Regression: U+009B begins an escape sequence on a terminal, and JSON allows it in strings. */
  @Test
  void theJsonOfALogHoldsNothingThatControlsATerminal() {
    String hidden =
        "a\u009b31m\u009d0;t\u0007\u007f\u202e\u200b\u2066\ufeff\u00ad\u3164\udb40\udc41b";
    assertThat(run("RuntimeError: " + hidden + "\n", "diagnose", "--json")).isPresent();
    assertThat(out().codePoints().filter(c -> c != '\n' && VisibleText.isHidden(c))).isEmpty();
    assertThat(out()).contains("\\u009b31m", "\\u202e", "\\u200b", "\\udb40\\udc41b");
    JsonNode report = JsonMapper.shared().readTree(out());
    assertThat(report.toString()).contains("31m", "\u202e\u200b\u2066");
  }

  @Test
  void theFleetSaysWhichSettingItCannotUse() {
    assertThat(run("", "fleet", "--bootstrap-servers", "nowhere")).contains(2);
    assertThat(err.toString(UTF_8)).contains("bootstrap.servers").doesNotContain("report it");
    for (String address : List.of("hooks.slack.com/services/x", "localhost:9093", "http:///x")) {
      err.reset();
      assertThat(
              run("", "fleet", "--bootstrap-servers", "b:9092", "--notify", "webhook=" + address))
          .contains(2);
      assertThat(err.toString(UTF_8)).contains("'--notify'", "no http:// or https:// address");
    }
  }

  @Test
  void diagnoseReadsStandardInput() {
    assertThat(run(OOM, "diagnose")).contains(0);
    assertThat(out()).contains("ROOT CAUSE", "line 2:");
  }

  @Test
  void diagnoseReadsSeveralFilesAndArchivesInTheOrderOfTheirNames() throws IOException {
    Path two = Files.writeString(folder.resolve("rank_2.log"), "step 1\nstep 2\n");
    Path ten = Files.writeString(folder.resolve("rank_10.log"), OOM);
    assertThat(run("", "diagnose", ten.toString(), two.toString())).contains(0);
    assertThat(out()).contains("rank_10.log:2: ", "RANKS  2 ranks", "First: rank 10");
    Path zip = folder.resolve("logs.bin");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (Path file : List.of(ten, two)) {
        out.putNextEntry(new ZipEntry(file.getFileName().toString()));
        out.write(Files.readAllBytes(file));
      }
    }
    out.reset();
    assertThat(run("", "diagnose", zip.toString())).contains(0);
    assertThat(out()).contains("rank_10.log:2: ", "First: rank 10");
    assertThat(run("", "diagnose", two.toString(), folder.resolve("gone").toString())).contains(2);
    assertThat(err.toString(UTF_8)).contains("gone");
  }

  @Test
  void excerptWritesLinesThatGiveTheSameDiagnosisAndRedactsThemOnRequest() throws IOException {
    String steps = "step 1 loss 2.5 of alice@example.org\n".repeat(500);
    assertThat(run(steps + OOM + steps, "excerpt", "--redact")).contains(0);
    assertThat(out())
        .contains(" lines left out, up to line ", "Tried to allocate")
        .contains("<email-1>");
    assertThat(out()).doesNotContain("alice").hasSizeLessThan(steps.length());
    assertThat(err.toString(UTF_8)).endsWith(" of 1002 lines, with the same diagnosis\n");
    String excerpt = out();
    out.reset();
    assertThat(run(excerpt, "diagnose")).contains(0);
    assertThat(run("", "excerpt", folder.resolve("gone").toString())).contains(2);
  }

  @Test
  void diagnoseReadsAFileAndAGzipFile() throws IOException {
    Path plain = Files.writeString(folder.resolve("train.log"), OOM);
    assertThat(run("", "diagnose", plain.toString())).contains(0);
    Path packed = folder.resolve("train.log.gz");
    try (GZIPOutputStream gz = new GZIPOutputStream(Files.newOutputStream(packed))) {
      gz.write(OOM.getBytes(UTF_8));
    }
    assertThat(run("", "diagnose", "--lang", "zh", packed.toString())).contains(0);
    assertThat(out()).contains("根因");
  }

  @Test
  void diagnoseWritesTheRestAnswer() {
    assertThat(run(OOM, "diagnose", "--json", "-")).contains(0);
    JsonNode json = JsonMapper.builder().build().readTree(out());
    assertThat(json.get("verdict").asString()).isEqualTo("diagnosed");
    assertThat(json.get("findings").get(0).get("entry").asString()).isEqualTo("cuda-out-of-memory");
    assertThat(json.get("findings").get(0).get("role").asString()).isEqualTo("root_cause");
    assertThat(json.get("log").get("lines").asInt()).isEqualTo(2);
    assertThat(json.has("took_ms") && json.get("id").isNull() && json.get("permalink").isNull())
        .isTrue();
  }

  @Test
  void nothingMatchedIsExitStatusOne() {
    assertThat(run("all is well\n", "diagnose")).contains(1);
    assertThat(out()).contains("NO MATCH");
  }

  @Test
  void badUsageIsExitStatusTwoAndSaysWhy() {
    assertThat(run("", "diagnose", "--paint")).contains(2);
    assertThat(run("", "diagnose", folder.resolve("none.log").toString())).contains(2);
    assertThat(run("", "diagnose")).contains(2);
    assertThat(run("", "diagnose", "--lang", "fr")).contains(2);
    assertThat(run("", "diagnose", folder.toString())).contains(2);
    assertThat(run("", "explain")).contains(2);
    assertThat(run("", "explian")).contains(2);
    assertThat(run("", "diagnose", "--jsom")).contains(2);
    assertThat(err.toString(UTF_8))
        .contains(
            "unknown option: '--paint'",
            "none.log: there is no such file",
            "standard input is empty",
            "expected en or zh, not 'fr'",
            "it contains no log",
            "missing required parameter: 'ENTRY'",
            "there is no command 'explian'",
            "Did you mean explain?",
            "Did you mean --json?",
            "Run 'faultbook diagnose --help' for help.")
        .doesNotContain("Exception");
  }

  @Test
  void compareNamesWhatDiffers() throws IOException {
    Path good = Files.writeString(folder.resolve("good.log"), "begin the run\nstep 1\nthe end\n");
    Path bad = Files.writeString(folder.resolve("bad.log"), "begin the run\nstep 7\n" + OOM);
    assertThat(run("", "compare", good.toString(), good.toString())).contains(0);
    assertThat(out()).startsWith("NO DIFFERENCE");
    assertThat(run("", "compare", good.toString(), bad.toString())).contains(1);
    assertThat(out()).contains("FIRST DIFFERENCE", "good run 3: the end", "ROOT CAUSE");
    assertThat(run(OOM, "compare", "--json", good.toString(), "-")).contains(1);
    assertThat(out()).contains("\"only_bad\"");
    assertThat(run("", "compare", good.toString())).contains(2);
    assertThat(run("", "compare", good.toString(), "-")).contains(2);
    assertThat(run("", "compare", good.toString(), folder.resolve("none").toString())).contains(2);
    assertThat(run("", "compare", folder.toString(), good.toString())).contains(2);
    assertThat(err.toString(UTF_8))
        .contains("missing required parameter: 'BAD'", "cannot read -: The log is empty")
        .contains("none: there is no such file")
        .contains("it is a folder")
        .doesNotContain("Exception");
  }

  @Test
  void withoutACommandTheWebApplicationIsAskedFor() {
    assertThat(run("")).isEmpty();
    assertThat(run("", "serve")).isEmpty();
    assertThat(run("", "--server.port=0")).isEmpty();
  }

  @Test
  void checkFindsFaultsAndNamesTheirPlace() throws IOException {
    Path entry = Files.createDirectories(folder.resolve("entries/my-entry"));
    Files.createDirectories(folder.resolve("facts"));
    Files.writeString(folder.resolve("facts/reading.yaml"), "{}\n");
    Files.writeString(entry.resolve("entry.yaml"), "kind: cause\nsignatures: ['a']\n");
    assertThat(run("", "check", folder.toString())).contains(1);
    assertThat(out()).contains("entries/my-entry/entry.yaml:2: The signature has no literal word");
    assertThat(run("", "check", folder.resolve("none").toString())).contains(2);
  }

  @Test
  void importWritesContentThatCheckReads() throws IOException {
    String out = folder.resolve("content").toString();
    assertThat(run("", "import", "cre", "src/test/resources/cre", "--out", out)).contains(1);
    assertThat(out())
        .contains(
            "broken/rule.yaml:3: this is not valid YAML", "6 rules imported into", ", 15 refused");
    assertThat(run("", "check", out)).contains(1);
    assertThat(out())
        .contains("does not lead its own log", "6 entries,", ": 1 mistake\n")
        .doesNotContain("names another cause", "is not found");
    assertThat(run("", "import", "cre", "src/test/resources/cre", "--out", out)).contains(2);
    assertThat(run("", "import", "cre", folder.resolve("no").toString(), "--out", out)).contains(2);
    assertThat(run("", "import", "cre", out)).contains(2);
    assertThat(run("", "import", "xml", out, "--out", out)).contains(2);
    assertThat(err.toString(UTF_8))
        .contains(
            "is not empty; name a new folder",
            "there is no folder",
            "missing required option: '--out")
        .doesNotContain("Exception");
  }

  @Test
  void scanPrintsOneResultLine() throws IOException {
    Path signatures =
        Files.writeString(
            folder.resolve("s.tsv"), "sig-0\tconnection \t refused\nsig-1\tout of memory\n");
    Path log =
        Files.writeString(
            folder.resolve("l.log"), "connection to 10.0.0.1 refused\nx\nout of memory\nlast");
    assertThat(run("", "scan", "--signatures", signatures.toString(), log.toString())).contains(0);
    assertThat(out())
        .startsWith("RESULT peer=faultbook n=2 bytes=51 pairs=2 lines=4 checksum=")
        .contains("load_s=", "scan_best_s=", "mbps_median=")
        .hasLineCount(1);
    Path bad = Files.writeString(folder.resolve("bad.tsv"), "sig-0\n");
    assertThat(run("", "scan", "--signatures", bad.toString(), log.toString())).contains(2);
    assertThat(err.toString(UTF_8)).contains("bad.tsv:1: expected id<TAB>fragment");
  }

  /**
   * Pipes such as {@code diagnose <(cat big.log)} and {@code diagnose /dev/stdin} are read
   * completely.
   */
  @Test
  void whatCanBeReadOnceOnlyIsReadOnce() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String big = OOM + "step 1 loss 2.0 abcdefgh\n".repeat(40_000);
    assertThat(diagnosePipe(pipe, big.getBytes(UTF_8), pipe.toString())).contains(0);
    assertThat(out()).contains("ROOT CAUSE", "Read 40002 lines, " + big.length() + " bytes");
    out.reset();
    assertThat(diagnosePipe(pipe, OOM.getBytes(UTF_8), pipe.toString())).contains(0);
    assertThat(out()).contains("Read 2 lines");
    out.reset();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gz = new GZIPOutputStream(packed)) {
      gz.write(big.getBytes(UTF_8));
    }
    Path other = Files.writeString(folder.resolve("rank_2.log"), "step 1\n");
    assertThat(diagnosePipe(pipe, packed.toByteArray(), pipe.toString(), other.toString()))
        .contains(0);
    assertThat(out()).contains("ROOT CAUSE", "Read 40003 lines");
  }

  private Optional<Integer> diagnosePipe(Path pipe, byte[] log, String... files) throws Exception {
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (OutputStream to = Files.newOutputStream(pipe)) {
                    to.write(log);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
    Optional<Integer> status =
        run("", Stream.concat(Stream.of("diagnose"), Stream.of(files)).toArray(String[]::new));
    writer.join();
    return status;
  }

  @Test
  void aFolderStandsForTheLogsBelowIt() throws IOException {
    Path job = Files.createDirectories(folder.resolve("job/node1"));
    Files.writeString(job.resolve("rank_2.log"), "step 1\nstep 2\n");
    Files.writeString(job.resolve("rank_10.log"), OOM);
    Files.write(job.resolve("core.bin"), new byte[] {0, 1, 2, 3, 0, -1, -2, 0, 9, 8, 7, 0});
    Files.writeString(Files.createDirectories(job.resolve(".git")).resolve("HEAD"), OOM);
    assertThat(run("", "diagnose", folder.resolve("job").toString())).contains(0);
    assertThat(out()).contains("rank_10.log:2:", "Read 4 lines", "core.bin").doesNotContain("HEAD");
  }

  @Test
  void whatIsNoTextIsRefusedAsTheServerRefusesIt() throws IOException {
    byte[] noise = new byte[100_000];
    new Random(7).nextBytes(noise);
    Path file = Files.write(folder.resolve("noise"), noise);
    assertThat(run("", "diagnose", file.toString())).contains(2);
    assertThat(run(new String(noise, ISO_8859_1) + "\0", "diagnose", "-")).contains(2);
    Path broken = Files.write(folder.resolve("x.gz"), new byte[] {0x1f, (byte) 0x8b, 1, 2, 3});
    assertThat(run("", "diagnose", broken.toString())).contains(2);
    assertThat(err.toString(UTF_8))
        .contains("noise: not text", "standard input: not text", "cannot be unpacked");
  }

  @Test
  void twoHyphensEndTheOptions() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), OOM);
    assertThat(run("", "diagnose", "--", log.toString())).contains(0);
    assertThat(run("", "diagnose", "--", "--json")).contains(2);
    assertThat(err.toString(UTF_8)).contains("--json: there is no such file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diagnose",
        "run",
        "follow",
        "excerpt",
        "compare",
        "explain",
        "search",
        "codes",
        "check",
        "scan",
        "import",
        "completion",
        "watch",
        "serve"
      })
  void everyCommandHasHelpAndVersion(String command) {
    for (String help : List.of("-h", "--help")) {
      assertThat(run("", command, help)).contains(0);
    }
    assertThat(out()).contains("Usage: faultbook " + command);
    assertThat(run("", command, "--version")).contains(0);
    assertThat(out()).contains("faultbook (not packaged)");
    assertThat(err.size()).isZero();
  }

  @Test
  void theCommandLineItselfHasHelpAndVersion() {
    assertThat(run("", "--help")).contains(0);
    assertThat(run("", "-h")).contains(0);
    assertThat(run("", "help")).contains(0);
    assertThat(out()).contains("Usage: faultbook", "diagnose", "explain", "serve");
    assertThat(run("", "--version")).contains(0);
    assertThat(run("", "--hlep")).contains(2);
  }

  @Test
  void explainPrintsThePageOfACodeOrAnId() {
    assertThat(run("", "explain", "cuda-out-of-memory")).contains(0);
    String page = out();
    String code = page.lines().filter(line -> line.startsWith("FB-")).findFirst().orElseThrow();
    out.reset();
    assertThat(run("", "explain", code.substring(0, code.indexOf(' ')))).contains(0);
    assertThat(out()).isEqualTo(page).startsWith("# GPU memory is exhausted").contains("## ");
    assertThat(run("", "explain", "--lang", "zh", "cuda-out-of-memory")).contains(0);
    assertThat(run("", "explain", "xid79")).contains(0);
    assertThat(out()).contains("# Xid 79", "- explain gpu-fell-off-bus");
    assertThat(run("", "explain", "cuda-out-of-memroy")).contains(1);
    assertThat(run("", "explain", "shared memory")).contains(1);
    assertThat(err.toString(UTF_8))
        .contains(
            "there is no entry or code 'cuda-out-of-memroy'", "Did you mean cuda-out-of-memory");
  }

  @Test
  void searchAndCodesAnswerAsTheRestCallsDo() {
    assertThat(run("", "search", "--limit", "2", "shared", "memory", "nccl")).contains(0);
    assertThat(out()).contains("faultbook explain FB-").hasLineCount(6);
    out.reset();
    assertThat(run("", "search", "--json", "xid", "79")).contains(0);
    JsonNode hits = JsonMapper.shared().readTree(out()).get("hits");
    assertThat(hits.findValuesAsString("family")).contains("xid");
    assertThat(hits.get(0).get("title").asString()).contains("Xid 79");
    out.reset();
    assertThat(run("", "codes")).contains(0);
    assertThat(run("", "codes", "--lang", "zh", "exit")).contains(0);
    assertThat(run("", "codes", "XID", "79")).contains(0);
    assertThat(out())
        .contains("xid         ", "\n137         ", "# Xid 79", "- explain gpu-fell-off-bus");
    out.reset();
    assertThat(run("", "codes", "--json", "xid", "79")).contains(0);
    assertThat(JsonMapper.shared().readTree(out()).get("label").asString()).isEqualTo("Xid 79");
    assertThat(run("", "codes", "xid", "nothing")).contains(1);
    assertThat(err.toString(UTF_8)).contains("no code 'nothing'");
  }

  /** The command below an answer prints the page. */
  @Test
  void theCommandThatAnAnswerNamesWorks() {
    assertThat(run(OOM, "diagnose", "--lang", "zh")).contains(0);
    assertThat(out()).doesNotContain("/entries/");
    String command =
        out().lines().filter(line -> line.contains("faultbook explain")).findFirst().orElseThrow();
    String code = command.substring(command.indexOf("FB-")).strip();
    assertThat(run("", "explain", "--lang", "zh", code)).contains(0);
  }

  @Test
  void completionKnowsEveryCommand() throws Exception {
    assertThat(run("", "completion")).contains(0);
    Path script = Files.writeString(folder.resolve("completion.bash"), out());
    String asks =
        "source "
            + script
            + "; COMP_WORDS=(faultbook fo); COMP_CWORD=1; _complete_faultbook;"
            + " echo ${COMPREPLY[@]}";
    Process bash = new ProcessBuilder("bash", "-c", asks).redirectErrorStream(true).start();
    assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEqualTo("follow\n");
  }

  @Test
  void oneLineIsNotSeveralLines() {
    assertThat(run("CUDA out of memory. Tried to allocate 1 GiB\n", "diagnose")).contains(0);
    assertThat(out()).contains("Read 1 line, 44 bytes");
  }

  @Test
  void anArgumentDoesNotSteerTheTerminal() {
    assertThat(run("", "diagnose", "x\u001b[2J\u009b2J\u202e")).contains(2);
    assertThat(run("", "x\u001b[2J\u009b2J\u202e")).contains(2);
    assertThat(run("", "explain", "x\u009b2J")).contains(1);
    assertThat(err.toString(UTF_8)).doesNotContain("\u001b", "\u009b", "\u202e");
  }

  /** Simulates {@code diagnose x.log > /dev/full}. */
  @Test
  void anOutputThatCannotBeWrittenIsAnError() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    FaultbookCli cli =
        new FaultbookCli(
            new ByteArrayInputStream(OOM.getBytes(UTF_8)),
            new PrintStream(full, false, UTF_8),
            new PrintStream(err, true, UTF_8));
    assertThat(cli.run("diagnose")).contains(2);
    assertThat(err.toString(UTF_8)).contains("cannot write to standard output");
  }

  @Test
  void whoTypesALogIsToldHowToEndIt() {
    Streams typed =
        new Streams(
            new ByteArrayInputStream(OOM.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            true,
            false);
    assertThat(new FaultbookCli(typed).run("diagnose")).contains(0);
    assertThat(err.toString(UTF_8)).contains("Reading standard input; Ctrl-D ends it.");
  }
}
