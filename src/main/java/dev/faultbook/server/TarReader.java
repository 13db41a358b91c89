package dev.faultbook.server;

import dev.faultbook.log.Lines;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipEncoding;
import org.apache.commons.compress.archivers.zip.ZipEncodingHelper;
import org.apache.commons.io.input.BoundedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the names and sizes of the files of a tar archive, and nothing else of their headers.
 *
 * <p>Commons Compress reads each header block; its stream is not used, because it applies pax
 * global headers to every later file and strips slashes one by one, which is not linear. Here a
 * header is read once and forgotten with its file, and global headers, in which {@code git archive}
 * names the commit, are skipped. Sparse files are refused, because a log has no holes.
 */
final class TarReader {
  /** Most bytes of the headers of one file; a path has some hundred. */
  static final int MAX_HEADER = 64 * 1024;

  private static final int BLOCK = TarConstants.DEFAULT_RCDSIZE;

  /** Blocks are written in groups; the last group is filled with zeros. */
  private static final int GROUP = TarConstants.DEFAULT_BLKSIZE;

  /** Keeps the bytes of a name, which may be in any character set. */
  private static final ZipEncoding BYTES =
      ZipEncodingHelper.getZipEncoding(StandardCharsets.ISO_8859_1.name());

  private final BoundedInputStream in;
  private long end;

  /**
   * A file, folder or link.
   *
   * @param name name as the archive has it
   * @param folder whether it is a folder
   * @param content its bytes; ends early where the archive is truncated
   */
  record Entry(String name, boolean folder, InputStream content) {}

  /** What the headers of a file say in front of its last one. */
  private static final class Extended {
    private @Nullable String path;
    private @Nullable String longName;
    private @Nullable String sparseName;
    private long size = -1;
    private boolean sparse;
  }

  /**
   * @param in the archive from its start; limits the length of the headers of a file
   */
  TarReader(InputStream in) throws IOException {
    this.in = BoundedInputStream.builder().setInputStream(in).get();
  }

  /**
   * Skips the rest of the current file and reads the headers of the next one.
   *
   * @return empty at the end of the archive
   * @throws RefusedException if a header is damaged or too long, or the file is sparse
   */
  Optional<Entry> nextEntry() throws IOException {
    try {
      in.skipNBytes(end - in.getCount());
      return readHeaders();
    } catch (EOFException | IllegalArgumentException damaged) {
      throw broken();
    }
  }

  private Optional<Entry> readHeaders() throws IOException {
    Extended more = new Extended();
    for (boolean first = true; ; first = false) {
      byte[] block = in.readNBytes(BLOCK);
      // Some programs leave the blocks of zeros at the end out.
      if (first && block.length == 0) {
        return Optional.empty();
      }
      if (block.length < BLOCK) {
        throw broken();
      }
      if (isZero(block)) {
        in.readNBytes((int) ((GROUP - in.getCount() % GROUP) % GROUP));
        return Optional.empty();
      }
      TarArchiveEntry header = parseBlock(block);
      switch (header.getLinkFlag()) {
        case TarConstants.LF_PAX_EXTENDED_HEADER_LC, TarConstants.LF_PAX_EXTENDED_HEADER_UC ->
            readRecords(readHeader(header.getSize()), more);
        case TarConstants.LF_GNUTYPE_LONGNAME -> {
          byte[] name = readHeader(header.getSize());
          int nul = 0;
          while (nul < name.length && name[nul] != 0) {
            nul++;
          }
          more.longName = Lines.decodeText(name, 0, nul);
        }
        case TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER, TarConstants.LF_GNUTYPE_LONGLINK ->
            in.skipNBytes(paddedSize(header.getSize()));
        default -> {
          return Optional.of(openEntry(header, more));
        }
      }
    }
  }

  private static boolean isZero(byte[] block) {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  private static TarArchiveEntry parseBlock(byte[] block) {
    TarArchiveEntry header;
    try {
      header = new TarArchiveEntry(block, BYTES, true);
    } catch (IOException | IllegalArgumentException damaged) {
      throw broken();
    }
    if (!header.isCheckSumOK()) {
      throw broken();
    }
    return header;
  }

  private Entry openEntry(TarArchiveEntry header, Extended more) throws IOException {
    byte[] bytes = header.getName().getBytes(StandardCharsets.ISO_8859_1);
    String name = Lines.decodeText(bytes, 0, bytes.length);
    if (more.path != null) {
      name = more.path;
    } else if (more.longName != null) {
      name = more.longName;
    }
    byte type = header.getLinkFlag();
    if (more.sparse || type == TarConstants.LF_GNUTYPE_SPARSE) {
      String own = more.sparseName == null ? name : more.sparseName;
      throw new RefusedException(RefusalReason.SPARSE, ArchiveExtractor.safeLabel(own));
    }
    boolean folder = type == TarConstants.LF_DIR || name.endsWith("/");
    long size = more.size >= 0 ? more.size : header.getSize();
    // Symbolic links, devices, folders and pipes have no content, whatever their size says.
    if (folder || type >= TarConstants.LF_SYMLINK && type <= TarConstants.LF_FIFO) {
      size = 0;
    }
    end = in.getCount() + paddedSize(size);
    return new Entry(
        name,
        folder,
        BoundedInputStream.builder()
            .setInputStream(in)
            .setMaxCount(size)
            .setPropagateClose(false)
            .get());
  }

  /** Reads pax records, {@code LENGTH KEY=VALUE\n}, of which the last of a key holds. */
  private static void readRecords(byte[] records, Extended more) {
    for (int at = 0; at < records.length; ) {
      int space = indexOf(records, ' ', at, Math.min(records.length, at + 10));
      int length = Integer.parseInt(new String(records, at, space - at, StandardCharsets.US_ASCII));
      int end = at + length;
      if (end > records.length || end < space + 2 || records[end - 1] != '\n') {
        throw broken();
      }
      int equals = indexOf(records, '=', space, end);
      String key = new String(records, space + 1, equals - space - 1, StandardCharsets.ISO_8859_1);
      applyRecord(key, Lines.decodeText(records, equals + 1, end - 1), more);
      at = end;
    }
  }

  private static int indexOf(byte[] bytes, char wanted, int from, int end) {
    for (int i = from; i < end; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    throw broken();
  }

  private static void applyRecord(String key, String value, Extended more) {
    switch (key) {
      case "path" -> more.path = value.isEmpty() ? null : value;
      case "size" -> {
        // A record without a value takes back what an earlier one said.
        more.size = value.isEmpty() ? -1 : Long.parseLong(value);
        if (value.startsWith("-")) {
          throw broken();
        }
      }
      case "SCHILY.filetype" -> more.sparse |= value.equals("sparse");
      case "GNU.sparse.name" -> {
        more.sparse = true;
        more.sparseName = value;
      }
      default -> more.sparse |= key.startsWith("GNU.sparse.");
    }
  }

  private byte[] readHeader(long size) throws IOException {
    if (size > MAX_HEADER) {
      throw new RefusedException(RefusalReason.HEADER, MAX_HEADER / 1024 + " KiB");
    }
    byte[] header = in.readNBytes((int) size);
    in.skipNBytes(paddedSize(size) - header.length);
    return header;
  }

  /** The length of content with the zeros that fill its last block. */
  private static long paddedSize(long size) {
    // No archive of this size is sent; it would overflow where it is added up.
    if (size > Long.MAX_VALUE / 2) {
      throw broken();
    }
    return (size + BLOCK - 1) / BLOCK * BLOCK;
  }

  private static RefusedException broken() {
    return new RefusedException(RefusalReason.DAMAGED, "");
  }
}
