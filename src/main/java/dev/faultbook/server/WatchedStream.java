package dev.faultbook.server;

import java.io.IOException;
import java.io.InputStream;

/**
 * A stream whose bytes, the skipped ones, too, are all read by one function, which counts them or
 * explains errors. Closing it does nothing: whoever sent the stream closes it.
 */
final class WatchedStream extends InputStream {
  private final InputStream in;
  private final Reading reading;

  /** Reads as {@link InputStream#read(byte[], int, int)} does. */
  interface Reading {
    int read(InputStream in, byte[] bytes, int at, int length) throws IOException;
  }

  WatchedStream(InputStream in, Reading reading) {
    this.in = in;
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
  public int available() throws IOException {
    return in.available();
  }
}
