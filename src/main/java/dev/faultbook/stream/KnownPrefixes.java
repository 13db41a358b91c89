package dev.faultbook.stream;

import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.LogTime;
import dev.faultbook.log.UnwrappedLine;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers where the prefixes of lines have their times, and who wrote lines with the same bytes
 * around the time. Reads the lines that programs repeat in a fraction of the time of a {@link
 * PrefixScanner}, with the same result: such a line has the digits of an earlier one at the same
 * places, so the scanner would take the same way through it.
 *
 * @param <W> a writer
 */
final class KnownPrefixes<W> {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** Bytes in which the digits have to stand at the same places. */
  private static final int REACH = 128;

  private static final int BITS = 12;

  private final @Nullable Form[] forms = new Form[1 << BITS];
  private final long[] labels = new long[1 << BITS];
  private final @Nullable Object[] writers = new Object[1 << BITS];
  private final TimestampScanner times = new TimestampScanner(new LineCursor());

  private @Nullable Form form;
  private @Nullable LogTime time;
  private long label;

  /**
   * Where lines of a layout state what.
   *
   * @param layout a hash of their texts without digits and of the places of the first digits
   * @param time how they state the time, between two places
   * @param labelTo the end of what tells the writer
   */
  private record Form(
      long layout, TimestampScanner.Form time, int timeFrom, int timeTo, int labelTo) {}

  /** Forgets the writers: those of the next file are others. */
  void startFile() {
    Arrays.fill(writers, null);
  }

  /** The writer of a repeated line; null if the line is not like a known one. */
  @SuppressWarnings("unchecked") // only those that were learned
  @Nullable W findWriter(ChunkLines lines, int line) {
    int from = lines.from(line);
    byte[] bytes = lines.chunk().bytes();
    long layout = layoutOf(lines, line);
    Form known = forms[slot(layout)];
    form = null;
    time = null;
    if (known == null || known.layout() != layout) {
      return null;
    }
    if (known.time() != TimestampScanner.Form.NONE) {
      time =
          times.readLike(
              bytes,
              Math.min(lines.to(line), from + REACH),
              known.time(),
              from + known.timeFrom(),
              from + known.timeTo());
      if (time == null) {
        return null;
      }
    }
    form = known;
    label = hash(bytes, from, from + Math.min(known.timeFrom(), known.labelTo()), layout);
    label = hash(bytes, from + known.timeTo(), from + known.labelTo(), label);
    int slot = slot(label);
    return labels[slot] == label ? (W) writers[slot] : null;
  }

  /** The time of the line for whose writer was asked last. */
  @Nullable LogTime time() {
    return time;
  }

  /**
   * Learns from the line for whose writer was asked last.
   *
   * @param plain the line as the scanner read it
   */
  void learn(ChunkLines lines, int line, UnwrappedLine plain, PrefixScanner read, W writer) {
    if (form != null) {
      int slot = slot(label);
      labels[slot] = label;
      writers[slot] = writer;
      return;
    }
    int from = lines.from(line);
    int labelTo = read.labelTo() < 0 ? REACH : plain.originalIndex(read.labelTo()) - from;
    boolean timed = read.time.form != TimestampScanner.Form.NONE;
    int timeFrom = timed ? plain.originalIndex(read.time.stampFrom) - from : labelTo;
    int timeTo = timed ? plain.originalIndex(read.time.stampTo - 1) + 1 - from : labelTo;
    boolean apart = timed && timeTo - timeFrom != read.time.stampTo - read.time.stampFrom;
    if (!apart && Math.max(labelTo, timeTo) < REACH / 2) {
      long layout = layoutOf(lines, line);
      forms[slot(layout)] = new Form(layout, read.time.form, timeFrom, timeTo, labelTo);
    }
  }

  private static int slot(long hash) {
    return (int) (hash >>> Long.SIZE - BITS);
  }

  private static long layoutOf(ChunkLines lines, int line) {
    int from = lines.from(line);
    int length = lines.to(line) - from;
    long first = lines.digitsFrom(from);
    long second = length > 64 ? lines.digitsFrom(from + 64) : 0;
    first = length < 64 ? first & (1L << length) - 1 : first;
    second = length > 64 && length < REACH ? second & (1L << length - 64) - 1 : second;
    return mix(mix(lines.shapes()[line] ^ first) ^ second);
  }

  private static long hash(byte[] bytes, int from, int to, long seed) {
    long hash = seed;
    int at = from;
    for (; at + 8 <= to; at += 8) {
      hash = mix(hash ^ (long) LONG.get(bytes, at));
    }
    for (; at < to; at++) {
      hash = mix(hash ^ bytes[at]);
    }
    return hash;
  }

  private static long mix(long hash) {
    long product = hash * MIX;
    return product ^ product >>> 32;
  }
}
