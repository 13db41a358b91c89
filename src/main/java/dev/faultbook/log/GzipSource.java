package dev.faultbook.log;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The packed bytes of a gzip file, for {@link GZIPInputStream}, which reads headers byte by byte.
 *
 * <p>A header may hold a file name and a comment of any length. Those of one member may take {@link
 * #MAX_HEADER} bytes together. Bytes are read in blocks, because a file of many members has as many
 * headers.
 */
public final class GzipSource extends FilterInputStream {
  /** Most bytes of a header that are read one by one. */
  static final int MAX_HEADER = 64 * 1024;

  private final byte[] block = new byte[4096];
  private int at;
  private int end;
  private int single;

  private GzipSource(InputStream in) {
    super(in);
  }

  /**
   * Unpacks a gzip file.
   *
   * @throws ZipException if it does not begin with the header of a gzip file, or with a longer one
   *     than any program writes
   */
  public static GZIPInputStream unpack(InputStream in) throws IOException {
    return new GZIPInputStream(new GzipSource(in), 64 * 1024);
  }

  @Override
  public int read() throws IOException {
    if (++single > MAX_HEADER) {
      throw new ZipException("the header is too long");
    }
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(block, 0, block.length));
    }
    return at < end ? block[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    single = 0;
    if (at == end) {
      return in.read(bytes, from, length);
    }
    int n = Math.min(length, end - at);
    System.arraycopy(block, at, bytes, from, n);
    at += n;
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    byte[] nowhere = new byte[Math.clamp(n, 0, block.length)];
    return nowhere.length == 0 ? 0 : Math.max(0, read(nowhere, 0, nowhere.length));
  }

  @Override
  public int available() {
    return 1; // makes GZIPInputStream read the next member, which may still have to arrive
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
