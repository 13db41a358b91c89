package dev.faultbook.matcher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A scheme for finding literals by grams.
 *
 * @param place index in the order of costs
 * @param gram bytes of a gram
 * @param before bytes of the gram that precede the word boundary, for schemes that probe word
 *     starts ({@link WordStarts}) and need one gram of a literal; 0 for fixed-stride schemes
 * @param step stride in bytes of fixed-stride schemes; the table holds this many consecutive grams
 *     of a literal
 */
record GramScheme(int place, int gram, int before, int step) {
  static final int WORD = 14;
  static final int BEFORE_WORD = 10;
  static final int SHORT_WORD = 8;
  static final int BEFORE_SHORT_WORD = 5;

  /**
   * The schemes in ascending order of lookup cost. The first two share a first-level filter keyed
   * on the shorter gram.
   */
  static final List<GramScheme> ALL =
      List.of(
          new GramScheme(0, WORD, BEFORE_WORD, 1),
          new GramScheme(1, SHORT_WORD, BEFORE_SHORT_WORD, 1),
          new GramScheme(2, 4, 0, 8),
          new GramScheme(3, 4, 0, 4),
          new GramScheme(4, 4, 0, 1),
          new GramScheme(5, 1, 0, 1));

  /**
   * One scheme for each kind of gram: schemes that differ only in their stride look at the same.
   */
  static final List<GramScheme> WITH_OWN_GRAMS =
      ALL.stream().filter(scheme -> scheme.gramPlace() == scheme.place()).toList();

  /** Spreads the bits of a gram (2^64 divided by the golden ratio). */
  static final long MIX = 0x9E3779B97F4A7C15L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FOLD_LONG = 0x2020202020202020L;
  private static final int FOLD_INT = 0x20202020;

  /** Whether the scheme can probe the gram at an offset of a literal. */
  boolean looksAt(byte[] literal, int offset) {
    return offset + gram <= literal.length
        && (before == 0 || WordStarts.beginsWord(literal, offset + before));
  }

  /** Whether a literal is found if its grams from an offset on are in the table. */
  boolean canFind(byte[] literal, int offset) {
    return looksAt(literal, offset) && offset + gram + step - 1 <= literal.length;
  }

  /** Whether literals are long enough for a probe beside the gram. */
  boolean hasProbe() {
    return gram > 4 || step == 8;
  }

  /** The gram at a position as a number. A collision of two long ones costs a comparison. */
  long gramAt(byte[] b, int at) {
    return switch (gram) {
      case WORD -> wordGram(b, at);
      case SHORT_WORD -> eightBytes(b, at);
      case 4 -> fourBytes(b, at);
      default -> (b[at] | 0x20) & 0xFFL;
    };
  }

  /** The part of a gram that is the key of the first-level filter. */
  long testKeyAt(byte[] b, int at) {
    return gram == WORD ? eightBytes(b, at + BEFORE_WORD - BEFORE_SHORT_WORD) : gramAt(b, at);
  }

  /** The index of the first scheme that has the same grams. */
  int gramPlace() {
    return gram == 4 ? 2 : place;
  }

  /** The index of the scheme whose gram is the key of the first-level filter. */
  int testedPlace() {
    return gram == WORD ? place + 1 : gramPlace();
  }

  /** Eight bytes, ASCII letters without their case. */
  static long eightBytes(byte[] b, int at) {
    return (long) LONG.get(b, at) | FOLD_LONG;
  }

  static long fourBytes(byte[] b, int at) {
    return ((int) INT.get(b, at) | FOLD_INT) & 0xFFFFFFFFL;
  }

  /** The gram of the first scheme. */
  static long wordGram(byte[] b, int at) {
    return eightBytes(b, at) * MIX ^ eightBytes(b, at + WORD - 8);
  }
}
