package dev.faultbook.log;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/**
 * Reads a log from a stream, plain or gzip (detected by the first two bytes), in bounded memory. Of
 * NVIDIA's bug report only the sections that show faults are passed on; all lines are counted.
 *
 * <p>Stateless; instances may be shared between threads.
 */
public final class LogReader {
  private static final int MAX_BUFFER = 1024 * 1024;

  /** Most logs are a few KB long: clearing a long buffer would cost more than reading them. */
  private static final int FIRST_BUFFER = 16 * 1024;

  private static final int PICKLE_START = 16;
  private static final int GROWTH = 8;
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /**
   * The size of what was read.
   *
   * @param lines number of lines, including a last one without a newline
   * @param bytes number of bytes of text
   * @param sources the files
   */
  public record Size(long lines, long bytes, List<LogSource> sources) {
    public Size {
      sources = List.copyOf(sources);
    }
  }

  /**
   * Reads all files to their ends and passes every chunk to the consumer, in order. Each file
   * begins a new line.
   *
   * @throws IOException as {@link #readStream(InputStream, Consumer)}
   */
  public Size readFiles(LogFiles files, Consumer<Chunk> consumer) throws IOException {
    List<LogSource> sources = new ArrayList<>();
    Buffer buffer = new Buffer();
    long lines = 0;
    long bytes = 0;
    for (int file = 0; file < files.count(); file++) {
      try (InputStream in = files.openFile(file)) {
        FileStart start = new FileStart(file, files.name(file), lines + 1);
        LogSource source = read(in, consumer, buffer, start);
        sources.add(source);
        lines += source.lines();
        bytes += source.bytes();
      }
    }
    return new Size(lines, bytes, sources);
  }

  /**
   * Reads the stream to its end, closes it, and passes every chunk to the consumer, in order.
   *
   * @throws IOException if the stream cannot be read; a truncated gzip stream is read as far as
   *     possible, because the end of a log is often cut off
   */
  public Size readStream(InputStream raw, Consumer<Chunk> consumer) throws IOException {
    return readFiles(LogFiles.of(raw), consumer);
  }

  /**
   * The position of a file in the log.
   *
   * @param index its index among the files
   * @param name its name
   * @param firstLine number of its first line, counted across all files
   */
  private record FileStart(int index, String name, long firstLine) {}

  /** Holds a part of the text; grows up to {@link #MAX_BUFFER} for as long as it is full. */
  private static final class Buffer {
    private byte[] bytes = new byte[FIRST_BUFFER];

    /**
     * Reads as much as there is room for.
     *
     * @param from number of bytes that are kept
     * @return number of bytes that are in use; less than the length at the end of the stream
     */
    int fill(InputStream in, int from) throws IOException {
      int used = from + readSome(in, bytes, from, bytes.length - from);
      while (used == bytes.length && used < MAX_BUFFER) {
        bytes = Arrays.copyOf(bytes, Math.min(MAX_BUFFER, used * GROWTH));
        used += readSome(in, bytes, used, bytes.length - used);
      }
      return used;
    }
  }

  private LogSource read(InputStream raw, Consumer<Chunk> consumer, Buffer target, FileStart file)
      throws IOException {
    InputStream in = unpackGzip(raw);
    int kept = 0;
    long bytes = 0;
    long line = file.firstLine();
    boolean continued = false;
    boolean start = true;
    boolean end = false;
    BugReport report = null;
    int last = '\n';
    while (!end) {
      int to = target.fill(in, kept);
      byte[] buffer = target.bytes;
      end = to < buffer.length;
      bytes += to - kept;
      int from = 0;
      if (start) {
        from = startsWithBom(buffer, to) ? BOM.length : 0;
        start = false;
        report = BugReport.detect(buffer, from, to);
        if (end) {
          BrokenLines.join(buffer, from, to);
        }
      }
      int cut = end ? to : lastLineEnd(buffer, from, to);
      if (cut > from) {
        Chunk chunk = new Chunk(buffer, from, cut, line, continued, file.index());
        if (report == null) {
          consumer.accept(chunk);
        } else {
          report.passRelevantLines(chunk, consumer);
        }
        line += Lines.countNewlines(buffer, from, cut);
        last = buffer[cut - 1];
        continued = last != '\n';
      }
      kept = to - cut;
      System.arraycopy(buffer, cut, buffer, 0, kept);
    }
    long lines = line - file.firstLine() + (last == '\n' ? 0 : 1);
    return new LogSource(file.name(), file.firstLine(), lines, bytes);
  }

  private static InputStream unpackGzip(InputStream raw) throws IOException {
    BufferedInputStream in = new BufferedInputStream(raw, 64 * 1024);
    in.mark(2);
    int first = in.read();
    int second = in.read();
    in.reset();
    if (first == 0x1f && second == 0x8b) {
      in = new BufferedInputStream(GzipSource.unpack(in), 64 * 1024);
    }
    return convertPickle(in);
  }

  /** A recording of the flight recorder as text; a pickle of anything else has no lines. */
  private static InputStream convertPickle(BufferedInputStream in) throws IOException {
    in.mark(PICKLE_START);
    byte[] start = new byte[PICKLE_START];
    int length = readSome(in, start, 0, PICKLE_START);
    in.reset();
    if (!PickleText.isPickle(Arrays.copyOf(start, length))) {
      return in;
    }
    try {
      return PickleText.open(in);
    } catch (IOException noRecording) {
      return InputStream.nullInputStream();
    }
  }

  private static int readSome(InputStream in, byte[] buffer, int at, int room) throws IOException {
    int done = 0;
    try {
      while (done < room) {
        int n = in.read(buffer, at + done, room - done);
        if (n < 0) {
          break;
        }
        done += n;
      }
    } catch (StackOverflowError manyMembers) {
      // GZIPInputStream nests a stream for each member of a file, and recurses over empty ones.
      throw new IOException("The gzip data has more empty members than can be read");
    } catch (EOFException | ZipException brokenOff) {
      if (done == 0 && at == 0) {
        throw new IOException("The gzip data cannot be unpacked: " + brokenOff.getMessage());
      }
    }
    return done;
  }

  private static boolean startsWithBom(byte[] buffer, int to) {
    return to >= 3 && buffer[0] == BOM[0] && buffer[1] == BOM[1] && buffer[2] == BOM[2];
  }

  private static int lastLineEnd(byte[] buffer, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (buffer[i] == '\n') {
        return i + 1;
      }
    }
    for (int i = to - 1; i >= to / 2; i--) {
      if (buffer[i] == ' ' || buffer[i] == '\r') {
        return i + 1;
      }
    }
    return to;
  }
}
