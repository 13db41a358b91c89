package dev.faultbook.cli;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.File;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A terminal to which a program writes, so that it shows bars and colours and writes every line at
 * once although this process passes them on to the real terminal. The stream is what the program
 * wrote. Linux only.
 */
final class PseudoTerminal extends InputStream {
  private static final int READ_WRITE = 2;
  private static final int NOT_CONTROLLING = 0x100;
  private static final long GET_SIZE = 0x5413;
  private static final long SET_SIZE = 0x5414;

  /** More than any {@code struct termios}, and longer than the path of a terminal. */
  private static final int STRUCT = 256;

  private static final int CHUNK = 64 * 1024;

  private final MemorySegment chunk = Arena.global().allocate(CHUNK);
  private final MemorySegment struct = Arena.global().allocate(STRUCT);
  private final int real;
  private final int master;
  private final File file;

  private PseudoTerminal(int real) {
    this.real = real;
    this.master = Posix.call("posix_openpt", READ_WRITE | NOT_CONTROLLING);
    boolean open = master >= 0 && Posix.call("grantpt", master) == 0;
    if (!open
        || Posix.call("unlockpt", master) != 0
        || Posix.call("ptsname_r", master, struct, (long) STRUCT) != 0) {
      throw new UnsupportedOperationException("no terminal is left");
    }
    this.file = new File(struct.getString(0));
    // The real terminal turns a line feed into a new line.
    Posix.call("tcgetattr", master, struct);
    Posix.call("cfmakeraw", struct);
    Posix.call("tcsetattr", master, 0, struct);
    copySize();
    Posix.onSignals((_, _) -> copySize(), "WINCH");
  }

  /** One for the terminal that a file descriptor leads to; null if that is none. */
  static @Nullable PseudoTerminal of(int descriptor) {
    try {
      return Posix.isTerminal(descriptor) ? new PseudoTerminal(descriptor) : null;
    } catch (RuntimeException unsupported) {
      return null;
    }
  }

  /** Where the program writes. */
  File file() {
    return file;
  }

  private void copySize() {
    if (Posix.call("ioctl", real, GET_SIZE, struct) == 0) {
      Posix.call("ioctl", master, SET_SIZE, struct);
    }
  }

  @Override
  public int read(byte[] bytes, int at, int length) {
    // Fails as soon as nobody has it open any more.
    int n = Posix.call("read", master, chunk, (long) Math.min(length, CHUNK));
    MemorySegment.copy(chunk, JAVA_BYTE, 0, bytes, at, Math.max(n, 0));
    return n > 0 ? n : -1;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public void close() {
    Posix.call("close", master);
  }
}
