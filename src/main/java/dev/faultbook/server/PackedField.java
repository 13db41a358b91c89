package dev.faultbook.server;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;

/** A form field that carries a compressed log in Base64, as pages send it. */
final class PackedField extends FilterInputStream {
  /**
   * @param field the field's bytes
   */
  PackedField(InputStream field) {
    super(Base64.getMimeDecoder().wrap(field));
  }

  @Override
  public int read() throws IOException {
    return SingleByte.readFrom(this);
  }

  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    try {
      return in.read(bytes, at, length);
    } catch (IOException e) {
      // The decoder has no exception of its own; all others are subclasses.
      if (e.getClass() == IOException.class) {
        throw new RefusedException(RefusalReason.FORM);
      }
      throw e;
    }
  }
}
