package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.Executions;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;

/** Failures of any log: events of its lines, within their bounds, for work that grows with it. */
class FailureFuzzTests {
  /** Lines that a block takes before it is given up, which are read again after each other. */
  private static final int TIMES = 3;

  private static final Executions EXECUTIONS = Executions.of(FailureFuzzTests.class);

  @AfterAll
  static void reallyFuzzed() {
    EXECUTIONS.assertFuzzed();
  }

  @FuzzTest
  void anyLogIsReadInBounds(byte[] log) {
    EXECUTIONS.countOne();
    if (log == null) {
      return;
    }
    FailureReader reader = new FailureReader();
    Failures failures = LogOf.failures(log, reader);
    assertThat(reader.linesRead()).isLessThanOrEqualTo(failures.lines());
    long lines = failures.lines() + escapedLineEnds(log);
    // An estimate of two bytes a character, and of what is around each line.
    assertThat(reader.heldBytes()).isLessThanOrEqualTo(4L * log.length + 600L * lines);
    for (FailureEvent event : failures.events()) {
      assertThat(event.line()).isBetween(1L, failures.lines());
      assertThat(event.lastLine()).isBetween(event.line(), failures.lines());
      assertThat(event.text().length()).isLessThanOrEqualTo(FailureEvent.LONGEST_TEXT);
      assertThat(event.frames().size()).isLessThanOrEqualTo(64);
      assertThat(event.chain()).allMatch(line -> line >= 1 && line <= failures.lines());
    }
    assertThat(failures.count()).isLessThanOrEqualTo(TIMES * Math.max(1, lines));
    FirstFailure.findIn(failures);
  }

  /** A traceback may stand on one line of JSON, its line ends written as {@code \n}. */
  private static long escapedLineEnds(byte[] log) {
    return IntStream.range(1, log.length).filter(i -> log[i - 1] == '\\' && log[i] == 'n').count();
  }
}
