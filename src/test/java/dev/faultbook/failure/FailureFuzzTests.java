package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.IntStream;

/**
 * Fuzzes the reading of failures: events refer to lines of the log, and work and memory are linear
 * in its size.
 */
class FailureFuzzTests {
  /** Most events per line. The lines of an abandoned block are read again. */
  private static final int TIMES = 3;

  @FuzzTest
  void anyLogIsReadInBounds(byte[] log) {
    if (log == null) {
      return;
    }
    FailureReader reader = LogOf.FORMATS.createReader();
    Failures failures = LogOf.failures(log, reader);
    assertThat(reader.linesRead()).isLessThanOrEqualTo(failures.lines());
    long lines = failures.lines() + escapedLineEnds(log);
    // Two bytes per character in the open block, the event's text, its message and the lines below
    // it; overhead per line.
    assertThat(reader.heldBytes()).isLessThanOrEqualTo(8L * log.length + 700L * lines);
    for (FailureEvent event : failures.events()) {
      assertThat(event.line()).isBetween(1L, failures.lines());
      assertThat(event.lastLine()).isBetween(event.line(), failures.lines());
      assertThat(event.text().length()).isLessThanOrEqualTo(FailureEvent.MAX_TEXT);
      assertThat(event.frames().size()).isLessThanOrEqualTo(64);
      assertThat(event.chain()).allMatch(line -> line >= 1 && line <= failures.lines());
    }
    assertThat(failures.count()).isLessThanOrEqualTo(TIMES * Math.max(1, lines));
    LogOf.first(failures);
  }

  /**
   * Counts escaped line ends, because a line of JSON may contain a traceback with line ends written
   * as {@code \n}.
   */
  private static long escapedLineEnds(byte[] log) {
    return IntStream.range(1, log.length).filter(i -> log[i - 1] == '\\' && log[i] == 'n').count();
  }
}
