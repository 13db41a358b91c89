package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Verifies the progress line that the terminal shows while a long log is read. */
class TerminalProgressTests {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(shown, true, UTF_8);

  @Test
  void linesMegabytesAndSpeedAndNothingWhenItIsOver() {
    try (TerminalProgress progress = new TerminalProgress(err, true, Duration.ZERO)) {
      progress.reportMatched(1_234_567, 52_000_000);
      assertThat(shown.toString(UTF_8)).matches("\r1,234,567 lines, 52 MB, [0-9]+ MB/s");
    }
    String all = shown.toString(UTF_8);
    assertThat(all.substring(all.indexOf("MB/s") + 4)).matches("\r +\r");
  }

  @Test
  void nothingForAShortLog() {
    try (TerminalProgress progress = new TerminalProgress(err, true, Duration.ofHours(1))) {
      progress.reportMatched(10, 1000);
    }
    assertThat(shown.size()).isZero();
  }

  @Test
  void nothingWhereErrorsGoToNoTerminal() {
    try (TerminalProgress progress = new TerminalProgress(err)) {
      progress.reportMatched(1_234_567, 52_000_000);
    }
    assertThat(shown.size()).isZero();
  }
}
