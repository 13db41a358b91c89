package dev.faultbook.index;

import java.util.Arrays;
import java.util.List;

/** The grams of the anchors of one form, and which anchors hold each of them. */
final class GramTable {
  /** Most bits of the first test's index: two mebibytes. Twice that was slower than its misses. */
  private static final int MOST_WORDS = 18;

  private static final int FEWEST_WORDS = 9;

  private final TierForm form;
  private final boolean empty;
  private final long[] seen;
  private final int seenShift;
  private final long[] keys;
  private final int keyShift;
  private final int[] lists;

  /** Four numbers each: the anchor, the gram's offset in it, and its probe. */
  private final int[] entries;

  private static final int ENTRY = 4;

  /**
   * Bytes of a probe: the end of the literal that is further from the gram stands in the entry
   * itself, so that most literals that share a common gram are dropped without fetching them.
   */
  private static final int PROBE = 4;

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
    this.entries = new int[ENTRY * grams];
    int[] next = Arrays.copyOf(lists, keys.length);
    each(
        anchors,
        (key, anchor, offset) -> {
          int at = ENTRY * next[place(key)]++;
          entries[at] = anchor;
          entries[at + 1] = offset;
          if (form.probes()) {
            byte[] b = anchors.get(anchor).bytes();
            int probe = 2 * offset <= b.length - form.gram() ? b.length - PROBE : 0;
            entries[at + 2] = probe - offset;
            entries[at + 3] = (int) TierForm.four(b, probe);
          }
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
    int end = ENTRY * lists[slot + 1];
    for (int n = ENTRY * lists[slot]; n < end; n += ENTRY) {
      if (!form.probes() || probe(b, at + entries[n + 2], entries[n + 3])) {
        hit.gram(entries[n], at - entries[n + 1]);
      }
    }
  }

  private static boolean probe(byte[] b, int at, int expected) {
    return at >= 0 && at + PROBE <= b.length && (int) TierForm.four(b, at) == expected;
  }
}
