package dev.faultbook.index;

import java.util.Arrays;
import java.util.List;

/**
 * Finds the places of many literals in one pass over bytes.
 *
 * <p>A literal holds a gram of q bytes at each of its offsets. When the grams at s offsets that
 * follow one another (a window) are in the table, it is enough to look at every s-th place of the
 * text: one of the looks falls onto one of them. So literals of 23 bytes and more are found with
 * one look of sixteen bytes at every eighth place, those from 14 bytes on with one of seven, whose
 * hits are told apart by ten bytes where the literal has them, and shorter ones with looks of four
 * bytes at every eighth, fourth or single place ({@link TierForm}). A look is a load, a
 * multiplication and a test of two bits in a word ({@link GramFilter}); what passes is collected
 * and looked up together ({@link GramTable}), so that the processor waits for many memory cells at
 * once and not for one after the other. Then the literal itself is compared.
 *
 * <p>Letters are compared without regard to case in the grams, because one table serves patterns of
 * both kinds; the literal is then compared as its pattern wants it.
 */
final class AnchorTable {
  /** Bytes that are looked at in one go; a multiple of every step, and small beside a cache. */
  private static final int BLOCK = 1 << 15;

  private final GramTable wide;
  private final GramFilter wideTest;
  private final GramTable middle;
  private final GramTable narrow;
  private final GramFilter narrowTest;
  private final List<Shorter> shorter;
  private final byte[] literals;
  private final int[] literalStart;
  private final boolean[] foldCase;
  private final int[] owner;

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
    List<GramTable> tables =
        TierForm.ALL.stream().map(form -> new GramTable(form, anchors)).toList();
    wide = tables.get(0);
    wideTest = test(anchors, wide);
    middle = tables.get(1);
    narrow = tables.get(2);
    narrowTest = test(anchors, middle, narrow);
    shorter =
        tables.stream()
            .skip(3)
            .filter(table -> table.grams() > 0)
            .map(table -> new Shorter(table, test(anchors, table)))
            .toList();
  }

  private record Shorter(GramTable table, GramFilter test) {}

  private static GramFilter test(List<Anchor> anchors, GramTable... tables) {
    GramFilter test = new GramFilter(Arrays.stream(tables).mapToInt(GramTable::grams).sum());
    for (GramTable table : tables) {
      table.addTo(test, anchors);
    }
    return test;
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
    Text text = new Text(bytes, from, to, found);
    // All forms look at a block while it is in the cache: reading it anew costs more than looking.
    for (int block = from; block < to; block += BLOCK) {
      int end = Math.min(to, block + BLOCK);
      if (wide.grams() + middle.grams() + narrow.grams() > 0) {
        longLiterals(text, block, end);
      }
      for (Shorter form : shorter) {
        shortLiterals(text, form, block, end);
      }
    }
  }

  /** A text that is being looked at. */
  private final class Text implements GramTable.Hit {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final Found found;
    private final int[] wideAt;
    private final int[] narrowAt;
    private final int[] kept;

    Text(byte[] bytes, int from, int to, Found found) {
      this.bytes = bytes;
      this.from = from;
      this.to = to;
      this.found = found;
      int looks = Math.min(BLOCK, to - from) / 8 + 1;
      this.wideAt = new int[looks];
      this.narrowAt = new int[looks];
      this.kept = new int[looks];
    }

    @Override
    public void gram(int anchor, int start) {
      if (stands(anchor, bytes, start, from, to)) {
        found.at(owner[anchor], start);
      }
    }
  }

  /** The three forms that look at every eighth place share what they load. */
  private void longLiterals(Text text, int block, int end) {
    byte[] b = text.bytes;
    int[] wideAt = text.wideAt;
    int[] narrowAt = text.narrowAt;
    long[] wideSeen = wideTest.words();
    int wideShift = wideTest.shift();
    long[] narrowSeen = narrowTest.words();
    int narrowShift = narrowTest.shift();
    int wides = 0;
    int narrows = 0;
    int last = Math.min(end, text.to - TierForm.WIDE + 1);
    int i = block;
    long low = i < last ? TierForm.eight(b, i) : 0;
    for (; i < last; i += 8) {
      long high = TierForm.eight(b, i + 8);
      long hash = TierForm.narrow(low) * TierForm.MIX;
      long bits = GramFilter.bits(hash);
      if ((narrowSeen[(int) (hash >>> narrowShift)] & bits) == bits) {
        narrowAt[narrows++] = i;
      }
      hash = TierForm.wide(low, high) * TierForm.MIX;
      bits = GramFilter.bits(hash);
      if ((wideSeen[(int) (hash >>> wideShift)] & bits) == bits) {
        wideAt[wides++] = i;
      }
      low = high;
    }
    int whole = narrows;
    for (; i < end && i + TierForm.NARROW <= text.to; i += 8) {
      narrowAt[narrows++] = i;
      if (i + TierForm.MIDDLE <= text.to) {
        whole = narrows;
      }
    }
    middle.look(b, narrowAt, whole, text.kept, text);
    narrow.look(b, narrowAt, narrows, text.kept, text);
    wide.look(b, wideAt, wides, text.kept, text);
  }

  private static void shortLiterals(Text text, Shorter shorter, int block, int end) {
    byte[] b = text.bytes;
    GramTable table = shorter.table();
    TierForm form = table.form();
    long[] seen = shorter.test().words();
    int shift = shorter.test().shift();
    int step = form.step();
    int last = Math.min(end, text.to - form.gram() + 1);
    if (form.gram() == 1) {
      for (int i = block; i < last; i++) {
        table.look(b, i, text);
      }
      return;
    }
    for (int i = block; i < last; i += step) {
      long hash = TierForm.four(b, i) * TierForm.MIX;
      long bits = GramFilter.bits(hash);
      if ((seen[(int) (hash >>> shift)] & bits) == bits) {
        table.look(b, i, text);
      }
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
}
