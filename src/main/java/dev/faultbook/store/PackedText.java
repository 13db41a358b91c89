package dev.faultbook.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Text compressed with gzip. It is read in pieces, so that many readers of long texts do not fill
 * the heap.
 */
public final class PackedText {
  private static final int BUFFER = 64 * 1024;

  private final byte[] packed;

  /** The bytes, gzip of UTF-8, are not copied. */
  PackedText(byte[] packed) {
    this.packed = packed;
  }

  static byte[] pack(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes, BUFFER)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The text in UTF-8. */
  public InputStream openText() throws IOException {
    return new GZIPInputStream(openPacked(), BUFFER);
  }

  /** The text in UTF-8, compressed with gzip. */
  public InputStream openPacked() {
    return new ByteArrayInputStream(packed);
  }
}
