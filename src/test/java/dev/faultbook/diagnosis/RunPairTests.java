package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.log.LogFiles;
import dev.faultbook.run.Ended;
import dev.faultbook.run.Run;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same error twice, once survived and once not: what the job did decides between them. The
 * pairs are in {@code run/pairs.txt}, what frameworks print in {@code run/frameworks.txt}.
 */
class RunPairTests {
  private static final Diagnoser DIAGNOSER = new Diagnoser(ShippedCatalogue.knowledge());
  private static final String SURVIVED = "-- survived\n";
  private static final String CUT = "✂";
  private static final String DIED = "-- died\n";

  /** A section of a file: its name, and its text. */
  record Section(String name, String text) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Section> pairs() throws IOException {
    return sectionsOf("/run/pairs.txt").stream();
  }

  static Stream<Section> frameworks() throws IOException {
    return sectionsOf("/run/frameworks.txt").stream();
  }

  static Stream<Section> scenes() throws IOException {
    return sectionsOf("/run/scenes.txt").stream();
  }

  @Test
  void thereAreEnoughPairs() throws IOException {
    assertThat(pairs()).hasSizeGreaterThan(40);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void anErrorThatTheRunSurvivesDoesNotLead(Section pair) {
    String text = pair.text();
    int from = text.indexOf(SURVIVED) + SURVIVED.length();
    Diagnosis diagnosis = diagnose(text.substring(from, text.indexOf(DIED)));
    assertThat(diagnosis.conclusion()).isEqualTo(Conclusion.HEALTHY);
    assertThat(diagnosis.failure().event()).isEmpty();
    assertThat(diagnosis.findings()).noneMatch(finding -> finding.role().isFailure());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void theSameErrorIsFoundIfTheJobDiesOfIt(Section pair) {
    String text = pair.text();
    Diagnosis diagnosis = diagnose(text.substring(text.indexOf(DIED) + DIED.length()));
    String expected = text.lines().findFirst().orElseThrow().substring("expect: ".length());
    assertThat(diagnosis.conclusion()).isNotEqualTo(Conclusion.HEALTHY);
    assertThat(diagnosis.failure().run().isHealthy()).isFalse();
    if (expected.startsWith("failure ")) {
      String word = expected.substring("failure ".length());
      assertThat(diagnosis.failure().event().orElseThrow().toString()).contains(word);
    } else {
      assertThat(diagnosis.findings().getFirst().entry().id()).isEqualTo(expected);
      assertThat(diagnosis.findings().getFirst().role().isFailure()).isTrue();
    }
  }

  @Test
  void anAttemptThatResumesKnowsNoTimeOfItsCheckpointUnlessItsLineStatesIt() {
    String log =
        """
        [2026-07-21 10:17:11] iteration 100/ 20000 | lm loss: 2.1
        [2026-07-21 10:24:11] iteration 150/ 20000 | lm loss: 2.0
        slurmstepd: error: *** JOB 88 ON n1 CANCELLED AT 2026-07-21T10:41:55 DUE TO PREEMPTION ***
        %ssuccessfully loaded checkpoint from /ckpt at iteration 100
        [2026-07-21 12:12:08] iteration 150/ 20000 | lm loss: 2.0
        [2026-07-21 12:19:08] iteration 200/ 20000 | lm loss: 1.9
        torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.
        """;
    assertThat(diagnose(log.formatted("")).failure().run().checkpoint().time()).isNull();
    assertThat(
            diagnose(log.formatted("[2026-07-21 12:05:08] ")).failure().run().checkpoint().time())
        .isNotNull();
  }

  /** The program tried again as announced, and the exception came all the same. */
  @Test
  void anExceptionBehindTheLastRetryEndsTheRun() {
    Diagnosis diagnosis =
        diagnose(
            """
            step 1/10 loss 2.31
            step 2/10 loss 2.27
            shard not there, retrying (3/3)
            Traceback (most recent call last):
              File "/w/train.py", line 9, in load
                raise ValueError("no shard")
            ValueError: no shard
            """);
    assertThat(diagnosis.failure().run().ended()).isEqualTo(Ended.FAILED);
    assertThat(diagnosis.failure().event()).isPresent();
    assertThat(diagnosis.conclusion()).isNotEqualTo(Conclusion.HEALTHY);
  }

  @ParameterizedTest
  @MethodSource({"frameworks", "scenes"})
  void readsWhatTheJobDid(Section sample) {
    int log = sample.text().indexOf("--\n");
    Map<String, String> expected = new LinkedHashMap<>();
    sample
        .text()
        .substring(0, log)
        .lines()
        .forEach(line -> expected.put(key(line), line.substring(line.indexOf(':') + 1).strip()));
    expected.remove("source");
    Diagnosis diagnosis = diagnose(sample.text().substring(log + 3));
    Map<String, String> read = new LinkedHashMap<>();
    for (String key : expected.keySet()) {
      read.put(key, valueOf(diagnosis, key));
    }
    assertThat(read).isEqualTo(expected);
  }

  private static String key(String line) {
    return line.substring(0, line.indexOf(':'));
  }

  private static String valueOf(Diagnosis diagnosis, String key) {
    Run run = diagnosis.failure().run();
    Run.Progress progress = run.progress();
    return switch (key) {
      case "healthy" -> diagnosis.conclusion() == Conclusion.HEALTHY ? "yes" : "no";
      case "failure" -> diagnosis.failure().event().map(FailureEvent::text).orElse("none");
      case "same" -> run.sameFailure() == null ? "-" : run.sameFailure() ? "yes" : "no";
      case "first" -> progress == null ? "none" : number(progress.first().value());
      case "last" -> progress == null ? "none" : number(progress.last().value());
      case "total" -> progress == null ? "none" : number(progress.total());
      case "unit" -> progress == null ? "none" : progress.unit().tag();
      case "ended" -> run.ended() == null ? "none" : run.ended().tag();
      case "attempts" -> Integer.toString(run.attempts().size());
      case "checkpoint" ->
          run.checkpoint() == null
              ? "none"
              : number(run.checkpoint().step())
                  + " "
                  + (run.checkpoint().path() == null ? "-" : run.checkpoint().path());
      default -> throw new IllegalArgumentException("Unknown key " + key);
    };
  }

  private static String number(Double value) {
    if (value == null) {
      return "-";
    }
    return value == Math.rint(value) ? Long.toString(value.longValue()) : value.toString();
  }

  /** Diagnoses a log of several files, or of one; ␍ stands for a carriage return. */
  private static Diagnosis diagnose(String log) {
    String[] parts = log.replace('␍', '\r').split("(?m)^-- file ", -1);
    if (parts.length == 1) {
      return DIAGNOSER.diagnose(parts[0].getBytes(StandardCharsets.UTF_8));
    }
    List<String> files = Arrays.asList(parts).subList(1, parts.length);
    try {
      return DIAGNOSER.diagnose(
          new LogFiles() {
            @Override
            public int count() {
              return files.size();
            }

            @Override
            public String name(int file) {
              return files.get(file).lines().findFirst().orElseThrow();
            }

            @Override
            public InputStream openFile(int file) {
              String text = files.get(file);
              return new ByteArrayInputStream(
                  text.substring(text.indexOf('\n') + 1).getBytes(StandardCharsets.UTF_8));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Section> sectionsOf(String file) throws IOException {
    List<Section> sections = new ArrayList<>();
    try (var in = RunPairTests.class.getResourceAsStream(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String part :
          text.stripTrailing().substring(text.indexOf("== ") + 3).split("\n== ", -1)) {
        int end = part.indexOf('\n');
        // A log that was cut off ends with a mark instead of a line end.
        boolean cut = part.endsWith(CUT);
        sections.add(
            new Section(
                part.substring(0, end),
                part.substring(end + 1, part.length() - (cut ? 1 : 0)) + (cut ? "" : "\n")));
      }
    }
    return sections;
  }
}
