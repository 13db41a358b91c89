package dev.faultbook.server;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A gzip stream that ends where it is truncated, because the end of a log is often cut off. */
final class TruncatedGzip extends FilterInputStream {
  TruncatedGzip(GZIPInputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    return SingleByte.readFrom(this);
  }

  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    try {
      return in.read(bytes, at, length);
    } catch (EOFException truncated) {
      return -1;
    } catch (StackOverflowError manyMembers) {
      // GZIPInputStream nests a stream for each member of a file, and recurses over empty ones.
      throw new ZipException("More members of a gzip file than can be read");
    }
  }
}
