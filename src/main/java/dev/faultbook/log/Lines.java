package dev.faultbook.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Finds and counts line ends eight bytes at a time; decodes lines. */
public final class Lines {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
  private static final long LOW = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  private static final Charset GB_18030 = Charset.forName("GB18030");

  private Lines() {}

  /** The number of newlines in {@code bytes[from, to)}. */
  public static long countNewlines(byte[] bytes, int from, int to) {
    long count = 0;
    int i = from;
    for (; i + 32 <= to; i += 32) {
      count +=
          Long.bitCount(
              newlineBits(bytes, i)
                  | newlineBits(bytes, i + 8) >>> 1
                  | newlineBits(bytes, i + 16) >>> 2
                  | newlineBits(bytes, i + 24) >>> 3);
    }
    for (; i < to; i++) {
      if (bytes[i] == '\n') {
        count++;
      }
    }
    return count;
  }

  /** Sets the highest bit of each of the eight bytes that is a newline, and no other bit. */
  private static long newlineBits(byte[] bytes, int at) {
    long x = (long) LONG.get(bytes, at) ^ NEWLINES;
    return ~(((x & ~HIGH) + ~HIGH) | x | ~HIGH);
  }

  /** The index of the first newline at or after {@code from}; {@code to} if there is none. */
  public static int lineEnd(byte[] bytes, int from, int to) {
    return indexOf((byte) '\n', bytes, from, to);
  }

  /** The index of the first such byte in {@code [from, to)}; {@code to} if there is none. */
  public static int indexOf(byte wanted, byte[] bytes, int from, int to) {
    long all = (wanted & 0xFF) * LOW;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      long x = (long) LONG.get(bytes, i) ^ all;
      long zero = (x - LOW) & ~x & HIGH;
      if (zero != 0) {
        return i + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return to;
  }

  /**
   * The start of the line that contains {@code at}: one past the newline before it, or {@code
   * from}.
   */
  public static int lineStart(byte[] bytes, int from, int at) {
    int i = at;
    for (; i - 8 >= from; i -= 8) {
      long newlines = newlineBits(bytes, i - 8);
      if (newlines != 0) {
        return i - (Long.numberOfLeadingZeros(newlines) >>> 3);
      }
    }
    while (i > from && bytes[i - 1] != '\n') {
      i--;
    }
    return i;
  }

  /**
   * Decodes the bytes: as UTF-8 if they are valid UTF-8; as GB 18030, which Chinese Windows writes,
   * if that yields common Chinese characters; otherwise as Latin-1.
   */
  public static String decodeText(byte[] bytes, int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException notUtf8) {
      return isChinese(bytes, from, to)
          ? new String(bytes, from, to - from, GB_18030)
          : new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Whether the bytes above ASCII are pairs of GBK, two thirds of them the punctuation or the 3755
   * most frequent characters of GB 2312 (first bytes A1 to A3 and B0 to D7). Lower-case letters
   * with accents in Latin-1 are E0 and above, so Western words do not pass.
   */
  private static boolean isChinese(byte[] bytes, int from, int to) {
    int pairs = 0;
    int common = 0;
    int i = from;
    while (i < to) {
      int lead = bytes[i++] & 0xff;
      if (lead < 0x80) {
        continue;
      }
      int trail = i < to ? bytes[i++] & 0xff : 0;
      if (lead == 0x80 || lead == 0xff || trail < 0x40 || trail == 0x7f || trail == 0xff) {
        return false;
      }
      pairs++;
      boolean frequent = lead >= 0xa1 && lead <= 0xa3 || lead >= 0xb0 && lead <= 0xd7;
      common += frequent && trail >= 0xa1 ? 1 : 0;
    }
    return pairs >= 2 && common * 3 >= pairs * 2;
  }

  /**
   * The start of what is visible of a line: progress bars overprint what stands before a return.
   */
  public static int visibleStart(byte[] bytes, int from, int to) {
    if (indexOf((byte) '\r', bytes, from, to) == to) {
      return from;
    }
    int end = to;
    while (end > from && bytes[end - 1] == '\r') {
      end--;
    }
    for (int i = end - 1; i >= from; i--) {
      if (bytes[i] == '\r') {
        return i + 1;
      }
    }
    return from;
  }
}
