package dev.faultbook.cli;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Shows progress on a terminal if reading a log takes longer than a moment. */
final class TerminalProgress implements Consumer<Chunk>, AutoCloseable {
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(250);

  private final PrintStream err;
  private final boolean visible;
  private final long start = System.nanoTime();
  private long bytes;
  private long next;
  private int width;

  /** Shows progress on standard error if that is a terminal, otherwise not at all. */
  TerminalProgress(PrintStream err) {
    this(err, err == System.err && Terminal.areErrors(), Duration.ofSeconds(1));
  }

  TerminalProgress(PrintStream err, boolean visible, Duration patience) {
    this.err = err;
    this.visible = visible;
    this.next = start + patience.toNanos();
  }

  @Override
  public void accept(Chunk chunk) {
    bytes += chunk.to() - chunk.from();
    if (visible && System.nanoTime() >= next) {
      long lines = Lines.countNewlines(chunk.bytes(), chunk.from(), chunk.to());
      show(chunk.firstLine() - 1 + lines);
    }
  }

  private void show(long lines) {
    long now = System.nanoTime();
    next = now + PAUSE;
    String text =
        String.format(
            Locale.ROOT,
            "%,d lines, %,d MB, %.0f MB/s",
            lines,
            bytes / 1_000_000,
            bytes / 1e6 / ((now - start) / 1e9));
    width = Math.max(width, text.length());
    err.print("\r" + text + " ".repeat(width - text.length()));
    err.flush();
  }

  /** Erases the progress line. */
  @Override
  public void close() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }
}
