package dev.faultbook.log;

import java.util.function.IntUnaryOperator;

/**
 * Finds where escape sequences of terminals end (ECMA-48, ISO 6429): control sequences such as
 * colours, strings such as window titles and links, and short sequences.
 *
 * <p>A sequence ends within its line. A truncated one ends where it can no longer continue; what
 * follows is text. The time is linear in the length of the line, however many sequences are
 * truncated, because an introducer ends a string before it.
 */
public final class EscapeSequences {

  /** The escape character, which begins the seven-bit form of every sequence. */
  public static final char ESCAPE = 0x1b;

  private static final int BELL = 0x07;
  private static final int DEVICE_CONTROL_STRING = 0x90;
  private static final int START_OF_STRING = 0x98;
  private static final int CONTROL_SEQUENCE = 0x9b;
  private static final int STRING_TERMINATOR = 0x9c;
  private static final int OPERATING_SYSTEM_COMMAND = 0x9d;
  private static final int APPLICATION_COMMAND = 0x9f;

  /**
   * The offset of an eight-bit introducer from the character after the escape in the seven-bit
   * form.
   */
  private static final int EIGHT_BIT = 0x40;

  /** Represents a byte of UTF-8 that is not ASCII; none of them controls a terminal. */
  private static final int TEXT = 0xfffd;

  private final IntUnaryOperator characters;
  private final int limit;

  private EscapeSequences(IntUnaryOperator characters, int limit) {
    this.characters = characters;
    this.limit = limit;
  }

  /**
   * Whether a sequence may begin with this character: the escape, or a C1 introducer (U+009B is CSI
   * and U+009D is OSC in xterm and the Linux console).
   */
  public static boolean isIntroducer(char c) {
    return c == ESCAPE || isEightBitIntroducer(c);
  }

  private static boolean isEightBitIntroducer(int c) {
    return c == CONTROL_SEQUENCE || isStringIntroducer(c);
  }

  /** DCS, SOS, OSC, PM and APC. */
  private static boolean isStringIntroducer(int c) {
    return c == DEVICE_CONTROL_STRING
        || c == START_OF_STRING
        || (c >= OPERATING_SYSTEM_COMMAND && c <= APPLICATION_COMMAND);
  }

  /**
   * The index one past the sequence that begins at {@code at}; at least {@code at + 1}.
   *
   * @param text any text
   * @param at the index of an {@linkplain #isIntroducer introducer}
   */
  public static int sequenceEnd(String text, int at) {
    EscapeSequences sequences = new EscapeSequences(text::charAt, text.length());
    return text.charAt(at) == ESCAPE
        ? sequences.endBehindEscape(at + 1)
        : sequences.endBehindIntroducer(text.charAt(at), at + 1);
  }

  /**
   * The index one past the sequence whose escape character ends before {@code after}; at least
   * {@code after}. The escape itself may be encoded, as in JSON.
   *
   * @param bytes ASCII or UTF-8 text
   * @param after the first byte after the escape
   * @param to the end of the line
   */
  public static int endBehindEscape(byte[] bytes, int after, int to) {
    return new EscapeSequences(i -> bytes[i] < 0 ? TEXT : bytes[i], to).endBehindEscape(after);
  }

  /**
   * Like {@link #endBehindEscape(byte[], int, int)}, but only for control sequences: returns {@code
   * after} for every other sequence.
   */
  public static int controlSequenceEnd(byte[] bytes, int after, int to) {
    boolean control = after < to && bytes[after] == '[';
    return control ? endBehindEscape(bytes, after, to) : Math.min(after, to);
  }

  private int endBehindEscape(int after) {
    if (after >= limit) {
      return limit;
    }
    int kind = characters.applyAsInt(after);
    if (isEightBitIntroducer(kind + EIGHT_BIT)) {
      return endBehindIntroducer(kind + EIGHT_BIT, after + 1);
    }
    int last = skipRange(after, ' ', '/'); // ESC ( B selects a character set
    boolean complete = last < limit && isBetween(characters.applyAsInt(last), '0', '~');
    return complete ? last + 1 : after;
  }

  private int endBehindIntroducer(int introducer, int after) {
    return isStringIntroducer(introducer) ? stringEnd(after) : controlEnd(after);
  }

  /** Parameter bytes, intermediate bytes and one final byte (ECMA-48, 5.4). */
  private int controlEnd(int after) {
    int last = skipRange(after, ' ', '?');
    boolean complete = last < limit && isBetween(characters.applyAsInt(last), '@', '~');
    return complete ? last + 1 : last;
  }

  /** Up to ST, or BEL, which also ends a string in xterm; a string without an end is text. */
  private int stringEnd(int after) {
    for (int i = after; i < limit; i++) {
      int c = characters.applyAsInt(i);
      if (c == BELL || c == STRING_TERMINATOR) {
        return i + 1;
      }
      if (c == ESCAPE) {
        boolean terminator = i + 1 < limit && characters.applyAsInt(i + 1) == '\\';
        return terminator ? i + 2 : after;
      }
      if (c == '\n' || c == '\r' || isEightBitIntroducer(c)) {
        return after;
      }
    }
    return after;
  }

  private int skipRange(int from, int first, int last) {
    int i = from;
    while (i < limit && isBetween(characters.applyAsInt(i), first, last)) {
      i++;
    }
    return i;
  }

  private static boolean isBetween(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
