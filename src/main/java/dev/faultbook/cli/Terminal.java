package dev.faultbook.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Determines which of the process's streams are terminals. */
final class Terminal {
  private static final int INPUT = 0;
  private static final int ERRORS = 2;

  private Terminal() {}

  /** Whether this stream is the process's standard input, and that is a terminal. */
  static boolean isInput(InputStream in) {
    return in == System.in && isTerminal(INPUT);
  }

  /** Whether standard error is a terminal. */
  static boolean areErrors() {
    return isTerminal(ERRORS);
  }

  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null again without a terminal.
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Path.of("/proc/self/fd/" + descriptor).toRealPath().toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException notOnLinux) {
      // The JDK reports only whether both input and output are terminals, and nothing about errors.
      return System.console() != null && System.console().isTerminal();
    }
  }
}
