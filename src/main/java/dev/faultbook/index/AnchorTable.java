package dev.faultbook.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the places of many literals in one pass over bytes.
 *
 * <p>A literal holds a gram of q bytes at each of its offsets. When the grams at s offsets that
 * follow one another (a window) are in the table, it is enough to look at every s-th place of the
 * text: one of the looks falls onto one of them. So literals of 15 bytes and more are found with
 * one look of eight bytes at every eighth place, shorter ones with looks of four bytes at every
 * fourth or every single place. A look is one load, one multiplication and one test of two bits in
 * a word; only where both are set the gram is compared, and then the literal itself.
 *
 * <p>Letters are compared without regard to case in the grams, because one table serves patterns of
 * both kinds; the literal is then compared as its pattern wants it.
 */
final class AnchorTable {
  /** Spreads the bits of a gram (2^64 divided by the golden ratio). */
  static final long MIX = 0x9E3779B97F4A7C15L;

  /** The forms of looking, from the cheapest to the dearest. */
  static final List<TierForm> TIERS =
      List.of(
          new TierForm(0, 8, 8),
          new TierForm(1, 4, 4),
          new TierForm(2, 4, 1),
          new TierForm(3, 1, 1));

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FOLD_LONG = 0x2020202020202020L;
  private static final int FOLD_INT = 0x20202020;

  private final Tier[] tiers;
  private final byte[] literals;
  private final int[] literalStart;
  private final boolean[] foldCase;
  private final int[] owner;

  /**
   * How literals of a range of lengths are looked for.
   *
   * @param place in the order of costs
   * @param gram bytes of one look
   * @param step bytes from one look to the next
   */
  record TierForm(int place, int gram, int step) {
    /** The dearest form that still finds literals of the length. */
    static TierForm of(int length) {
      for (TierForm tier : TIERS) {
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

    long key(byte[] b, int at) {
      return switch (gram) {
        case 8 -> (long) LONG.get(b, at) | FOLD_LONG;
        case 4 -> ((int) INT.get(b, at) | FOLD_INT) & 0xFFFFFFFFL;
        default -> (b[at] | 0x20) & 0xFFL;
      };
    }
  }

  /**
   * A literal to be found.
   *
   * @param bytes the literal; at least one byte; in lower case when case is of no account
   * @param window offset of the stretch whose grams are put into the table
   * @param foldCase whether ASCII case is of no account
   * @param owner what is reported when it is found
   */
  record Anchor(byte[] bytes, int window, boolean foldCase, int owner) {}

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
    tiers = TIERS.stream().map(form -> new Tier(form, anchors)).toArray(Tier[]::new);
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
      tier.scan(bytes, from, to, found);
    }
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

  /** The literals of one form, with their grams. */
  private final class Tier {
    private final int gram;
    private final int step;
    private final boolean empty;
    private final long[] seen;
    private final int seenShift;
    private final long[] keys;
    private final int[] lists;
    private final int[] entries;
    private final int keyShift;

    Tier(TierForm form, List<Anchor> anchors) {
      this.gram = form.gram();
      this.step = form.step();
      int grams = 0;
      for (Anchor anchor : anchors) {
        grams += TierForm.of(anchor.bytes().length) == form ? step : 0;
      }
      this.empty = grams == 0;
      int keyBits = Math.max(4, 33 - Integer.numberOfLeadingZeros(grams));
      this.keys = new long[1 << keyBits];
      this.keyShift = 64 - keyBits;
      // Sixteen bits a gram and two of them tested let one false look in a hundred pass.
      int wordBits = Math.clamp(30L - Integer.numberOfLeadingZeros(grams + 1), 4, 18);
      this.seen = new long[1 << wordBits];
      this.seenShift = 64 - wordBits;
      int[] sizes = new int[keys.length];
      each(form, anchors, (key, anchor, offset) -> sizes[place(key)]++);
      // Lists of one gram stand together: walking one touches neighbouring memory.
      this.lists = new int[keys.length + 1];
      for (int i = 0; i < keys.length; i++) {
        lists[i + 1] = lists[i] + sizes[i];
      }
      this.entries = new int[2 * grams];
      int[] next = Arrays.copyOf(lists, keys.length);
      each(
          form,
          anchors,
          (key, anchor, offset) -> {
            int at = next[place(key)]++;
            entries[2 * at] = anchor;
            entries[2 * at + 1] = offset;
          });
    }

    private interface Gram {
      void of(long key, int anchor, int offset);
    }

    private void each(TierForm form, List<Anchor> anchors, Gram gram) {
      for (int i = 0; i < anchors.size(); i++) {
        Anchor anchor = anchors.get(i);
        if (TierForm.of(anchor.bytes().length) == form) {
          for (int k = 0; k < step; k++) {
            int offset = anchor.window() + k;
            gram.of(form.key(anchor.bytes(), offset), i, offset);
          }
        }
      }
    }

    /** The slot of a key, which it takes if it is not there yet. */
    private int place(long key) {
      long hash = key * MIX;
      seen[(int) (hash >>> seenShift)] |= bits(hash);
      int slot = (int) (hash >>> keyShift);
      // No gram is zero, because the fold sets bits in each of its bytes.
      while (keys[slot] != 0 && keys[slot] != key) {
        slot = (slot + 1) & (keys.length - 1);
      }
      keys[slot] = key;
      return slot;
    }

    private static long bits(long hash) {
      return 1L << (hash >>> 20) | 1L << (hash >>> 26);
    }

    void scan(byte[] b, int from, int to, Found found) {
      if (empty) {
        return;
      }
      switch (gram) {
        case 8 -> scanLongs(b, from, to, found);
        case 4 -> scanInts(b, from, to, found);
        default -> scanBytes(b, from, to, found);
      }
    }

    private void scanLongs(byte[] b, int from, int to, Found found) {
      long[] words = seen;
      int shift = seenShift;
      for (int i = from; i + 8 <= to; i += 8) {
        long key = (long) LONG.get(b, i) | FOLD_LONG;
        long hash = key * MIX;
        long bits = bits(hash);
        if ((words[(int) (hash >>> shift)] & bits) == bits) {
          look(b, i, from, to, key, hash, found);
        }
      }
    }

    private void scanInts(byte[] b, int from, int to, Found found) {
      long[] words = seen;
      int shift = seenShift;
      int stride = step;
      for (int i = from; i + 4 <= to; i += stride) {
        long key = ((int) INT.get(b, i) | FOLD_INT) & 0xFFFFFFFFL;
        long hash = key * MIX;
        long bits = bits(hash);
        if ((words[(int) (hash >>> shift)] & bits) == bits) {
          look(b, i, from, to, key, hash, found);
        }
      }
    }

    private void scanBytes(byte[] b, int from, int to, Found found) {
      for (int i = from; i < to; i++) {
        long key = (b[i] | 0x20) & 0xFFL;
        long hash = key * MIX;
        long bits = bits(hash);
        if ((seen[(int) (hash >>> seenShift)] & bits) == bits) {
          look(b, i, from, to, key, hash, found);
        }
      }
    }

    private void look(byte[] b, int at, int from, int to, long key, long hash, Found found) {
      int slot = (int) (hash >>> keyShift);
      while (keys[slot] != key) {
        if (keys[slot] == 0) {
          return;
        }
        slot = (slot + 1) & (keys.length - 1);
      }
      for (int n = lists[slot]; n < lists[slot + 1]; n++) {
        int anchor = entries[2 * n];
        int start = at - entries[2 * n + 1];
        if (stands(anchor, b, start, from, to)) {
          found.at(owner[anchor], start);
        }
      }
    }
  }
}
