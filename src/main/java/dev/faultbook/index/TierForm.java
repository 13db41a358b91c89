package dev.faultbook.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * How literals of a range of lengths are looked for.
 *
 * @param place in the order of costs
 * @param gram bytes of one look
 * @param step bytes from one look to the next
 */
record TierForm(int place, int gram, int step) {
  /** Bytes of the looks of the three forms that share their loads. */
  static final int WIDE = 16;

  static final int MIDDLE = 10;
  static final int NARROW = 7;

  /** The forms of looking, from the cheapest to the dearest. */
  static final List<TierForm> ALL =
      List.of(
          new TierForm(0, WIDE, 8),
          new TierForm(1, MIDDLE, 8),
          new TierForm(2, NARROW, 8),
          new TierForm(3, 4, 8),
          new TierForm(4, 4, 4),
          new TierForm(5, 4, 1),
          new TierForm(6, 1, 1));

  /** Spreads the bits of a gram (2^64 divided by the golden ratio). */
  static final long MIX = 0x9E3779B97F4A7C15L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FOLD_LONG = 0x2020202020202020L;
  private static final int FOLD_INT = 0x20202020;

  /** The cheapest form that still finds literals of the length. */
  static TierForm of(int length) {
    for (TierForm tier : ALL) {
      if (length >= tier.shortest()) {
        return tier;
      }
    }
    throw new IllegalArgumentException("An empty literal cannot be found");
  }

  /** Length of a window: every place of the text is covered by a look from there on. */
  int shortest() {
    return gram + step - 1;
  }

  /** Whether literals are long enough for a probe beside the gram. */
  boolean probes() {
    return step == 8;
  }

  /** The gram at a place as a number. That two wide ones can fall together costs a comparison. */
  long key(byte[] b, int at) {
    return switch (gram) {
      case WIDE, MIDDLE -> wide(eight(b, at), eight(b, at + gram - 8));
      case NARROW -> seven(b, at);
      case 4 -> four(b, at);
      default -> (b[at] | 0x20) & 0xFFL;
    };
  }

  /** What of a gram the first test is asked for: the middle form shares that of the narrow one. */
  long test(byte[] b, int at) {
    return gram == MIDDLE ? narrow(eight(b, at)) : key(b, at);
  }

  /** Eight bytes, ASCII letters without their case. */
  static long eight(byte[] b, int at) {
    return (long) LONG.get(b, at) | FOLD_LONG;
  }

  static long four(byte[] b, int at) {
    return ((int) INT.get(b, at) | FOLD_INT) & 0xFFFFFFFFL;
  }

  static long wide(long low, long high) {
    return low * MIX ^ high;
  }

  /** The first seven of eight bytes. */
  static long narrow(long eight) {
    return eight << 8;
  }

  private static long seven(byte[] b, int at) {
    if (at + 8 <= b.length) {
      return narrow(eight(b, at));
    }
    long key = 0;
    for (int i = 0; i < NARROW; i++) {
      key |= ((b[at + i] | 0x20) & 0xFFL) << 8 * (i + 1);
    }
    return key;
  }
}
