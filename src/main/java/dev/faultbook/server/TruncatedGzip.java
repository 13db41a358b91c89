package dev.faultbook.server;

import dev.faultbook.log.GzipSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** A gzip stream that ends where it is truncated, because the end of a log is often cut off. */
final class TruncatedGzip extends WatchedStream {
  TruncatedGzip(InputStream packed) throws IOException {
    super(GzipSource.unpack(packed));
  }

  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    try {
      return super.read(bytes, at, length);
    } catch (StackOverflowError manyMembers) {
      // GZIPInputStream nests a stream for each member of a file, and recurses over empty ones.
      throw new ZipException("More members of a gzip file than can be read");
    }
  }

  @Override
  protected void handleIOException(IOException e) throws IOException {
    if (!(e instanceof EOFException)) {
      throw e;
    }
  }
}
