package dev.faultbook.server;

import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;

/** A form field that carries a compressed log in Base64, as pages send it. */
final class PackedField extends WatchedStream {
  PackedField(InputStream field) {
    super(Base64.getMimeDecoder().wrap(field));
  }

  @Override
  protected void handleIOException(IOException e) throws IOException {
    // The decoder has no exception of its own; all others are subclasses.
    if (e.getClass() == IOException.class) {
      throw new RefusedException(RefusalReason.FORM);
    }
    throw e;
  }
}
