package dev.faultbook.server;

import dev.faultbook.log.FileNames;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A log in memory, compressed to about a tenth of its size: an upload can be slow while a diagnosis
 * is fast, and a page reads the log a second time to show it.
 *
 * <p>Files are sorted by name, with numbers compared by value, so that the answer does not depend
 * on the order of upload.
 *
 * <p>The caller must close it to release its memory.
 */
public final class InMemoryLog implements LogFiles, AutoCloseable {
  private final List<Held> files;
  private final List<String> skipped;
  private final Duration unpackingTime;
  private final MemoryBudget room;
  private final long taken;

  private InMemoryLog(List<Held> files, Receiver receiver) {
    this.files = List.copyOf(files);
    this.skipped = List.copyOf(receiver.skipped);
    this.unpackingTime = receiver.guard.deadline().spent();
    this.room = receiver.room;
    this.taken = receiver.taken;
  }

  /** One file, as a gzip file in pieces. */
  private record Held(String name, List<byte[]> packed, long bytes, long lines, boolean lineEnd) {
    InputStream open() throws IOException {
      List<ByteArrayInputStream> pieces = packed.stream().map(ByteArrayInputStream::new).toList();
      return new GZIPInputStream(
          new SequenceInputStream(Collections.enumeration(pieces)), 64 * 1024);
    }
  }

  @Override
  public int count() {
    return files.size();
  }

  @Override
  public String name(int file) {
    return files.get(file).name();
  }

  @Override
  public InputStream openFile(int file) throws IOException {
    return files.get(file).open();
  }

  /** The number of lines of a file, including a last one without a newline. */
  public long lineCount(int file) {
    return files.get(file).lines();
  }

  @Override
  public List<String> skippedFiles() {
    return skipped;
  }

  /** Time that its whole request took to unpack, without waiting for the client. */
  @Override
  public Duration unpackingTime() {
    return unpackingTime;
  }

  /** The uncompressed text of all files; each file begins a new line. */
  public InputStream open() throws IOException {
    List<InputStream> all = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      all.add(files.get(i).open());
      if (!files.get(i).lineEnd() && i + 1 < files.size()) {
        all.add(new ByteArrayInputStream(new byte[] {'\n'}));
      }
    }
    return new SequenceInputStream(Collections.enumeration(all));
  }

  /** The number of uncompressed bytes. */
  public long byteCount() {
    return files.stream().mapToLong(Held::bytes).sum();
  }

  /** The number of compressed bytes. */
  public long packedBytes() {
    return taken;
  }

  /**
   * The log as one file that can be sent again: gzip, or a compressed tar archive of several files.
   */
  public byte[] toPackedFile() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (files.size() == 1) {
      files.getFirst().packed().forEach(out::writeBytes);
      return out.toByteArray();
    }
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new Fast(out), "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Held file : files) {
        TarArchiveEntry entry = new TarArchiveEntry(file.name());
        entry.setSize(file.bytes());
        tar.putArchiveEntry(entry);
        file.open().transferTo(tar);
        tar.closeArchiveEntry();
      }
    }
    return out.toByteArray();
  }

  /**
   * The log as text, decoded line by line.
   *
   * @param limit most bytes that are decoded
   * @throws LogTooLargeException if the log is larger
   */
  public String toText(long limit) throws IOException {
    if (byteCount() > limit) {
      throw new LogTooLargeException(limit);
    }
    StringBuilder text = new StringBuilder((int) byteCount());
    byte[] all = open().readAllBytes();
    for (int from = 0; from < all.length; ) {
      int next = Math.min(Lines.lineEnd(all, from, all.length) + 1, all.length);
      text.append(Lines.decodeText(all, from, next));
      from = next;
    }
    return text.toString();
  }

  /**
   * Whether a stream that supports {@link InputStream#mark} begins an archive; otherwise it begins
   * a text. Resets the stream to its start.
   *
   * @throws RefusedException if it begins neither
   */
  public static boolean detectArchive(InputStream in) throws IOException {
    in.mark(TextDecoder.MAX_LOOK);
    try {
      TextDecoder.Opened opened =
          TextDecoder.openText(in, new InflationGuard(Long.MAX_VALUE, Duration.ZERO));
      if (!opened.isArchive() && !opened.isText()) {
        throw new RefusedException(RefusalReason.BINARY);
      }
      return opened.isArchive();
    } finally {
      in.reset();
    }
  }

  @Override
  public void close() {
    room.releaseBytes(taken);
  }

  /**
   * Receives a log in one or several parts. The caller must close it, whether or not it produced a
   * log.
   */
  public static final class Receiver implements AutoCloseable {
    private static final int PIECE = 64 * 1024;

    /** What receiving takes besides the packed log: buffers of this class, of gzip and of forms. */
    private static final int BUFFERS = 256 * 1024;

    private final long limit;
    private final MemoryBudget room;
    private final byte[] buffer = new byte[PIECE];
    private final List<Held> files = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private InflationGuard guard;
    private int members;
    private long bytes;
    private long taken;
    private int parts;
    private boolean archive;

    /**
     * @param limit most bytes of uncompressed text
     * @param room the budget for its memory
     */
    public Receiver(long limit, MemoryBudget room) {
      this(limit, room, Duration.ZERO);
    }

    /**
     * @param maxTime longest time of unpacking, without waiting for the client; zero for no limit
     */
    Receiver(long limit, MemoryBudget room, Duration maxTime) {
      room.reserveBytes(BUFFERS);
      this.limit = limit;
      this.room = room;
      this.guard = new InflationGuard(limit, maxTime);
    }

    /** Counts received and unpacked bytes; other fields of a form count, too. */
    InflationGuard guard() {
      return guard;
    }

    /** Counts together with another log of the same request from now on. */
    void countWith(Receiver other) {
      guard = other.guard;
      guard.addLog(limit);
    }

    /**
     * Reads a part to its end: plain or gzip, UTF-8 or UTF-16, or a zip or tar archive of such
     * files, detected by content. A part without text adds nothing; a file of an archive that is
     * not text is skipped.
     *
     * @param name name of the file; empty if it has none
     * @throws LogTooLargeException if the parts together exceed the limit
     * @throws RefusedException if it is not text, or an unsupported archive
     * @throws RefusedException if no memory is left at the moment
     * @throws dev.faultbook.log.TimeLimitException if unpacking takes too long
     */
    public void add(String name, InputStream raw) throws IOException {
      addPart(name, guard.countReceived(raw), Optional.empty());
    }

    /** Names what its source did not give; the answer lists it with the files that were skipped. */
    void leaveOut(String what) {
      skipped.add(what);
    }

    /**
     * Reads a part of a request whose received bytes were already counted by {@link #guard}.
     *
     * @param declared the character set that the client declared, if any
     */
    void addPart(String name, InputStream raw, Optional<Charset> declared) throws IOException {
      parts++;
      TextDecoder.Opened opened = TextDecoder.openText(raw, guard);
      if (opened.isArchive()) {
        archive = true;
        new ArchiveExtractor(guard, limit, room, this::addMember).extractFiles(opened);
      } else {
        String label = name.isBlank() ? "part " + parts : ArchiveExtractor.safeLabel(name);
        addText(label, opened.toUtf8(declared));
      }
    }

    private void addMember(String name, InputStream content) throws IOException {
      ArchiveExtractor.requireFewFiles(++members);
      TextDecoder.Opened opened;
      try {
        opened = TextDecoder.openText(content, guard);
      } catch (RefusedException e) {
        if (e.refusal() != RefusalReason.GZIP) {
          throw e;
        }
        skipped.add(name);
        return;
      }
      if (opened.isArchive()) {
        throw new RefusedException(RefusalReason.NESTED, name);
      }
      InputStream text;
      try {
        text = opened.toUtf8(Optional.empty());
      } catch (RefusedException e) {
        if (e.refusal() != RefusalReason.BINARY) {
          throw e;
        }
        skipped.add(name);
        return;
      }
      addText(name, text);
    }

    /** Adds a file; a blank one is left out. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void addText(String name, InputStream text) throws IOException {
      List<byte[]> pieces = new ArrayList<>();
      long before = bytes;
      long lines = 0;
      boolean blank = true;
      int last = '\n';
      try (OutputStream out = new Fast(packInto(pieces))) {
        int n = text.readNBytes(buffer, 0, buffer.length);
        while (n > 0) {
          bytes += n;
          if (bytes > limit) {
            throw new LogTooLargeException(limit);
          }
          blank = blank && isBlank(n);
          out.write(buffer, 0, n);
          lines += Lines.countNewlines(buffer, 0, n);
          last = buffer[n - 1];
          // Uploads on virtual threads, which nobody interrupts, share the processors.
          Thread.yield();
          n = text.readNBytes(buffer, 0, buffer.length);
        }
      }
      if (blank) {
        bytes = before;
        return;
      }
      ArchiveExtractor.requireFewFiles(files.size() + 1);
      boolean lineEnd = last == '\n';
      files.add(new Held(name, pieces, bytes - before, lineEnd ? lines : lines + 1, lineEnd));
    }

    /** Bytes go into pieces, so that growing copies nothing. */
    private OutputStream packInto(List<byte[]> pieces) {
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int at, int length) {
          room.reserveBytes(length);
          taken += length;
          pieces.add(Arrays.copyOfRange(bytes, at, at + length));
        }
      };
    }

    /**
     * The log that was received.
     *
     * @throws RefusedException if it contains no text
     */
    public InMemoryLog finishLog() {
      if (files.isEmpty()) {
        throw new RefusedException(
            archive && !skipped.isEmpty() ? RefusalReason.NO_TEXT : RefusalReason.EMPTY);
      }
      // The end of a gzip file has its checksum and tells files of one name apart.
      files.sort(
          Comparator.comparing(Held::name, FileNames.ORDER)
              .thenComparingLong(Held::bytes)
              .thenComparing(file -> file.packed().getLast(), Arrays::compare));
      InMemoryLog log = new InMemoryLog(withDistinctNames(files), this);
      taken = 0;
      return log;
    }

    /** Files of equal names are distinguished by a number. */
    private static List<Held> withDistinctNames(List<Held> files) {
      Map<String, Integer> seen = new HashMap<>();
      return files.stream()
          .map(
              file -> {
                int times = seen.merge(file.name(), 1, Integer::sum);
                String name = times == 1 ? file.name() : file.name() + " (" + times + ")";
                return new Held(name, file.packed(), file.bytes(), file.lines(), file.lineEnd());
              })
          .toList();
    }

    @Override
    public void close() {
      room.releaseBytes(BUFFERS + taken);
    }

    private boolean isBlank(int n) {
      for (int i = 0; i < n; i++) {
        if (buffer[i] > ' ' || buffer[i] < 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** Compresses at the fastest level, because the log is kept only for seconds. */
  private static final class Fast extends GZIPOutputStream {
    Fast(OutputStream out) throws IOException {
      super(out, 16 * 1024);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
