package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the lines of chunks and who needs their texts.
 *
 * <p>Programs repeat themselves: most lines of a log differ from an earlier one in their numbers
 * only. So the needs of each shape, a line without its digits, are found once and kept by the hash
 * of the shape. A shape that was seen once only is not worth that: everybody reads its line.
 *
 * <p>Keeps what it learned between chunks, so an instance serves one thread at a time.
 */
final class LineShapes {
  /** Bytes behind a chunk that may be read. */
  static final int PADDING = 64;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW7 = 0x7F7F7F7F7F7F7F7FL;
  private static final long HIGH = 0x8080808080808080L;
  private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
  private static final long ZEROS = 0x3030303030303030L;
  private static final long ABOVE_NINE = 0x7676767676767676L;

  /** Moves the lowest bits of eight bytes next to one another. */
  private static final long GATHER = 0x0102040810204080L;

  /** Shapes that are remembered, as a power of two; a newer one takes the place of an older. */
  private static final int BITS = 14;

  private static final byte SEEN = (byte) 0x80;

  private final LineFilter.Search search;
  private final long[] shapes = new long[1 << BITS];
  private final byte[] needs = new byte[1 << BITS];
  private long[] digits = {};
  private long[] newlines = {};
  private char[] runs = {};
  private int runCount;

  LineShapes(LineFilter filter) {
    search = filter.new Search();
    Arrays.fill(needs, SEEN);
  }

  /** A chunk at the start of a buffer of its own, with room behind it. */
  static Chunk copyOf(Chunk chunk) {
    return new Chunk(
        Arrays.copyOfRange(chunk.bytes(), chunk.from(), chunk.to() + PADDING),
        0,
        chunk.to() - chunk.from(),
        chunk.firstLine(),
        chunk.continued(),
        chunk.file());
  }

  /**
   * The lines of a chunk.
   *
   * @param chunk a chunk at the start of its buffer, which has {@link #PADDING} more bytes
   */
  ChunkLines readLines(Chunk chunk) {
    byte[] bytes = chunk.bytes();
    int to = chunk.to();
    markBytes(bytes, to);
    int[] ends = new int[to / 64 + 16];
    byte[] found = new byte[ends.length];
    long[] hashes = new long[ends.length];
    int[] firstRuns = new int[ends.length + 1];
    runCount = 0;
    int count = 0;
    for (int from = 0; from < to; count++) {
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, count * 2);
        found = Arrays.copyOf(found, count * 2);
        hashes = Arrays.copyOf(hashes, count * 2);
        firstRuns = Arrays.copyOf(firstRuns, count * 2 + 1);
      }
      int end = Math.min(to, ChunkLines.nextMark(newlines, from));
      ends[count] = end;
      hashes[count] = shapeOf(bytes, from, end);
      firstRuns[count + 1] = runCount;
      found[count] = needsOf(hashes[count], bytes, from, end);
      from = end + 1;
    }
    if (chunk.continued() && count > 0) {
      found[0] = ChunkLines.allNeeds();
    }
    return new ChunkLines(
        chunk,
        count,
        ends,
        found,
        hashes,
        Arrays.copyOf(digits, (to >>> 6) + 2),
        Arrays.copyOf(runs, runCount),
        firstRuns);
  }

  private byte needsOf(long shape, byte[] bytes, int from, int to) {
    int slot = (int) (shape >>> Long.SIZE - BITS);
    if (shapes[slot] != shape) {
      shapes[slot] = shape;
      needs[slot] = SEEN;
      return ChunkLines.allNeeds();
    }
    if (needs[slot] == SEEN) {
      needs[slot] = search.needsOf(bytes, from, to);
    }
    return needs[slot];
  }

  /** Sets a bit for each newline and each digit. */
  private void markBytes(byte[] bytes, int to) {
    int words = (to >>> 6) + 2;
    if (newlines.length < words) {
      digits = new long[words];
      newlines = new long[words];
    }
    for (int i = 0, at = 0; at < to; i++, at += 64) {
      long digit = 0;
      long newline = 0;
      for (int k = 0; k < 64; k += 8) {
        long eight = (long) LONG.get(bytes, at + k);
        long zeros = eight ^ ZEROS;
        long lines = eight ^ NEWLINES;
        digit |= gather(~((zeros & LOW7) + ABOVE_NINE | zeros)) << k;
        newline |= gather(~((lines & LOW7) + LOW7 | lines)) << k;
      }
      digits[i] = digit;
      newlines[i] = newline;
    }
    // Sentinels end each search.
    int last = to >>> 6;
    if ((to & 63) == 0) {
      digits[last] = 0;
      newlines[last] = 0;
    }
    newlines[last] |= 1L << to;
    digits[last + 1] = 1;
  }

  private static long gather(long flags) {
    return ((flags & HIGH) >>> 7) * GATHER >>> 56;
  }

  /** Hashes the text without its digits, and keeps where their runs end. */
  private long shapeOf(byte[] bytes, int from, int to) {
    int most = runCount + (to - from >> 1) + 1;
    if (runs.length < most) {
      runs = Arrays.copyOf(runs, 2 * most);
    }
    int run = runCount;
    long hash = 1;
    int at = from;
    while (at < to) {
      int end = Math.min(to, ChunkLines.nextMark(digits, at));
      for (; at + 8 <= end; at += 8) {
        hash = mix(hash ^ (long) LONG.get(bytes, at));
      }
      int rest = end - at;
      long tail = (long) LONG.get(bytes, at) & (1L << 8 * rest) - 1;
      // The number of bytes also tells texts from one another that end in NUL.
      hash = mix(hash ^ tail) + rest;
      at = to;
      if (end < to) {
        at = ChunkLines.digitsEnd(digits, end);
        runs[run++] = (char) (at - from);
        hash += GramScheme.MIX;
      }
    }
    runCount = run;
    return hash;
  }

  private static long mix(long hash) {
    long product = hash * GramScheme.MIX;
    return product ^ product >>> 32;
  }
}
