package dev.faultbook.index;

import java.util.Arrays;
import java.util.List;

/** The grams of the anchors of one form, and which anchors hold each of them. */
final class GramTable {
  /** Most bits of the first test's index: four mebibytes. */
  private static final int MOST_WORDS = 19;

  private static final int FEWEST_WORDS = 9;

  private final TierForm form;
  private final boolean empty;
  private final long[] seen;
  private final int seenShift;
  private final long[] keys;
  private final int keyShift;
  private final int[] lists;
  private final int[] entries;

  /** Told of a gram in a text. */
  interface Hit {
    /**
     * A gram of an anchor stands where it would stand if the anchor began at a place.
     *
     * @param anchor the anchor's number
     * @param start where it would begin; perhaps before the text
     */
    void gram(int anchor, int start);
  }

  private interface Gram {
    void of(long key, int anchor, int offset);
  }

  GramTable(TierForm form, List<AnchorTable.Anchor> anchors) {
    this.form = form;
    int grams = 0;
    for (AnchorTable.Anchor anchor : anchors) {
      grams += TierForm.of(anchor.bytes().length) == form ? form.step() : 0;
    }
    this.empty = grams == 0;
    int size = 32 - Integer.numberOfLeadingZeros(grams);
    // A word for one gram or two: with two bits of it tested, one look in three hundred passes
    // for nothing.
    int wordBits = Math.clamp(size - 1L, FEWEST_WORDS, MOST_WORDS);
    this.seen = new long[1 << wordBits];
    this.seenShift = 64 - wordBits;
    int keyBits = Math.max(4, size + 1);
    this.keys = new long[1 << keyBits];
    this.keyShift = 64 - keyBits;
    int[] sizes = new int[keys.length];
    each(anchors, (key, anchor, offset) -> sizes[place(key)]++);
    // Lists of one gram stand together: walking one touches neighbouring memory.
    this.lists = new int[keys.length + 1];
    for (int i = 0; i < keys.length; i++) {
      lists[i + 1] = lists[i] + sizes[i];
    }
    this.entries = new int[2 * grams];
    int[] next = Arrays.copyOf(lists, keys.length);
    each(
        anchors,
        (key, anchor, offset) -> {
          int at = next[place(key)]++;
          entries[2 * at] = anchor;
          entries[2 * at + 1] = offset;
        });
  }

  TierForm form() {
    return form;
  }

  boolean isEmpty() {
    return empty;
  }

  /** The words of the first test; the index is a hash shifted right by {@link #seenShift}. */
  long[] seen() {
    return seen;
  }

  int seenShift() {
    return seenShift;
  }

  /** The bits that a hash sets in its word. */
  static long bits(long hash) {
    return 1L << (hash >>> 20) | 1L << (hash >>> 26);
  }

  private void each(List<AnchorTable.Anchor> anchors, Gram gram) {
    for (int i = 0; i < anchors.size(); i++) {
      AnchorTable.Anchor anchor = anchors.get(i);
      if (TierForm.of(anchor.bytes().length) == form) {
        for (int k = 0; k < form.step(); k++) {
          int offset = anchor.window() + k;
          see(anchor.bytes(), offset);
          gram.of(key(anchor.bytes(), offset), i, offset);
        }
      }
    }
  }

  /** The gram as it stands in the table, where zero is a free place. */
  private long key(byte[] b, int at) {
    long key = form.key(b, at);
    return key == 0 ? 1 : key;
  }

  private void see(byte[] b, int at) {
    long hash = form.key(b, at) * TierForm.MIX;
    seen[(int) (hash >>> seenShift)] |= bits(hash);
  }

  /** The slot of a key, which it takes if it is not there yet. */
  private int place(long key) {
    long hash = key * TierForm.MIX;
    int slot = (int) (hash >>> keyShift);
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    keys[slot] = key;
    return slot;
  }

  /**
   * Looks at the places that passed the first test. Those where no gram has its slot are dropped
   * first, in a loop without a branch, so that the loads do not wait for one another.
   *
   * @param at the places; written over
   */
  void look(byte[] b, int[] at, int n, Hit hit) {
    int kept = 0;
    for (int k = 0; k < n; k++) {
      int place = at[k];
      long there = keys[(int) (key(b, place) * TierForm.MIX >>> keyShift)];
      at[kept] = place;
      kept += (int) ((there | -there) >>> 63);
    }
    for (int k = 0; k < kept; k++) {
      look(b, at[k], hit);
    }
  }

  /** Looks at one place. */
  void look(byte[] b, int at, Hit hit) {
    long key = key(b, at);
    int slot = (int) (key * TierForm.MIX >>> keyShift);
    while (keys[slot] != key) {
      if (keys[slot] == 0) {
        return;
      }
      slot = (slot + 1) & (keys.length - 1);
    }
    for (int n = lists[slot]; n < lists[slot + 1]; n++) {
      hit.gram(entries[2 * n], at - entries[2 * n + 1]);
    }
  }
}
