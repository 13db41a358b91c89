package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.TestContent;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Fuzzes the order of the lines of multi-line signatures: work and memory are bounded. */
class SignatureFuzzTests {
  /** A signature of each form, with each of its restrictions. */
  private static final String SIGNATURES =
      """
      - alpha
      - all: [alpha, beta, gamma]
      - all: [alpha, {line: beta, times: 3}]
        within: 6 lines
      - all: [alpha, beta, gamma, delta]
        within: 60s
      - all: [alpha, beta]
        ranks: any
        within: 10 lines
      - sequence: [{line: alpha, times: 3}, beta, gamma]
        within: 9 lines
      - sequence: [alpha, beta]
        within: 60s
      - sequence: [alpha, beta]
        within: 9 lines
        ranks: any
      - all: [{line: alpha, times: 3}]
        within: 20 lines
      - all: [{line: alpha, times: 3}]
        within: 60s
      - all: [alpha, beta]
        within: 60s
        unless: [{line: stop, within: 5s}]
      - sequence: [alpha, beta]
        within: 9 lines
        unless: [{line: stop, anchor: 0}]
      - pair: 'alpha {x:int} beta {y:int}'
        same: [x]
        differ: [y]
      """;

  private static final String[] WORDS = {
    "alpha", "beta", "gamma", "delta", "stop", "alpha 1 beta 2", "alpha 1 beta 3", ""
  };

  /** Most comparisons with stored lines per line, for all signatures together. */
  private static final int STEPS_A_LINE = 8192;

  private static final int HELD = 8 * 1024;

  /** Bytes beyond the limit that a signature may still hold to complete a match, plus one line. */
  private static final int LEAST_HELD = 64 * 1024;

  private static final SignatureIndex INDEX = index();

  private static SignatureIndex index() {
    return TestContent.withSignatures(SIGNATURES).signatures();
  }

  @FuzzTest
  void anyOrderOfLinesTakesBoundedWork(FuzzedDataProvider data) throws IOException {
    StringBuilder log = new StringBuilder();
    int lines = 0;
    while (data.remainingBytes() > 0 && lines < 2000) {
      String line = line(data);
      for (int times = data.consumeInt(1, 4); times > 0; times--) {
        log.append(line).append('\n');
        lines++;
      }
    }
    EvaluationBudget budget = new EvaluationBudget(new MatchLimits(HELD, Deadline.NONE));
    LogFiles files = LogFiles.of(new ByteArrayInputStream(log.toString().getBytes(UTF_8)));
    LogMatches found =
        new Matcher(INDEX).match(files, new LogReader(), (chunk, streams) -> {}, budget);
    assertThat(budget.spentSteps()).isLessThanOrEqualTo((long) STEPS_A_LINE * (lines + 1));
    assertThat(budget.heldBytes()).isBetween(0L, (long) HELD + LEAST_HELD);
    for (SignatureMatch match : found.matches()) {
      assertThat(match.lines()).isNotEmpty();
    }
  }

  private static String line(FuzzedDataProvider data) {
    StringBuilder line = new StringBuilder();
    if (data.consumeBoolean()) {
      line.append(
          "2026-11-21 03:%02d:%02d ".formatted(data.consumeInt(0, 59), data.consumeInt(0, 59)));
    }
    if (data.consumeBoolean()) {
      line.append("[rank%d]: ".formatted(data.consumeInt(0, 40)));
    }
    return line.append(data.pickValue(WORDS)).toString();
  }
}
