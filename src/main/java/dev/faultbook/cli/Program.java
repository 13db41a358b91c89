package dev.faultbook.cli;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A program that runs as if nothing stood between it and the streams of this process. It reads this
 * process's standard input itself; its output is passed on byte for byte, as fast as the reader
 * takes it, and its ends are kept. Where both outputs lead to the same place, they are one stream,
 * so that their order holds.
 */
final class Program {
  /** How much of the output is kept. */
  private static final int KEPT = 16 * 1024 * 1024;

  private static final int BUFFER = 64 * 1024;

  /** Most bytes of a line that wait for its end. */
  private static final int MAX_BEGUN = 4096;

  /** How long processes that the program left behind may hold its output open, without a word. */
  private static final long GRACE_MILLIS = 2000;

  private final Process process;
  private final LogTail output = new LogTail(KEPT);
  private final List<Copier> copiers = new ArrayList<>();
  private final boolean hadTerminal = Posix.Control.read().terminal();

  private Program(Process process) {
    this.process = process;
  }

  /**
   * Starts a program.
   *
   * @param command the program and its arguments
   * @throws IOException if it cannot be started
   */
  static Program start(List<String> command) throws IOException {
    String shown = Posix.target(1);
    boolean together = shown != null && shown.equals(Posix.target(2));
    ProcessBuilder builder = new ProcessBuilder(command).redirectInput(Redirect.INHERIT);
    // The start script sets a locale in which Java can read all arguments.
    String locale = builder.environment().remove("FAULTBOOK_LC_ALL");
    if (locale != null) {
      builder.environment().remove("LC_ALL");
      builder.environment().putAll(locale.isEmpty() ? Map.of() : Map.of("LC_ALL", locale));
    }
    PseudoTerminal out = PseudoTerminal.of(1);
    PseudoTerminal err = together ? out : PseudoTerminal.of(2);
    if (out != null) {
      builder.redirectOutput(Redirect.to(out.file()));
    }
    if (err != null) {
      builder.redirectError(Redirect.to(err.file()));
    }
    Process process = builder.redirectErrorStream(together && out == null).start();
    Program program = new Program(process);
    program.copy(Objects.requireNonNullElse(out, process.getInputStream()), FileDescriptor.out, 1);
    if (!together) {
      program.copy(
          Objects.requireNonNullElse(err, process.getErrorStream()), FileDescriptor.err, 2);
    }
    Posix.onSignals(program::passOn, "INT", "TERM", "HUP", "USR1");
    return program;
  }

  private void copy(InputStream from, FileDescriptor to, int number) {
    Copier copier = new Copier(from, to, number);
    copiers.add(copier);
    Thread.ofPlatform().daemon().start(copier);
  }

  /** The ends of what it wrote, both streams line by line. */
  LogTail output() {
    return output;
  }

  /** Waits for its end and for its last output; the exit code is 128 + n after signal n. */
  int waitFor() throws InterruptedException {
    int status = process.waitFor();
    for (Copier copier : copiers) {
      copier.awaitEnd();
    }
    return status;
  }

  /** Passes a signal on, unless the terminal has sent it to the program as well. */
  private void passOn(String name, int number) {
    if (!process.isAlive()) {
      // Who asks again does not wait for the diagnosis.
      Runtime.getRuntime().halt(process.exitValue());
    }
    Posix.Control control = Posix.Control.read();
    boolean typed = name.equals("INT") && control.foreground();
    boolean hungUp = name.equals("HUP") && hadTerminal && !control.terminal();
    if (!typed && !hungUp) {
      Posix.call("kill", (int) process.pid(), number);
    }
  }

  /** Passes one stream on. */
  private final class Copier implements Runnable {
    private final InputStream from;
    private final OutputStream to;
    private final boolean readerCanGo;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /** When it began to wait for the program; 0 while it passes something on. */
    private volatile long waitsSince;

    private volatile boolean ended;

    Copier(InputStream from, FileDescriptor to, int number) {
      this.from = from;
      this.to = new FileOutputStream(to);
      String target = Posix.target(number);
      this.readerCanGo =
          target == null || target.startsWith("pipe:") || target.startsWith("socket:");
    }

    @Override
    public void run() {
      byte[] buffer = new byte[BUFFER];
      try (from) {
        int n = read(buffer);
        while (n > 0 && write(buffer, n)) {
          keep(buffer, n);
          n = read(buffer);
        }
      } catch (IOException closed) {
        // The stream has ended.
      }
      keep(new byte[] {'\n'}, begun.size() > 0 ? 1 : 0);
      ended = true;
    }

    private int read(byte[] buffer) throws IOException {
      waitsSince = System.nanoTime() | 1;
      int n = from.read(buffer);
      waitsSince = 0;
      return n;
    }

    /**
     * Whether there is still a reader. Without one the stream is closed, and the program's next
     * output ends it, as in any pipe; a full disk ends nothing.
     */
    private boolean write(byte[] buffer, int n) {
      try {
        to.write(buffer, 0, n);
        return true;
      } catch (IOException e) {
        return !readerCanGo;
      }
    }

    /** Keeps whole lines, because the other stream writes to the same place. */
    private void keep(byte[] buffer, int n) {
      int end = n;
      int least = Math.max(0, n - MAX_BEGUN);
      while (end > least && buffer[end - 1] != '\n') {
        end--;
      }
      if (end == least && begun.size() + n > MAX_BEGUN) {
        end = n;
      }
      synchronized (output) {
        if (end > 0 && begun.size() > 0) {
          output.append(begun.toByteArray(), 0, begun.size());
          begun.reset();
        }
        output.append(buffer, 0, end);
      }
      begun.write(buffer, end, n - end);
    }

    void awaitEnd() throws InterruptedException {
      long exit = System.nanoTime();
      while (!ended) {
        long since = waitsSince;
        long silent = since == 0 ? 0 : System.nanoTime() - Math.max(since, exit);
        if (silent > GRACE_MILLIS * 1_000_000) {
          return;
        }
        Thread.sleep(2);
      }
    }
  }
}
