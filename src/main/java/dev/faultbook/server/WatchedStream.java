package dev.faultbook.server;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream whose bytes, the skipped ones, too, are all read by one function, which counts them or
 * explains errors. Closing it does nothing: whoever sent the stream closes it.
 */
final class WatchedStream extends FilterInputStream {
  private static final int MAX_SKIP = 8 * 1024;

  private final Reading reading;

  /** Reads as {@link InputStream#read(byte[], int, int)} does. */
  interface Reading {
    int read(InputStream in, byte[] bytes, int at, int length) throws IOException;
  }

  WatchedStream(InputStream in, Reading reading) {
    super(in);
    this.reading = reading;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    return reading.read(in, bytes, at, length);
  }

  @Override
  public long skip(long n) throws IOException {
    byte[] nowhere = new byte[Math.clamp(n, 0, MAX_SKIP)];
    return nowhere.length == 0 ? 0 : Math.max(0, read(nowhere, 0, nowhere.length));
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void close() {
    // See above.
  }
}
