package dev.faultbook.log;

import java.util.function.IntUnaryOperator;

/**
 * Where the escape sequences of terminals end (ECMA-48, ISO 6429): control sequences such as
 * colours, strings such as window titles and links, and the short sequences.
 *
 * <p>A sequence ends within its line. One that is cut short ends where it can no longer go on: what
 * follows is text. The time taken is linear in the length of the line, however many sequences are
 * cut short, because an introducer ends a string before it.
 */
public final class EscapeSequences {

  /** The escape character, with which the seven-bit form of every sequence begins. */
  public static final char ESCAPE = 0x1b;

  private static final int BELL = 0x07;
  private static final int DEVICE_CONTROL_STRING = 0x90;
  private static final int START_OF_STRING = 0x98;
  private static final int CONTROL_SEQUENCE = 0x9b;
  private static final int STRING_TERMINATOR = 0x9c;
  private static final int OPERATING_SYSTEM_COMMAND = 0x9d;
  private static final int APPLICATION_COMMAND = 0x9f;

  /** What the eight-bit form of an introducer has above the character behind an escape. */
  private static final int EIGHT_BIT = 0x40;

  /** Stands for a byte of UTF-8 that is not ASCII, of which none steers a terminal. */
  private static final int TEXT = 0xfffd;

  private final IntUnaryOperator characters;
  private final int limit;

  private EscapeSequences(IntUnaryOperator characters, int limit) {
    this.characters = characters;
    this.limit = limit;
  }

  /**
   * Whether a sequence may begin with this character: the escape, or an introducer of C1 (U+009B is
   * CSI and U+009D is OSC for xterm and the Linux console).
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
   * One past the sequence that begins at {@code at}; at least {@code at + 1}.
   *
   * @param text any text
   * @param at the place of an {@linkplain #isIntroducer introducer}
   */
  public static int sequenceEnd(String text, int at) {
    EscapeSequences sequences = new EscapeSequences(text::charAt, text.length());
    return text.charAt(at) == ESCAPE
        ? sequences.endBehindEscape(at + 1)
        : sequences.endBehindIntroducer(text.charAt(at), at + 1);
  }

  /**
   * One past the sequence whose escape character ends before {@code after}; at least {@code after}.
   * The escape itself may be written in another way, as JSON does.
   *
   * @param bytes text of ASCII or UTF-8
   * @param after the first byte behind the escape
   * @param to where the line ends
   */
  public static int endBehindEscape(byte[] bytes, int after, int to) {
    return new EscapeSequences(i -> bytes[i] < 0 ? TEXT : bytes[i], to).endBehindEscape(after);
  }

  /**
   * As {@link #endBehindEscape(byte[], int, int)}, for a control sequence alone: behind an escape
   * that begins anything else nothing is skipped.
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
    int last = skipRange(after, ' ', '/'); // ESC ( B chooses a set of characters
    boolean complete = last < limit && isBetween(characters.applyAsInt(last), '0', '~');
    return complete ? last + 1 : after;
  }

  private int endBehindIntroducer(int introducer, int after) {
    return isStringIntroducer(introducer) ? stringEnd(after) : controlEnd(after);
  }

  /** Parameters, intermediate characters and one that is final (ECMA-48, 5.4). */
  private int controlEnd(int after) {
    int last = skipRange(after, ' ', '?');
    boolean complete = last < limit && isBetween(characters.applyAsInt(last), '@', '~');
    return complete ? last + 1 : last;
  }

  /** Up to ST, or BEL, with which xterm ends a string as well; a string without end is text. */
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
