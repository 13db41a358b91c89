package dev.faultbook.server;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.ProxyInputStream;

/** A stream whose hooks see all bytes, the skipped ones, too, and each of them once. */
abstract class WatchedStream extends ProxyInputStream {
  private static final int MAX_SKIP = 8 * 1024;

  WatchedStream(InputStream in) {
    super(in);
  }

  @Override
  public long skip(long n) throws IOException {
    byte[] nowhere = new byte[Math.clamp(n, 0, MAX_SKIP)];
    return nowhere.length == 0 ? 0 : Math.max(0, read(nowhere, 0, nowhere.length));
  }

  /** Passes an exception of the stream on as it is, which the library would wrap. */
  @Override
  public void close() throws IOException {
    in.close();
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
