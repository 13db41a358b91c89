package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.server.InMemoryLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * A program that prints a log. It gets no input and no shell, and is ended after its time.
 *
 * @param command the program, which is looked for on the PATH, and its arguments
 * @param limit how long it may run
 */
record LogProgram(List<String> command, Duration limit) {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final long MAX_BYTES = 1L << 30;

  /** Most characters of its errors that are kept. */
  private static final int MAX_SAID = 4096;

  LogProgram(String... command) {
    this(List.of(command), LIMIT);
  }

  /** There is no such program on this machine. */
  static final class MissingException extends IOException {
    private static final long serialVersionUID = 1;

    private MissingException(String program, IOException cause) {
      super(program + " is not installed, or not on PATH", cause);
    }
  }

  /** What is done with the output. */
  private interface Reader {
    void read(InputStream out) throws IOException;
  }

  /**
   * Adds the output to a log, packed or not.
   *
   * @param name name of the file
   * @throws IOException if the program is missing, fails, or prints too much for too long
   */
  void receive(String name, InMemoryLog.Receiver receiver) throws IOException {
    run(out -> receiver.add(name, out));
  }

  /**
   * The output as text.
   *
   * @throws IOException as for {@link #receive}
   */
  String print() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    run(out -> out.transferTo(text));
    return text.toString(UTF_8);
  }

  private void run(Reader reader) throws IOException {
    String program = command.getFirst();
    Process process;
    try {
      process = new ProcessBuilder(command).start();
    } catch (IOException e) {
      throw new MissingException(program, e);
    }
    long start = System.nanoTime();
    CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> end(process));
    try (InputStream out =
        BoundedInputStream.builder()
            .setInputStream(process.getInputStream())
            .setMaxCount(MAX_BYTES)
            .setOnMaxCount(
                (max, _) -> {
                  throw new IOException("more than " + (max >> 20) + " MB");
                })
            .get()) {
      process.getOutputStream().close();
      CompletableFuture<String> said =
          CompletableFuture.supplyAsync(
              () -> lastLine(process.getErrorStream()), Thread::startVirtualThread);
      reader.read(out);
      int status = process.waitFor();
      if (System.nanoTime() - start > limit.toNanos()) {
        throw new IOException(program + " did not end within " + limit.toSeconds() + " s");
      }
      if (status != 0) {
        throw new IOException(program + ": " + said.join() + " (exit code " + status + ")");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      end(process);
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** The last line that is not blank, which says why a program failed. */
  private static String lastLine(InputStream err) {
    try (err) {
      String text = new String(err.readNBytes(MAX_SAID), UTF_8);
      err.transferTo(OutputStream.nullOutputStream());
      return text.lines()
          .filter(line -> !line.isBlank())
          .reduce("no reason given", (_, line) -> line)
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
