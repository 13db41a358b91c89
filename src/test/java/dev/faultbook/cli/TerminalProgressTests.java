package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.Chunk;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Verifies the progress line that the terminal shows while a long log is read. */
class TerminalProgressTests {
  private static final Chunk PART =
      new Chunk("\n".repeat(1_234_560).getBytes(UTF_8), 0, 1_234_560, 7, false, 0);

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(shown, true, UTF_8);

  @Test
  void linesMegabytesAndSpeedAndNothingWhenItIsOver() {
    try (TerminalProgress progress = new TerminalProgress(err, true, Duration.ZERO)) {
      progress.accept(PART);
      assertThat(shown.toString(UTF_8)).matches("\r1,234,566 lines, 1 MB, [0-9]+ MB/s");
    }
    String all = shown.toString(UTF_8);
    assertThat(all.substring(all.indexOf("MB/s") + 4)).matches("\r +\r");
  }

  @Test
  void nothingForAShortLog() {
    try (TerminalProgress progress = new TerminalProgress(err, true, Duration.ofHours(1))) {
      progress.accept(PART);
    }
    assertThat(shown.size()).isZero();
  }

  @Test
  void nothingWhereErrorsGoToNoTerminal() {
    try (TerminalProgress progress = new TerminalProgress(err)) {
      progress.accept(PART);
    }
    assertThat(shown.size()).isZero();
  }
}
