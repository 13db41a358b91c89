package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestContent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code failure:} signatures, which are asked about the failing message alone. */
class FailureSignatureTests {
  private static final String BIND = "- failure: \"address already in use\"\n";
  private static final String TRACEBACK =
      """
      Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/uvicorn/server.py", line 12, in startup
          sock.bind(address)
      OSError: [Errno 48] error while attempting to bind on address ('0.0.0.0', 8010): Address already in use
      """;

  private static Knowledge read(Map<String, byte[]> files) {
    KnowledgeReader.Result read = KnowledgeReader.readFiles(TestContent.folder(files));
    assertThat(read.errors()).isEmpty();
    return read.knowledge();
  }

  private static Map<String, byte[]> entry(String id, String signatures) {
    Map<String, byte[]> files = new HashMap<>(TestContent.entry(id, "cause", signatures, ""));
    for (String name : List.of("a.log", "b.log", "c.not.log", "d.not.log")) {
      files.put("entries/" + id + "/logs/" + name, "text\n".getBytes(UTF_8));
    }
    return files;
  }

  private static List<String> found(Map<String, byte[]> files, String log) {
    return new Diagnoser(read(files))
        .diagnose(log.getBytes(UTF_8)).findings().stream()
            .map(finding -> finding.entry().id())
            .toList();
  }

  @Test
  void itMatchesTheMessageThatEndedTheJobAndNoOtherLine() {
    Map<String, byte[]> files = entry("my-entry", BIND);
    assertThat(found(files, TRACEBACK)).containsExactly("my-entry");
    assertThat(found(files, "INFO port 8010: address already in use, taking 8011\nstep 1\n"))
        .isEmpty();
    assertThat(
            found(
                files,
                "port 8010: address already in use, taking 8011\n"
                    + TRACEBACK.replace("Address already in use", "no such device")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "kind, exception, true",
    "kind, signal, false",
    "type, OSError, true",
    "type, RuntimeError, false",
    "program, slurmd, false"
  })
  void conditionsAskForTheTraitsOfTheFailure(String trait, String value, boolean holds) {
    String signature = BIND + "  " + trait + ": [" + value + "]\n";
    assertThat(found(entry("my-entry", signature), TRACEBACK).isEmpty()).isNotEqualTo(holds);
  }

  @Test
  void aProgramWithoutARowIsKnownByTheNameThatItSays() {
    String log = "tar: shard-7.tar: Cannot open: No such file or directory\n";
    String signature = "- failure: \"Cannot open\"\n  program: [%s]\n";
    assertThat(found(entry("my-entry", signature.formatted("tar")), log)).isNotEmpty();
    assertThat(found(entry("my-entry", signature.formatted("unzip")), log)).isEmpty();
  }

  @Test
  void itReadsTheOtherExceptionsOfTheChain() {
    String log =
        """
        Traceback (most recent call last):
          File "/work/serve.py", line 3, in main
            bind()
        OSError: [Errno 98] Address already in use

        During handling of the above exception, another exception occurred:

        Traceback (most recent call last):
          File "/work/serve.py", line 5, in main
            raise SystemError("the server did not start")
        SystemError: the server did not start
        """;
    assertThat(found(entry("my-entry", BIND), log)).containsExactly("my-entry");
  }

  @Test
  void itReadsTheLinesBelowTheMessageOfATool() {
    String log =
        """
        CMake Error at CMakeLists.txt:18 (find_package):
          Could not find a package configuration file provided by "Torch" with any
          of the following names:
        """;
    String signature = "- failure: \"package configuration file provided by \\\"{package:word}\"\n";
    assertThat(found(entry("my-entry", signature), log)).containsExactly("my-entry");
  }

  @Test
  void aStrictSignatureCountsBeforeItOnTheSameLine() {
    Map<String, byte[]> files = entry("my-entry", BIND);
    files.putAll(entry("strict", "- \"error while attempting to bind on address\"\n"));
    assertThat(found(files, TRACEBACK)).containsExactly("strict");
  }

  @Test
  void aCauseThatAStrictSignatureProvesLeadsBeforeIt() {
    Map<String, byte[]> files = entry("my-entry", BIND);
    files.putAll(entry("strict", "- \"the old server is still running\"\n"));
    assertThat(found(files, "the old server is still running\n" + TRACEBACK))
        .containsExactly("strict", "my-entry");
  }

  @Test
  void aSignatureForAnyExceptionDoesNotTakeItsLine() {
    Map<String, byte[]> files = new HashMap<>();
    for (String id : List.of("broad", "nameless")) {
      String signature = id.equals("broad") ? BIND : "- exception: \"*\"\n  raised_in: library\n";
      Map<String, byte[]> entry = entry(id, signature);
      entry.replaceAll(
          (name, text) ->
              name.endsWith("entry.yaml")
                  ? ("generic: true\n" + new String(text, UTF_8)).getBytes(UTF_8)
                  : text);
      files.putAll(entry);
    }
    assertThat(found(files, TRACEBACK)).containsExactly("broad");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "slurmd: fatal: Unable to determine this slurmd's NodeName",
        "Nov 20 12:00:13 gpu-01 slurmd[1234]: fatal: Unable to determine this slurmd's NodeName",
        "gpu-01: slurmd: error: Couldn't find the specified plugin name for cgroup/v2"
      })
  void theTableOfProgramsSaysWhichProgramReportsTheFailure(String line) {
    FailureAnalysis failure = ShippedCatalogue.diagnoser().diagnose(line.getBytes(UTF_8)).failure();
    assertThat(failure.program().orElseThrow().code()).isEqualTo("slurmd");
  }

  /**
   * Faultbook blames no program of the JVM, .NET or Unity that has nothing to do with a cluster.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Exception in thread \"main\" java.lang.NullPointerException\n"
            + "\tat com.shop.Cart.total(Cart.java:41)\n",
        "NullReferenceException: Object reference not set to an instance of an object\n"
            + "  at EnemySpawner.Start () [0x00012] in Assets/EnemySpawner.cs:19\n",
        "System.InvalidOperationException: Sequence contains no elements",
        "software.amazon.awssdk.services.s3.model.S3Exception: Slow down"
      })
  void aProgramOfAnotherFieldIsNotBlamed(String log) {
    assertThat(ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)).findings())
        .extracting(finding -> finding.entry().id())
        .doesNotContain("program-exception", "native-program-failed");
  }

  @Test
  void aFrameworkOnTheStackMakesAProgramOfTheJvmOneOfTheField() {
    String log =
        """
        Exception in thread "main" java.lang.IllegalStateException: no context
        \tat org.apache.spark.SparkContext.runJob(SparkContext.scala:2214)
        """;
    assertThat(ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)).findings())
        .extracting(finding -> finding.entry().id())
        .contains("native-program-failed");
  }
}
