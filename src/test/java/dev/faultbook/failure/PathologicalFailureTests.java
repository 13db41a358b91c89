package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that malicious or damaged input neither fails nor exceeds the limits. */
class PathologicalFailureTests {
  private static final String HEADER = "Traceback (most recent call last):\n";
  private static final String FRAME = "  File \"a.py\", line 1, in f\n    f()\n";

  @Test
  void aTracebackWithoutEndIsReadInBoundedMemory() {
    Failures failures = LogOf.failures(HEADER + FRAME.repeat(50_000) + "RecursionError: deep\n");
    assertThat(failures.events()).hasSize(1);
    assertThat(failures.events().getFirst().frames()).hasSize(64);
    assertThat(failures.events().getFirst().type()).isEqualTo("RecursionError");
  }

  @Test
  void aChainOfAThousandExceptionsIsBounded() {
    String link =
        HEADER
            + FRAME
            + "ValueError: x\n\nDuring handling of the above exception, another exception"
            + " occurred:\n\n";
    Failures failures = LogOf.failures(link.repeat(1000) + HEADER + FRAME + "KeyError: 'end'\n");
    assertThat(failures.events()).hasSize(1);
    assertThat(failures.events().getFirst().chain().size()).isLessThanOrEqualTo(32);
  }

  @Test
  void aMillionErrorsAreKeptToTheFirstAndTheLast() {
    Failures failures = LogOf.failures("ERROR: the disk is slow\n".repeat(200_000));
    assertThat(failures.count()).isEqualTo(200_000);
    assertThat(failures.events()).hasSize(24);
  }

  @Test
  void headersWithoutAnythingElseTellNothing() {
    Failures failures = LogOf.failures(HEADER.repeat(10_000));
    assertThat(failures.events().size()).isLessThanOrEqualTo(24);
  }

  @Test
  void aLineOfMegabytesIsReadToItsBound() {
    String line = "RuntimeError: " + "x".repeat(4_000_000) + "\n";
    FailureEvent event = LogOf.first(line);
    assertThat(event.text()).hasSizeLessThanOrEqualTo(2000);
    assertThat(event.message()).hasSizeLessThanOrEqualTo(4000);
  }

  @Test
  void aProgressBarOfMegabytesHidesNoTraceback() {
    String bar = " 10%|█         | 3/30 [00:06<01:25,  2.24s/it]\r".repeat(50_000);
    FailureEvent event = LogOf.first(bar + HEADER + FRAME + "KeyError: 'a'\n");
    assertThat(event.line()).isEqualTo(4);
    assertThat(event.frames()).hasSize(1);
  }

  @Test
  void aMessageWithoutEndIsCut() {
    FailureEvent event =
        LogOf.first(HEADER + FRAME + "ValueError: many\n" + "more and more of it\n".repeat(9000));
    assertThat(event.message()).hasSizeLessThanOrEqualTo(4000);
    assertThat(event.line()).isEqualTo(4);
  }

  @Test
  void oneTracebackInEachOfManyStreamsIsKept() {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < 5000; rank++) {
      log.append("[rank").append(rank).append("]: Traceback (most recent call last):\n");
    }
    for (int rank = 0; rank < 5000; rank++) {
      log.append("[rank").append(rank).append("]: KeyError: 'a'\n");
    }
    FirstFailure first = LogOf.first(LogOf.failures(log.toString()));
    assertThat(first.event().line()).isEqualTo(5001);
    assertThat(first.alike()).hasSize(5000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Traceback (most recent call last",
        "Traceback (most recent call last):",
        "  File \"",
        "  File \"a\", line ",
        "  File \"a\", line 99999999999999999999, in f",
        "Cell In[",
        "[",
        "(pid=",
        "##[",
        "time=\"\" level=",
        "E1121",
        "E1121 03:43:11",
        "KeyError",
        "KeyError:",
        "a.b.KeyError(: x",
        ".Error: x",
        "Error: ",
        "exit code ",
        "exit code -2147483648",
        "exited with code 99999999999999999999",
        "srun: error: ",
        "make: *** ",
        "x.cu(12): error: ",
        "(12): error: x",
        ":12:5: error: x",
        "thread '' panicked at ",
        "panic: ",
        "terminate called after throwing an instance of ",
        "terminate called after throwing an instance of '",
        "Exception in thread \"",
        "Exception in thread \"main\" ",
        "\"name\": \"KeyError\"",
        "+-+---------------- 1 ----------------",
        "╭─ Traceback (most recent call last) ─╮",
        "│",
        "Fatal Python error: ",
        "Caught signal ",
        "Caught signal 999999999999",
        "*** SIG",
        "NVRM: ",
        "Root Cause (first observed failure):",
        "-- Process  terminated with the following error:",
        "frame #",
        "{\"exception\": \"Traceback (most recent call last):\\n\\",
        "{\"exception\": \"Traceback (most recent call last):\\n\\u00",
        "\r\r\r",
        "\u0000\u0001error: \u0002",
        "Original Traceback (most recent call last):",
        "zsh: ",
        "[1]  segmentation fault",
        "x: line 1: ",
      })
  void aLineThatBreaksOffBreaksNothing(String line) {
    for (String around : new String[] {"", HEADER, HEADER + FRAME, HEADER + FRAME + "KeyError\n"}) {
      assertThatCode(() -> LogOf.first(around + line)).doesNotThrowAnyException();
      assertThatCode(() -> LogOf.first(around + line + "\n" + line + "\n\nx"))
          .doesNotThrowAnyException();
      assertThatCode(() -> LogOf.first("[rank3]: " + line)).doesNotThrowAnyException();
    }
  }

  @Test
  void everyEndOfEveryJobIsReadWithoutAFault() {
    // A log may be cut off after any byte.
    CascadeCorpus.cases()
        .limit(12)
        .forEach(
            job -> {
              byte[] log = job.job().log().getBytes(StandardCharsets.UTF_8);
              for (int end = 0; end < Math.min(log.length, 6000); end += 7) {
                byte[] head = java.util.Arrays.copyOf(log, end);
                assertThatCode(() -> LogOf.failures(head, LogOf.FORMATS.createReader()))
                    .doesNotThrowAnyException();
              }
            });
  }

  @Test
  void bytesThatAreNoTextAreReadWithoutAFault() {
    Random random = new Random(7);
    byte[] pieces =
        String.join("\n", HEADER, FRAME, "KeyError: 'a'", "[rank3]: ", "Error", "│ ", "╭", "\r")
            .getBytes(StandardCharsets.UTF_8);
    for (int round = 0; round < 400; round++) {
      byte[] log = new byte[700];
      random.nextBytes(log);
      for (int i = 0; i < 12; i++) {
        int from = random.nextInt(pieces.length - 1);
        int length = Math.min(random.nextInt(40), pieces.length - from);
        System.arraycopy(pieces, from, log, random.nextInt(log.length - length), length);
      }
      assertThatCode(() -> LogOf.failures(log, LogOf.FORMATS.createReader()))
          .doesNotThrowAnyException();
    }
  }

  private static long heldBytes(FailureReader reader, String log) {
    LogOf.failures(log.getBytes(StandardCharsets.UTF_8), reader);
    return reader.heldBytes();
  }

  private static String ofRanks(int ranks, IntFunction<String> lines) {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      String prefix = "[rank%d]: ".formatted(rank);
      lines.apply(rank).lines().forEach(line -> log.append(prefix).append(line).append('\n'));
    }
    return log.toString();
  }

  /** Regression: 60 MB of short tracebacks of 32,000 ranks used 600 MB of a heap of 768 MB. */
  @Test
  void tracebacksOfThousandsOfRanksAreHeldInBounds() {
    String log =
        ofRanks(
            20_000,
            rank ->
                "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\n"
                    + "ValueError: %s\n".formatted("x".repeat(200)));
    FailureReader reader = LogOf.FORMATS.createReader();
    assertThat(heldBytes(reader, log.repeat(3))).isBetween(16L << 20, 66L << 20);
    Failures failures = reader.finish();
    assertThat(failures.count()).isEqualTo(60_000);
    assertThat(failures.events().getFirst().line()).isEqualTo(4);
    // The memory limit still leaves room for most of the ranks.
    assertThat(LogOf.first(failures).alike().size()).isGreaterThan(15_000);
  }

  @Test
  void tracebacksWithoutAnEndAreHeldInBounds() {
    String log =
        ofRanks(
            20_000,
            rank ->
                "Traceback (most recent call last):\n"
                    + "  File \"a.py\", line 1, in f\n    g()\n".repeat(10));
    FailureReader reader = LogOf.FORMATS.createReader();
    LogOf.failures(log.getBytes(StandardCharsets.UTF_8), reader);
    assertThat(reader.heldBytes()).isLessThan(66L << 20);
  }
}
