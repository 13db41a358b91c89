package dev.faultbook.matcher;

import java.util.List;

/** The grams of the anchors of one scheme, with the anchors that contain each of them. */
final class GramTable {
  final GramScheme form;

  /** The number of grams. */
  final int grams;

  /** For each gram some bits of its hash and, in the low half, the start of its list. */
  private final long[] slots;

  private final int slotShift;

  /** The set of grams: an eighth of the memory of their slots, so it is tested first. */
  final BlockedBloomFilter test;

  /**
   * Four numbers each: the anchor, the gram's offset in it with a mark at the end of a list, a
   * probe.
   */
  private final int[] entries;

  private static final int ENTRY = 4;
  private static final int LAST = 1 << 31;

  /**
   * Bytes of a probe: the end of the literal further from the gram is stored in the entry itself,
   * so that most literals with a common gram are rejected without being loaded.
   */
  private static final int PROBE = 4;

  /** Receives grams found in a text. */
  interface Hit {
    /**
     * A gram of an anchor was found.
     *
     * @param anchor the anchor's number
     * @param start where the anchor would begin; possibly before the text
     */
    void acceptGram(int anchor, int start);
  }

  private interface Gram {
    void acceptGram(byte[] literal, int offset, int anchor);
  }

  GramTable(GramScheme form, List<LiteralPrefilter.Anchor> anchors) {
    this.form = form;
    this.grams = form.step() * (int) anchors.stream().filter(this::isMine).count();
    int slotBits = Math.max(4, 33 - Integer.numberOfLeadingZeros(grams));
    this.slots = new long[1 << slotBits];
    this.slotShift = 64 - slotBits;
    this.entries = new int[ENTRY * grams];
    int[] left = new int[slots.length];
    this.test = new BlockedBloomFilter(grams);
    forEachGram(
        anchors,
        (b, offset, anchor) -> {
          left[claimSlot(hash(b, offset))]++;
          test.add(hash(b, offset));
        });
    // The list of a gram is contiguous, so that walking it touches neighbouring memory.
    int start = 0;
    for (int i = 0; i < slots.length; i++) {
      if (left[i] > 0) {
        slots[i] |= start;
        start += left[i];
        entries[ENTRY * (start - 1) + 1] = LAST;
      }
    }
    forEachGram(
        anchors,
        (b, offset, anchor) -> {
          int slot = claimSlot(hash(b, offset));
          int at = ENTRY * ((int) slots[slot] + --left[slot]);
          entries[at] = anchor;
          entries[at + 1] |= offset;
          if (form.hasProbe()) {
            int probe = 2 * offset <= b.length - form.gram() ? b.length - PROBE : 0;
            entries[at + 2] = probe - offset;
            entries[at + 3] = (int) GramScheme.fourBytes(b, probe);
          }
        });
  }

  /** Adds the keys of the grams to a first-level filter. */
  void addTo(BlockedBloomFilter first, List<LiteralPrefilter.Anchor> anchors) {
    forEachGram(
        anchors, (b, offset, anchor) -> first.add(form.testKeyAt(b, offset) * GramScheme.MIX));
  }

  private boolean isMine(LiteralPrefilter.Anchor anchor) {
    return anchor.form() == form;
  }

  private void forEachGram(List<LiteralPrefilter.Anchor> anchors, Gram gram) {
    for (int i = 0; i < anchors.size(); i++) {
      LiteralPrefilter.Anchor anchor = anchors.get(i);
      if (isMine(anchor)) {
        for (int k = 0; k < form.step(); k++) {
          gram.acceptGram(anchor.bytes(), anchor.window() + k, i);
        }
      }
    }
  }

  private long hash(byte[] b, int at) {
    return form.gramAt(b, at) * GramScheme.MIX;
  }

  /**
   * The bits that distinguish a gram from others near its slot; never zero, which marks a free
   * slot.
   */
  private static long mark(long hash) {
    return hash << 32 | 1L << 32;
  }

  /** The slot of a gram, which is claimed if the gram is new. */
  private int claimSlot(long hash) {
    long mark = mark(hash);
    int slot = (int) (hash >>> slotShift);
    while (slots[slot] != 0 && (slots[slot] >>> 32) != (mark >>> 32)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] |= mark;
    return slot;
  }

  /** Reports the grams at positions whose hashes are known. */
  void reportGrams(byte[] b, int[] at, long[] hashes, int n, Hit hit) {
    for (int k = 0; k < n; k++) {
      reportGrams(b, at[k], hashes[k], hit);
    }
  }

  /** Looks up one position. */
  void lookUp(byte[] b, int at, Hit hit) {
    reportGrams(b, at, hash(b, at), hit);
  }

  /** Reports the grams at a position whose hash is known. */
  void reportGrams(byte[] b, int at, long hash, Hit hit) {
    long mark = mark(hash);
    int slot = (int) (hash >>> slotShift);
    long there = slots[slot];
    while ((there >>> 32) != (mark >>> 32)) {
      if (there == 0) {
        return;
      }
      slot = (slot + 1) & (slots.length - 1);
      there = slots[slot];
    }
    int offset;
    int n = ENTRY * (int) there;
    do {
      offset = entries[n + 1];
      if (!form.hasProbe() || probeMatches(b, at + entries[n + 2], entries[n + 3])) {
        hit.acceptGram(entries[n], at - (offset & ~LAST));
      }
      n += ENTRY;
    } while (offset >= 0);
  }

  private static boolean probeMatches(byte[] b, int at, int expected) {
    return at >= 0 && at + PROBE <= b.length && (int) GramScheme.fourBytes(b, at) == expected;
  }
}
