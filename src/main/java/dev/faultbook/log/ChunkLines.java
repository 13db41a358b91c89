package dev.faultbook.log;

import java.util.Arrays;

/**
 * The lines of a chunk: where they end, and who needs the text of each.
 *
 * @param chunk the chunk
 * @param count the number of lines, including the rest of a continued one
 * @param ends for each line the index behind its last byte, without the newline
 * @param needs for each line the bits of its needs; see {@link Need}
 * @param shapes for each line a hash of its text without digits
 * @param digits a bit for each byte of the buffer that is a digit
 * @param runs where the runs of digits end, one line after the other; see {@link #runEnd}
 * @param firstRuns for each line the number of runs before it
 */
public record ChunkLines(
    Chunk chunk,
    int count,
    int[] ends,
    byte[] needs,
    long[] shapes,
    long[] digits,
    char[] runs,
    int[] firstRuns) {
  private static final byte ALL = (byte) ((1 << Need.values().length) - 1);

  /** A reason to look at the text of a line. */
  public enum Need {
    /** The line may hold a literal of a signature or of a fact. */
    PATTERNS,
    /** The line may hold a word of a code. */
    CODES,
    /** The line may hold a word of a failure. */
    FAILURES,
    /** The line may hold a phrase about the run. */
    PHRASES,
    /** The line may hold a word of a stack. */
    STACKS,
    /** The line has escapes, a JSON wrapper or carriage returns. */
    UNWRAPPING;

    /** The bit of the need. */
    public int bit() {
      return 1 << ordinal();
    }
  }

  /** Whether the bytes of the chunk are a copy that nobody overwrites. */
  public boolean keepsBytes() {
    return digits.length > 0;
  }

  /** The lines of a chunk, each of which everybody needs. */
  public static ChunkLines of(Chunk chunk) {
    int[] ends = new int[16];
    int count = 0;
    for (int from = chunk.from(); from < chunk.to(); from = ends[count++] + 1) {
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, count * 2);
      }
      ends[count] = Lines.lineEnd(chunk.bytes(), from, chunk.to());
    }
    byte[] needs = new byte[count];
    Arrays.fill(needs, ALL);
    return new ChunkLines(
        chunk, count, ends, needs, new long[0], new long[0], new char[0], new int[0]);
  }

  /** The needs of a line about which nothing is known. */
  public static byte allNeeds() {
    return ALL;
  }

  /** Index of the first byte of a line; the first line has index 0. */
  public int from(int line) {
    return line == 0 ? chunk.from() : ends[line - 1] + 1;
  }

  /** Index behind the last byte of a line. */
  public int to(int line) {
    return ends[line];
  }

  /** The number of a line in the log, from 1. */
  public long number(int line) {
    return chunk.firstLine() + line;
  }

  /** Whether the text of a line is needed for a reason. */
  public boolean isNeeded(int line, Need need) {
    return (needs[line] & need.bit()) != 0;
  }

  /**
   * Whether a line has the shape of an earlier one: the same text except for the values of its
   * numbers, none of which is a part of an escaped character.
   */
  public boolean isRepeated(int line) {
    return needs[line] != ALL;
  }

  /** The number of runs of digits in a repeated line. */
  public int runCount(int line) {
    return firstRuns[line + 1] - firstRuns[line];
  }

  /** Index behind one of the runs of digits of a repeated line of less than 64 KiB. */
  public int runEnd(int line, int run) {
    return from(line) + runs[firstRuns[line] + run];
  }

  /** The digits among the 64 bytes from a position on. */
  public long digitsFrom(int at) {
    int low = at & 63;
    long first = digits[at >>> 6] >>> low;
    return low == 0 ? first : first | digits[(at >>> 6) + 1] << -low;
  }

  /** The first position at or after one whose bit is set; there must be one. */
  public static int nextMark(long[] bits, int from) {
    int i = from >>> 6;
    long left = bits[i] >>> from;
    if (left != 0) {
      return from + Long.numberOfTrailingZeros(left);
    }
    do {
      left = bits[++i];
    } while (left == 0);
    return (i << 6) + Long.numberOfTrailingZeros(left);
  }

  /** The end of the digits that begin at a position. */
  public static int digitsEnd(long[] digits, int from) {
    int at = from;
    int n = Long.numberOfTrailingZeros(~(digits[at >>> 6] >>> at));
    while ((at & 63) + n >= 64) {
      at = (at | 63) + 1;
      n = Long.numberOfTrailingZeros(~digits[at >>> 6]);
    }
    return at + n;
  }

  /** Index of the first line that begins in the chunk. */
  public int first() {
    return chunk.continued() ? 1 : 0;
  }
}
