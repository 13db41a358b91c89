package dev.faultbook.server;

import java.io.IOException;
import java.io.InputStream;

/** Reads single bytes from streams that implement block reads, with the same semantics. */
final class SingleByte {
  private SingleByte() {}

  /**
   * Implements {@link InputStream#read()} by a block of one byte.
   *
   * @param stream a stream whose {@link InputStream#read(byte[], int, int)} does not call this
   */
  static int readFrom(InputStream stream) throws IOException {
    byte[] one = new byte[1];
    return stream.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }
}
