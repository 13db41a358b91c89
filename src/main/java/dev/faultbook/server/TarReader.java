package dev.faultbook.server;

import dev.faultbook.log.Lines;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the names and sizes of the files of a tar archive, and nothing else of their headers.
 *
 * <p>Reads what GNU tar, bsdtar, {@code git archive} and Python write: POSIX ustar and pax headers,
 * and long names of GNU tar. The work is linear in the length of the archive, whatever its headers
 * say: each is read once and forgotten with its file. Headers for all later files (pax global
 * headers, in which {@code git archive} names the commit) are skipped. Sparse files are refused,
 * because a log has no holes.
 */
final class TarReader extends InputStream {
  /** Most bytes of the headers of one file; a path has some hundred. */
  static final int LONGEST_HEADER = 64 * 1024;

  private static final int BLOCK = 512;

  /** Blocks are written in groups; the last group is filled with zeros. */
  private static final int GROUP = 20 * BLOCK;

  // Fields of a header (POSIX.1-2017, pax, "ustar Header Block").
  private static final int NAME_END = 100;
  private static final int SIZE = 124;
  private static final int SIZE_END = 136;
  private static final int CHECKSUM = 148;
  private static final int CHECKSUM_END = 156;
  private static final int TYPE = 156;
  private static final int MAGIC = 257;
  private static final int PREFIX = 345;
  private static final int PREFIX_END = 500;

  /** The program {@code star} shortens the prefix and marks the end of the block with "tar". */
  private static final int STAR_PREFIX_END = 476;

  private static final int STAR_MARK = 508;

  private final InputStream in;
  private final byte[] block = new byte[BLOCK];
  private long position;
  private long left;
  private int padding;

  /**
   * A file, folder or link.
   *
   * @param name name as the archive has it
   * @param folder whether it is a folder
   */
  record Entry(String name, boolean folder) {}

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
  TarReader(InputStream in) {
    this.in = in;
  }

  /**
   * Skips the rest of the current file and reads the headers of the next one.
   *
   * @return empty at the end of the archive
   * @throws RefusedException if a header is damaged or too long, or the file is sparse
   */
  Optional<Entry> nextEntry() throws IOException {
    skipBytes(left + padding);
    left = 0;
    padding = 0;
    Extended more = new Extended();
    for (boolean first = true; readBlock(first); first = false) {
      if (isZero()) {
        long begun = position % GROUP;
        in.readNBytes(begun == 0 ? 0 : (int) (GROUP - begun));
        return Optional.empty();
      }
      requireChecksum();
      long size = parseNumber(SIZE, SIZE_END);
      switch (block[TYPE]) {
        case 'x', 'X' -> readRecords(readHeader(size), more);
        case 'L' -> {
          byte[] name = readHeader(size);
          more.longName = decode(name, 0, name.length);
        }
        case 'g', 'K' -> skipBytes(size + paddingOf(size));
        default -> {
          return Optional.of(openEntry(size, more));
        }
      }
    }
    return Optional.empty();
  }

  private Entry openEntry(long ownSize, Extended more) throws IOException {
    String name = headerName();
    if (more.path != null) {
      name = more.path;
    } else if (more.longName != null) {
      name = more.longName;
    }
    byte type = block[TYPE];
    if (more.sparse || type == 'S') {
      String own = more.sparseName == null ? name : more.sparseName;
      throw new RefusedException(RefusalReason.SPARSE, ArchiveExtractor.safeLabel(own));
    }
    boolean folder = type == '5' || name.endsWith("/");
    // Symbolic links, devices, folders and pipes have no content, whatever their size says.
    boolean empty = folder || type >= '2' && type <= '6';
    long size = more.size >= 0 ? more.size : ownSize;
    left = empty ? 0 : size;
    padding = paddingOf(left);
    return new Entry(name, folder);
  }

  private String headerName() {
    String name = decode(block, 0, NAME_END);
    // GNU tar writes times into the place of the prefix.
    boolean gnu = block[MAGIC + 5] == ' ';
    boolean star =
        block[STAR_MARK] == 't' && block[STAR_MARK + 1] == 'a' && block[STAR_MARK + 2] == 'r';
    String prefix = gnu ? "" : decode(block, PREFIX, star ? STAR_PREFIX_END : PREFIX_END);
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /** Text up to the first NUL. */
  private static String decode(byte[] bytes, int from, int most) {
    int end = from;
    while (end < most && bytes[end] != 0) {
      end++;
    }
    return Lines.decodeText(bytes, from, end);
  }

  /** Reads pax records, {@code LENGTH KEY=VALUE\n}, of which the last of a key holds. */
  private static void readRecords(byte[] records, Extended more) throws IOException {
    for (int at = 0; at < records.length; ) {
      int key = at;
      int length = 0;
      while (key < records.length && length < records.length && isDigit(records[key])) {
        length = length * 10 + records[key++] - '0';
      }
      int end = at + length;
      if (end > records.length
          || key + 1 >= end
          || records[key] != ' '
          || records[end - 1] != '\n') {
        throw broken();
      }
      int equals = ++key;
      while (equals < end && records[equals] != '=') {
        equals++;
      }
      if (equals == end) {
        throw broken();
      }
      String name = new String(records, key, equals - key, StandardCharsets.ISO_8859_1);
      applyRecord(name, Lines.decodeText(records, equals + 1, end - 1), more);
      at = end;
    }
  }

  private static void applyRecord(String key, String value, Extended more) throws IOException {
    switch (key) {
      case "path" -> more.path = value.isEmpty() ? null : value;
      case "size" -> more.size = value.isEmpty() ? -1 : parseSize(value);
      case "SCHILY.filetype" -> more.sparse |= value.equals("sparse");
      case "GNU.sparse.name" -> {
        more.sparse = true;
        more.sparseName = value;
      }
      default -> more.sparse |= key.startsWith("GNU.sparse.");
    }
  }

  private static long parseSize(String value) throws IOException {
    try {
      long size = Long.parseLong(value);
      if (size >= 0 && size <= Long.MAX_VALUE - BLOCK) {
        return size;
      }
    } catch (NumberFormatException damaged) {
      // Reported below.
    }
    throw broken();
  }

  private byte[] readHeader(long size) throws IOException {
    if (size > LONGEST_HEADER) {
      throw new RefusedException(RefusalReason.HEADER, LONGEST_HEADER / 1024 + " KiB");
    }
    byte[] header = new byte[(int) size];
    if (in.readNBytes(header, 0, header.length) < header.length) {
      throw broken();
    }
    position += header.length;
    skipBytes(paddingOf(size));
    return header;
  }

  /**
   * Reads a block; false at the end of the archive.
   *
   * @param mayEnd whether the archive may end here, although without the blocks of zeros
   */
  private boolean readBlock(boolean mayEnd) throws IOException {
    int n = in.readNBytes(block, 0, BLOCK);
    position += n;
    if (n == 0 && mayEnd) {
      return false;
    }
    if (n < BLOCK) {
      throw broken();
    }
    return true;
  }

  private boolean isZero() {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /** Old programs add signed bytes. */
  private void requireChecksum() throws IOException {
    long unsigned = 0;
    long signed = 0;
    for (int i = 0; i < BLOCK; i++) {
      byte b = i >= CHECKSUM && i < CHECKSUM_END ? (byte) ' ' : block[i];
      unsigned += b & 0xff;
      signed += b;
    }
    long stated = parseNumber(CHECKSUM, CHECKSUM_END);
    if (stated != unsigned && stated != signed) {
      throw broken();
    }
  }

  /** A number in octal digits, or in binary if its first bit is set, as for 8 GiB and more. */
  private long parseNumber(int from, int end) throws IOException {
    if (block[from] < 0) {
      long value = block[from] & 0x7f;
      for (int i = from + 1; i < end; i++) {
        if (value > Long.MAX_VALUE >> 9) {
          throw broken();
        }
        value = value << 8 | block[i] & 0xff;
      }
      return value;
    }
    int at = from;
    while (at < end && block[at] == ' ') {
      at++;
    }
    long value = 0;
    for (; at < end && block[at] != 0 && block[at] != ' '; at++) {
      if (block[at] < '0' || block[at] > '7') {
        throw broken();
      }
      value = value << 3 | block[at] - '0';
    }
    return value;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static int paddingOf(long size) {
    return (int) (-size & BLOCK - 1);
  }

  private static RefusedException broken() {
    return new RefusedException(RefusalReason.DAMAGED, "");
  }

  private void skipBytes(long n) throws IOException {
    try {
      in.skipNBytes(n);
    } catch (EOFException truncated) {
      throw broken();
    }
    position += n;
  }

  @Override
  public int read() throws IOException {
    return SingleByte.readFrom(this);
  }

  /**
   * Reads bytes of the current file; -1 at its end.
   *
   * @throws EOFException if the archive ends before the file
   */
  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    int n = in.read(bytes, at, (int) Math.min(length, left));
    if (n < 0) {
      throw new EOFException();
    }
    position += n;
    left -= n;
    return n;
  }
}
