package dev.faultbook.server;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.TextParts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.apache.commons.io.function.IOBiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a zip or tar archive from a stream, in order, without a temporary file.
 *
 * <p>Statements of an archive about itself are not trusted: sizes are counted while reading, names
 * are labels and never paths, and headers are limited in length. Sparse files are refused, because
 * a log has no holes.
 */
final class ArchiveExtractor {
  /** Compression methods of zip files that Commons Compress reads without further libraries. */
  private static final Set<ZipMethod> READ =
      EnumSet.of(
          ZipMethod.STORED,
          ZipMethod.UNSHRINKING,
          ZipMethod.IMPLODING,
          ZipMethod.DEFLATED,
          ZipMethod.ENHANCED_DEFLATED,
          ZipMethod.BZIP2);

  /** Most files in an archive, including folders. */
  static final int MAX_FILES = 4096;

  /** Most bytes of the headers of one file of a tar; a path has some hundred. */
  private static final int MAX_TAR_HEADER = 64 * 1024;

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

  private final InflationGuard guard;
  private final long limit;
  private final MemoryBudget room;
  private final IOBiConsumer<String, InputStream> files;
  private long header;
  private long maxHeader = Long.MAX_VALUE;
  private long unpacked;

  /**
   * @param guard counts the unpacked bytes of a zip; those of a tar were counted before
   * @param limit most bytes of all files together
   * @param room the budget for memory that unpacking takes
   * @param files receives each file, and reads as much of it as it needs
   */
  ArchiveExtractor(
      InflationGuard guard,
      long limit,
      MemoryBudget room,
      IOBiConsumer<String, InputStream> files) {
    this.guard = guard;
    this.limit = limit;
    this.room = room;
    this.files = files;
  }

  /** Whether bytes are the start of a supported archive. */
  static boolean isArchive(byte[] start) {
    return isZip(start) || TarArchiveInputStream.matches(start, start.length);
  }

  private static boolean isZip(byte[] start) {
    return ZipArchiveInputStream.matches(start, start.length);
  }

  /**
   * Passes each file on.
   *
   * @throws RefusedException if the archive is damaged, encrypted or suspicious
   * @throws LogTooLargeException if the files exceed the limit
   */
  void extractFiles(TextDecoder.Opened opened) throws IOException {
    InputStream packed = new WatchedStream(opened.all(), this::readPacked);
    // The bytes of a name in a tar may be in any character set.
    try (ArchiveInputStream<?> archive =
        isZip(opened.sample())
            ? new ZipArchiveInputStream(packed, "UTF-8", true, true)
            : new TarArchiveInputStream(packed, StandardCharsets.ISO_8859_1.name())) {
      int count = 0;
      for (var entry = nextEntry(archive); entry != null; entry = nextEntry(archive)) {
        guard.deadline().checkTime();
        requireFewFiles(++count);
        String name = safeLabel(decodeName(entry.getName()));
        requireReadable(entry, name);
        if (!entry.isDirectory()) {
          passOn(name, entry, archive);
        }
      }
    }
  }

  private @Nullable ArchiveEntry nextEntry(ArchiveInputStream<?> archive) throws IOException {
    header = 0;
    maxHeader = archive instanceof ZipArchiveInputStream ? MAX_ZIP_HEADER : MAX_TAR_HEADER;
    try {
      return archive.getNextEntry();
    } catch (LogTooLargeException e) {
      throw e;
    } catch (IOException | IllegalArgumentException damaged) {
      throw new RefusedException(RefusalReason.DAMAGED, "");
    } catch (NoClassDefFoundError method) {
      // Commons Compress needs libraries for Zstandard and XZ that are not included.
      throw new RefusedException(RefusalReason.PACKING);
    } finally {
      maxHeader = Long.MAX_VALUE;
    }
  }

  private int readPacked(InputStream in, byte[] bytes, int at, int length) throws IOException {
    int n = in.read(bytes, at, length);
    header += Math.max(0, n);
    if (header > maxHeader) {
      throw new RefusedException(RefusalReason.HEADER, maxHeader / 1024 + " KiB");
    }
    return n;
  }

  private static void requireReadable(ArchiveEntry entry, String name) {
    switch (entry) {
      case TarArchiveEntry file when !file.isCheckSumOK() ->
          throw new RefusedException(RefusalReason.DAMAGED, "");
      case TarArchiveEntry file when file.isSparse() ->
          throw new RefusedException(RefusalReason.SPARSE, name);
      case ZipArchiveEntry file when file.getGeneralPurposeBit().usesEncryption() ->
          throw new RefusedException(RefusalReason.ENCRYPTED, name);
      case ZipArchiveEntry file when file.getLocalFileDataExtra().length > MAX_EXTRA ->
          throw new RefusedException(RefusalReason.HEADER, MAX_EXTRA / 1024 + " KiB");
      case ZipArchiveEntry file when !READ.contains(ZipMethod.getMethodByCode(file.getMethod())) ->
          throw new RefusedException(RefusalReason.PACKING);
      default -> {
        // It can be read.
      }
    }
  }

  /** Refuses more than {@link #MAX_FILES} files. */
  static void requireFewFiles(int count) {
    if (count > MAX_FILES) {
      throw new RefusedException(RefusalReason.FILES, Integer.toString(MAX_FILES));
    }
  }

  private void passOn(String name, ArchiveEntry entry, InputStream archive) throws IOException {
    boolean bzip2 =
        entry instanceof ZipArchiveEntry file && file.getMethod() == ZipMethod.BZIP2.getCode();
    int block = bzip2 ? BZIP2_BLOCK : 0;
    InputStream named =
        new WatchedStream(
            archive, (in, bytes, at, length) -> readFile(name, in, bytes, at, length));
    InputStream content = entry instanceof ZipArchiveEntry ? guard.countUnpacked(named) : named;
    room.reserveBytes(block);
    try {
      files.accept(name, content);
      content.transferTo(OutputStream.nullOutputStream());
    } finally {
      room.releaseBytes(block);
    }
  }

  private int readFile(String name, InputStream archive, byte[] bytes, int at, int length)
      throws IOException {
    int n;
    try {
      n = archive.read(bytes, at, length);
    } catch (LogTooLargeException e) {
      throw e;
    } catch (IOException damaged) {
      throw new RefusedException(RefusalReason.DAMAGED, name);
    }
    unpacked += Math.max(0, n);
    if (unpacked > limit) {
      throw new LogTooLargeException(limit);
    }
    return n;
  }

  /**
   * The name of a file that a browser or an archive sends as bytes, mostly in UTF-8.
   *
   * @param name each byte as a character of Latin-1; a name that states its character set is
   *     decoded already and stays as it is
   */
  static String decodeName(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
    return name.chars().anyMatch(c -> c > 0xff) ? name : Lines.decodeText(bytes, 0, bytes.length);
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
}
