package dev.faultbook.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A line as the program wrote it: without ANSI escape sequences and without the JSON that docker's
 * json-file driver and many log collectors wrap around it.
 *
 * @param bytes buffer of the unwrapped line; the original buffer if nothing had to change
 * @param from first byte of the unwrapped line
 * @param to one past its last byte
 * @param offsets for each byte of a changed line its index in the original buffer; null if the line
 *     is unchanged
 */
public record UnwrappedLine(byte[] bytes, int from, int to, int @Nullable [] offsets) {
  private static final byte[][] MESSAGE_FIELDS = {
    "\"log\":".getBytes(StandardCharsets.US_ASCII),
    "\"message\":".getBytes(StandardCharsets.US_ASCII),
    "\"msg\":".getBytes(StandardCharsets.US_ASCII),
  };

  /** Whether {@link #of} has to change the line. Cheap: one pass over the line. */
  public static boolean needsUnwrapping(byte[] bytes, int from, int to) {
    return from < to
        && (bytes[from] == '{'
            || Lines.indexOf((byte) EscapeSequences.ESCAPE, bytes, from, to) < to);
  }

  /** Unwraps {@code bytes[from, to)}, a line without its newline. */
  public static UnwrappedLine of(byte[] bytes, int from, int to) {
    if (!needsUnwrapping(bytes, from, to)) {
      return new UnwrappedLine(bytes, from, to, null);
    }
    Copy copy = new Copy(bytes, to - from);
    int message = bytes[from] == '{' ? messageField(bytes, from, to) : -1;
    int i = message >= 0 ? message : from;
    while (i < to) {
      byte b = bytes[i];
      if (b == 0x1b) {
        i =
            message >= 0
                ? EscapeSequences.controlSequenceEnd(bytes, i + 1, to)
                : EscapeSequences.endBehindEscape(bytes, i + 1, to);
      } else if (message >= 0 && b == '"') {
        break;
      } else if (message >= 0 && b == '\\' && i + 1 < to) {
        i = copyEscape(bytes, i, to, copy);
      } else {
        copy.add(b, i);
        i++;
      }
    }
    if (message >= 0) {
      copy.dropLineEnd();
    }
    return new UnwrappedLine(copy.out, 0, copy.n, Arrays.copyOf(copy.at, copy.n));
  }

  /** The unwrapped line while it is written; no escape is shorter than the character it encodes. */
  private static final class Copy {
    private final byte[] bytes;
    private final byte[] out;
    private final int[] at;
    private int n;

    Copy(byte[] bytes, int most) {
      this.bytes = bytes;
      this.out = new byte[most];
      this.at = new int[most];
    }

    void add(int b, int from) {
      at[n] = from;
      out[n++] = (byte) b;
    }

    void addText(int codePoint, int from) {
      for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
        add(b, from);
      }
    }

    /** Drops the escaped newline that a collector keeps at the end of the message. */
    void dropLineEnd() {
      while (n > 0 && out[n - 1] == ' ' && bytes[at[n - 1]] == '\\') {
        n--;
      }
    }
  }

  /**
   * The index in the original buffer of the byte at {@code plain}, an index into {@link #bytes}.
   */
  public int originalIndex(int plain) {
    if (offsets == null) {
      return plain;
    }
    if (offsets.length == 0) {
      return 0;
    }
    return plain < offsets.length ? offsets[plain] : offsets[offsets.length - 1] + 1;
  }

  private static int messageField(byte[] bytes, int from, int to) {
    for (byte[] field : MESSAGE_FIELDS) {
      for (int i = from; i + field.length < to; i++) {
        if (Arrays.equals(bytes, i, i + field.length, field, 0, field.length)) {
          int j = i + field.length;
          while (j < to && bytes[j] == ' ') {
            j++;
          }
          if (j < to && bytes[j] == '"') {
            return j + 1;
          }
        }
      }
    }
    return -1;
  }

  /**
   * Appends the character that the escape at {@code i} encodes, and returns the index after the
   * escape.
   */
  private static int copyEscape(byte[] bytes, int i, int to, Copy copy) {
    byte kind = bytes[i + 1];
    if (kind != 'u') {
      copy.add(kind == 'n' || kind == 'r' || kind == 't' ? ' ' : kind, i);
      return i + 2;
    }
    if (i + 6 > to) {
      copy.add('?', i);
      return to;
    }
    int code = parseHex(bytes, i + 2, i + 6);
    if (code == 0x1b) {
      return EscapeSequences.controlSequenceEnd(bytes, i + 6, to);
    }
    int end = i + 6;
    if (code >= 0 && Character.isHighSurrogate((char) code) && end + 6 <= to) {
      int low =
          bytes[end] == '\\' && bytes[end + 1] == 'u' ? parseHex(bytes, end + 2, end + 6) : -1;
      if (low >= 0 && Character.isLowSurrogate((char) low)) {
        code = Character.toCodePoint((char) code, (char) low);
        end += 6;
      }
    }
    boolean unknown = code <= 0 || code < 0x10000 && Character.isSurrogate((char) code);
    copy.addText(unknown ? '?' : code, i);
    return end;
  }

  private static int parseHex(byte[] bytes, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = Character.digit(bytes[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }
}
