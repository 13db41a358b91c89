package dev.faultbook.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the places of many literals in one pass over bytes.
 *
 * <p>A literal of length L holds a given short sequence (a gram of q bytes) at every offset up to L
 * - q. When all grams at offsets 0 to s - 1 are in the table, it is enough to look at every s-th
 * place of the text: one of the looks falls onto a gram of the literal. So literals of 15 bytes and
 * more are found with one look of eight bytes at every eighth place, shorter ones with looks of
 * four bytes at every fourth or every single place. A look is one load, one multiplication and one
 * test of a bit; only where the bit is set the gram is compared, and then the literal itself.
 *
 * <p>Letters are compared without regard to case in the grams, because one table serves patterns of
 * both kinds; the literal is then compared as its pattern wants it.
 */
final class AnchorTable {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FOLD_LONG = 0x2020202020202020L;
  private static final int FOLD_INT = 0x20202020;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Tier[] tiers;
  private final byte[] literals;
  private final int[] literalStart;
  private final boolean[] foldCase;
  private final int[] owner;

  /**
   * A literal to be found.
   *
   * @param bytes the literal; at least one byte; in lower case when case is of no account
   * @param foldCase whether ASCII case is of no account
   * @param owner what is reported when it is found
   */
  record Anchor(byte[] bytes, boolean foldCase, int owner) {}

  AnchorTable(List<Anchor> anchors) {
    int n = anchors.size();
    literalStart = new int[n + 1];
    foldCase = new boolean[n];
    owner = new int[n];
    for (int i = 0; i < n; i++) {
      literalStart[i + 1] = literalStart[i] + anchors.get(i).bytes().length;
      foldCase[i] = anchors.get(i).foldCase();
      owner[i] = anchors.get(i).owner();
    }
    literals = new byte[literalStart[n]];
    for (int i = 0; i < n; i++) {
      byte[] b = anchors.get(i).bytes();
      System.arraycopy(b, 0, literals, literalStart[i], b.length);
    }
    tiers =
        new Tier[] {
          tier(8, 8, 15, Integer.MAX_VALUE), tier(4, 4, 7, 15), tier(4, 1, 4, 7), tier(1, 1, 1, 4),
        };
  }

  /** What is told of a place where a literal stands. */
  interface Found {
    /**
     * A literal was found.
     *
     * @param owner its owner
     * @param at its first byte
     */
    void at(int owner, int at);
  }

  /** Reports every place of every literal in {@code bytes[from, to)}, some more than once. */
  void scan(byte[] bytes, int from, int to, Found found) {
    for (Tier tier : tiers) {
      if (tier.size > 0) {
        tier.scan(bytes, from, to, found);
      }
    }
  }

  private Tier tier(int gram, int step, int shortest, int longer) {
    int[] members = new int[owner.length];
    int n = 0;
    for (int i = 0; i < owner.length; i++) {
      int length = literalStart[i + 1] - literalStart[i];
      if (length >= shortest && length < longer) {
        members[n++] = i;
      }
    }
    return new Tier(gram, step, Arrays.copyOf(members, n));
  }

  private boolean stands(int anchor, byte[] b, int at, int from, int to) {
    int start = literalStart[anchor];
    int length = literalStart[anchor + 1] - start;
    if (at < from || at + length > to) {
      return false;
    }
    if (!foldCase[anchor]) {
      return Arrays.equals(b, at, at + length, literals, start, start + length);
    }
    for (int i = 0; i < length; i++) {
      byte c = b[at + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != literals[start + i]) {
        return false;
      }
    }
    return true;
  }

  /** The literals of one range of lengths, with their grams. */
  private final class Tier {
    private final int gram;
    private final int step;
    private final int size;
    private final long[] seen;
    private final int seenShift;
    private final long[] keys;
    private final int[] heads;
    private final int[] next;
    private final int[] entry;
    private final int keyShift;

    Tier(int gram, int step, int[] members) {
      this.gram = gram;
      this.step = step;
      this.size = members.length;
      int grams = Math.max(1, members.length * step);
      int keyBits = Math.max(4, 33 - Integer.numberOfLeadingZeros(grams));
      this.keys = new long[1 << keyBits];
      this.heads = new int[1 << keyBits];
      this.keyShift = 64 - keyBits;
      // Sixteen bits a gram keep false looks at the table below one in sixteen.
      int seenBits = Math.max(10, Math.min(24, 36 - Integer.numberOfLeadingZeros(grams)));
      this.seen = new long[1 << (seenBits - 6)];
      this.seenShift = 64 - seenBits;
      this.next = new int[grams + 1];
      this.entry = new int[grams + 1];
      int n = 0;
      for (int member : members) {
        for (int offset = 0; offset < step; offset++) {
          n++;
          put(key(literals, literalStart[member] + offset), member, offset, n);
        }
      }
    }

    private long key(byte[] b, int at) {
      return switch (gram) {
        case 8 -> (long) LONG.get(b, at) | FOLD_LONG;
        case 4 -> ((int) INT.get(b, at) | FOLD_INT) & 0xFFFFFFFFL;
        default -> (b[at] | 0x20) & 0xFFL;
      };
    }

    private void put(long key, int anchor, int offset, int n) {
      long hash = key * MIX;
      int bit = (int) (hash >>> seenShift);
      seen[bit >>> 6] |= 1L << bit;
      int slot = (int) (hash >>> keyShift);
      while (heads[slot] != 0 && keys[slot] != key) {
        slot = (slot + 1) & (keys.length - 1);
      }
      keys[slot] = key;
      next[n] = heads[slot];
      entry[n] = anchor * 8 + offset;
      heads[slot] = n;
    }

    void scan(byte[] b, int from, int to, Found found) {
      switch (gram) {
        case 8 -> scanLongs(b, from, to, found);
        case 4 -> scanInts(b, from, to, found);
        default -> scanBytes(b, from, to, found);
      }
    }

    private void scanLongs(byte[] b, int from, int to, Found found) {
      long[] bits = seen;
      int shift = seenShift;
      for (int i = from; i + 8 <= to; i += 8) {
        long key = (long) LONG.get(b, i) | FOLD_LONG;
        long hash = key * MIX;
        int bit = (int) (hash >>> shift);
        if ((bits[bit >>> 6] & 1L << bit) != 0) {
          look(b, i, from, to, key, hash, found);
        }
      }
    }

    private void scanInts(byte[] b, int from, int to, Found found) {
      long[] bits = seen;
      int shift = seenShift;
      int stride = step;
      for (int i = from; i + 4 <= to; i += stride) {
        long key = ((int) INT.get(b, i) | FOLD_INT) & 0xFFFFFFFFL;
        long hash = key * MIX;
        int bit = (int) (hash >>> shift);
        if ((bits[bit >>> 6] & 1L << bit) != 0) {
          look(b, i, from, to, key, hash, found);
        }
      }
    }

    private void scanBytes(byte[] b, int from, int to, Found found) {
      for (int i = from; i < to; i++) {
        long key = (b[i] | 0x20) & 0xFFL;
        long hash = key * MIX;
        int bit = (int) (hash >>> seenShift);
        if ((seen[bit >>> 6] & 1L << bit) != 0) {
          look(b, i, from, to, key, hash, found);
        }
      }
    }

    private void look(byte[] b, int at, int from, int to, long key, long hash, Found found) {
      int slot = (int) (hash >>> keyShift);
      while (heads[slot] != 0) {
        if (keys[slot] == key) {
          for (int n = heads[slot]; n != 0; n = next[n]) {
            int anchor = entry[n] >>> 3;
            int start = at - (entry[n] & 7);
            if (stands(anchor, b, start, from, to)) {
              found.at(owner[anchor], start);
            }
          }
          return;
        }
        slot = (slot + 1) & (keys.length - 1);
      }
    }
  }
}
