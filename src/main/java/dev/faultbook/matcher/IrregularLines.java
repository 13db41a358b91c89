package dev.faultbook.matcher;

import dev.faultbook.log.Lines;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds lines whose bytes may differ from the text that a signature has: lines with ANSI codes,
 * tabs, carriage returns, several blanks between words, or JSON escapes. Indentation does not
 * count, nor does the escaped newline at the end of a message.
 */
final class IrregularLines {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW7 = 0x7F7F7F7F7F7F7F7FL;
  private static final long BLANKS = 0x2020202020202020L;
  private static final long BACKSLASHES = 0x5C5C5C5C5C5C5C5CL;

  private IrregularLines() {}

  /** The first position at or after {@code from} that makes its line irregular, or {@code to}. */
  static int findNext(byte[] b, int from, int to) {
    int i = from;
    // Whether a backslash matters depends on the line; that is checked once per line.
    int known = from;
    boolean json = false;
    while (i < to) {
      i = findSuspicious(b, i, to);
      if (i >= to) {
        return to;
      }
      if (b[i] == 0x1b) {
        return i;
      }
      if (b[i] == '\\') {
        if (i >= known) {
          known = Lines.lineEnd(b, i, to);
          json = b[Lines.lineStart(b, from, i)] == '{';
        }
        if (json && !endsMessage(b, i, to)) {
          return i;
        }
        i++;
        continue;
      }
      int start = i;
      while (start > from && isBlank(b[start - 1])) {
        start--;
      }
      int end = i + 1;
      while (end < to && isBlank(b[end])) {
        end++;
      }
      boolean leads = start == 0 || b[start - 1] == '\n' || start == from && from == 0;
      boolean trails = end == to || b[end] == '\n';
      boolean single = end - start == 1 && b[start] == ' ';
      if (!leads && !trails && !single) {
        return i;
      }
      i = end;
    }
    return to;
  }

  /** Whether an escape is that of the line end that collectors write at the end of a message. */
  private static boolean endsMessage(byte[] b, int at, int to) {
    if (at + 2 >= to) {
      return false;
    }
    return b[at + 1] == 'n' && b[at + 2] == '"' || b[at + 1] == 'r' && b[at + 2] == '\\';
  }

  /** The first backslash, control character except a newline, or blank followed by a blank. */
  private static int findSuspicious(byte[] b, int from, int to) {
    int i = from;
    for (; i + 9 <= to; i += 8) {
      long word = (long) LONG.get(b, i);
      long next = (long) LONG.get(b, i + 1);
      // Bit 7 of each byte: a blank here and next; a backslash; or a control character except a
      // newline.
      long here = zeroBytes(word ^ BLANKS);
      long pair = here & zeroBytes(next ^ BLANKS);
      long control = ~((word & LOW7) + 0x6060606060606060L | word) & ~LOW7;
      long found =
          pair | zeroBytes(word ^ BACKSLASHES) | control & ~zeroBytes(word ^ 0x0A0A0A0A0A0A0A0AL);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    for (; i < to; i++) {
      boolean pair = b[i] == ' ' && i + 1 < to && b[i + 1] == ' ';
      if (pair || b[i] == '\\' || b[i] >= 0 && b[i] < 0x20 && b[i] != '\n') {
        return i;
      }
    }
    return to;
  }

  private static long zeroBytes(long x) {
    return ~((x & LOW7) + LOW7 | x | LOW7);
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  /** The line with each run of white space replaced by one blank. */
  static byte[] foldBlanks(byte[] b, int from, int to) {
    byte[] out = new byte[to - from];
    int n = 0;
    boolean blank = false;
    for (int i = from; i < to; i++) {
      boolean now = isBlank(b[i]);
      if (!now) {
        out[n++] = b[i];
      } else if (!blank) {
        out[n++] = ' ';
      }
      blank = now;
    }
    return Arrays.copyOf(out, n);
  }
}
