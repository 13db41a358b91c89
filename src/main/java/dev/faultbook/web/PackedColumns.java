package dev.faultbook.web;

import dev.faultbook.log.LogTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Rank and time of every line in a compact form for a page. For each line a number: its two lowest
 * bits state whether a time follows (1: of a clock, 2: uptime), the other bits are the lane. A time
 * is the difference from the previous one, in milliseconds. Numbers are LEB128, differences zigzag;
 * all of it gzip in Base64.
 */
final class PackedColumns {
  /** Larger columns would make the page slow; the page then has neither ranks nor times. */
  private static final int MAX_BYTES = 768 * 1024;

  private static final int CLOCK = 1;
  private static final int UPTIME = 2;

  private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
  private final GZIPOutputStream out = new GZIPOutputStream(packed, 8192);
  private long last;
  private boolean told;

  PackedColumns() throws IOException {}

  void addLine(int lane, @Nullable LogTime time) {
    if (packed.size() > MAX_BYTES) {
      return;
    }
    told |= lane != LineColumns.NO_LANE || time != null;
    try {
      if (time == null) {
        writeNumber((long) lane << 2);
        return;
      }
      int kind = time.scale() == LogTime.Scale.UPTIME ? UPTIME : CLOCK;
      writeNumber((long) lane << 2 | kind);
      long step = time.millis() - last;
      writeNumber(step << 1 ^ step >> 63);
      last = time.millis();
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error in memory", e);
    }
  }

  private void writeNumber(long number) throws IOException {
    long rest = number;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** The columns for the page; empty if no line has a rank or a time, or if they are too large. */
  String toBase64() throws IOException {
    out.close();
    return told && packed.size() <= MAX_BYTES
        ? Base64.getEncoder().encodeToString(packed.toByteArray())
        : "";
  }
}
