package dev.faultbook.server;

import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.TextParts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a zip or tar archive from a stream, in order, without a temporary file.
 *
 * <p>Statements of an archive about itself are not trusted: sizes are counted while reading, names
 * are labels and never paths, and headers are limited in length.
 */
final class ArchiveExtractor {
  /**
   * Compression methods of zip files that the JDK and Commons Compress support without further
   * libraries.
   */
  private static final Set<Integer> READ =
      Set.of(
          ZipMethod.STORED.getCode(),
          ZipMethod.UNSHRINKING.getCode(),
          ZipMethod.IMPLODING.getCode(),
          ZipMethod.DEFLATED.getCode(),
          ZipMethod.ENHANCED_DEFLATED.getCode(),
          ZipMethod.BZIP2.getCode());

  /** Most files in an archive, including folders. */
  static final int MAX_FILES = 4096;

  /**
   * Most bytes of a zip file between two files. Behind the last one follows its directory, with
   * some hundred bytes for each file.
   */
  private static final int MAX_ZIP_HEADER = 1024 * 1024;

  /**
   * Most bytes of the extra fields of a file of a zip; programs write some dozens. Commons Compress
   * searches all of them for each.
   */
  private static final int MAX_EXTRA = 1024;

  /** What unpacking of bzip2 holds in memory, in bytes: a block of 900 kB, and its order. */
  private static final int BZIP2_BLOCK = 5 * 900_000;

  private static final int MAX_NAME = 200;

  private ArchiveExtractor() {}

  /** Receives each file. */
  interface Files {
    /** Reads as much of the file as it needs. */
    void acceptFile(String name, InputStream content) throws IOException;
  }

  /**
   * The limits of unpacking.
   *
   * @param guard counts the unpacked bytes of a zip; those of a tar were counted before
   * @param bytes most bytes of all files together
   * @param room the budget for memory that unpacking takes
   */
  record Limits(InflationGuard guard, long bytes, MemoryBudget room) {}

  /** Whether bytes are the start of a supported archive. */
  static boolean isArchive(byte[] start, int n) {
    return isZip(start, n) || TarArchiveInputStream.matches(start, n);
  }

  private static boolean isZip(byte[] start, int n) {
    return ZipArchiveInputStream.matches(start, n)
        || n >= 4 && start[0] == 'P' && start[1] == 'K' && start[2] == 5 && start[3] == 6;
  }

  /**
   * Passes each file on.
   *
   * @param opened the archive from its start
   * @param limits limits of unpacking
   * @throws RefusedException if it is damaged, encrypted or suspicious
   * @throws LogTooLargeException if the files exceed the limit
   */
  static void extractFiles(TextDecoder.Opened opened, Limits limits, Files files)
      throws IOException {
    Bounded bounded = new Bounded(opened.all(), limits.bytes());
    if (isZip(opened.sample(), opened.n())) {
      extractZip(bounded, limits, files);
    } else {
      extractTar(bounded, limits, files);
    }
  }

  private static void extractTar(Bounded bounded, Limits limits, Files files) throws IOException {
    TarReader tar = new TarReader(bounded);
    int count = 0;
    for (var next = nextEntry(tar, bounded); next.isPresent(); next = nextEntry(tar, bounded)) {
      countFile(++count, limits);
      if (!next.get().folder()) {
        String name = safeLabel(next.get().name());
        passOn(name, new Content(next.get().content(), bounded, name), files);
      }
    }
  }

  private static void extractZip(Bounded bounded, Limits limits, Files files) throws IOException {
    try (ZipArchiveInputStream zip = new ZipArchiveInputStream(bounded, "UTF-8", true, true)) {
      int count = 0;
      for (var entry = nextEntry(zip, bounded); entry != null; entry = nextEntry(zip, bounded)) {
        countFile(++count, limits);
        String name = safeLabel(entry.getName());
        if (entry.getGeneralPurposeBit().usesEncryption()) {
          throw new RefusedException(RefusalReason.ENCRYPTED, name);
        }
        if (entry.getLocalFileDataExtra().length > MAX_EXTRA) {
          throw new RefusedException(RefusalReason.HEADER, MAX_EXTRA / 1024 + " KiB");
        }
        if (!READ.contains(entry.getMethod())) {
          throw new RefusedException(RefusalReason.PACKING);
        }
        if (!entry.isDirectory()) {
          InputStream content = new Content(zip, bounded, name);
          int held = entry.getMethod() == ZipMethod.BZIP2.getCode() ? BZIP2_BLOCK : 0;
          limits.room().reserveBytes(held);
          try {
            passOn(name, limits.guard().countUnpacked(content), files);
          } finally {
            limits.room().releaseBytes(held);
          }
        }
      }
    }
  }

  private static void countFile(int count, Limits limits) {
    limits.guard().checkTime();
    requireFewFiles(count);
  }

  /** Refuses more than {@link #MAX_FILES} files. */
  static void requireFewFiles(int count) {
    if (count > MAX_FILES) {
      throw new RefusedException(RefusalReason.FILES, Integer.toString(MAX_FILES));
    }
  }

  private static void passOn(String name, InputStream content, Files files) throws IOException {
    files.acceptFile(name, content);
    content.transferTo(OutputStream.nullOutputStream());
  }

  private static Optional<TarReader.Entry> nextEntry(TarReader tar, Bounded bounded)
      throws IOException {
    bounded.beginHeader(TarReader.MAX_HEADER);
    try {
      return tar.nextEntry();
    } catch (ZipException damaged) {
      throw new RefusedException(RefusalReason.DAMAGED, "");
    } finally {
      bounded.endHeader();
    }
  }

  private static @Nullable ZipArchiveEntry nextEntry(ZipArchiveInputStream zip, Bounded bounded)
      throws IOException {
    bounded.beginHeader(MAX_ZIP_HEADER);
    try {
      return zip.getNextEntry();
    } catch (LogTooLargeException e) {
      throw e;
    } catch (IOException | IllegalArgumentException damaged) {
      throw new RefusedException(RefusalReason.DAMAGED, "");
    } catch (NoClassDefFoundError method) {
      // Commons Compress needs libraries for Zstandard and XZ that are not included.
      throw new RefusedException(RefusalReason.PACKING);
    } finally {
      bounded.endHeader();
    }
  }

  /**
   * A name that is safe to show: without parent directories, root and control characters, and
   * limited in length.
   */
  static String safeLabel(String name) {
    List<String> parts = new ArrayList<>();
    for (String part : TextParts.splitAt(name.replace('\\', '/'), '/')) {
      StringBuilder clean = new StringBuilder();
      part.codePoints()
          .filter(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT)
          .forEach(clean::appendCodePoint);
      String text = clean.toString().strip();
      boolean drive = text.length() == 2 && text.charAt(1) == ':';
      if (!text.isEmpty() && !text.equals(".") && !text.equals("..") && !drive) {
        parts.add(text);
      }
    }
    String label = String.join("/", parts);
    return label.length() > MAX_NAME ? "…" + label.substring(label.length() - MAX_NAME) : label;
  }

  /** The archive's bytes, with a limit for headers. */
  private static final class Bounded extends WatchedStream {
    private final long limit;
    private long maxHeader = Long.MAX_VALUE;
    private long header;
    private long unpacked;

    Bounded(InputStream in, long limit) {
      super(in);
      this.limit = limit;
    }

    /** From now on bytes belong to the headers of one file. */
    void beginHeader(int max) {
      maxHeader = max;
      header = 0;
    }

    void endHeader() {
      maxHeader = Long.MAX_VALUE;
    }

    /** Counts bytes of a file. */
    void countUnpacked(int n) throws IOException {
      unpacked += n;
      if (unpacked > limit) {
        throw new LogTooLargeException(limit);
      }
    }

    @Override
    protected void afterRead(int n) {
      header += Math.max(0, n);
      if (header > maxHeader) {
        throw new RefusedException(RefusalReason.HEADER, maxHeader / 1024 + " KiB");
      }
    }
  }

  /** The bytes of one file; errors contain its name. */
  private static final class Content extends WatchedStream {
    private final Bounded bounded;
    private final String name;

    Content(InputStream in, Bounded bounded, String name) {
      super(in);
      this.bounded = bounded;
      this.name = name;
    }

    @Override
    protected void afterRead(int n) throws IOException {
      bounded.countUnpacked(Math.max(0, n));
    }

    @Override
    protected void handleIOException(IOException e) throws IOException {
      if (e instanceof LogTooLargeException) {
        throw e;
      }
      throw new RefusedException(RefusalReason.DAMAGED, name);
    }
  }
}
