package dev.faultbook.prefilter;

import java.util.Arrays;
import java.util.List;

/**
 * Literals, and the grams by which a {@link CandidateFinder} finds their places in one pass over
 * bytes.
 *
 * <p>A literal holds a gram of q bytes at each of its offsets. The cheapest way to it is by one of
 * its words: a text that holds the literal has a word at the same place, so one gram around a
 * word's beginning in the table and one look at each word of the text are enough, and of all the
 * literal's words the one with the rarest gram can be taken. Literals without such a word are found
 * at regular places: when the grams at s offsets that follow one another (a window) are in the
 * table, it is enough to look at every s-th place of the text, because one of the looks falls onto
 * one of them. Long ones are found by grams of seven bytes at every eighth place, whose hits are
 * told apart by ten bytes where the literal has them, and shorter ones with looks of four bytes at
 * every eighth, fourth or single place ({@link GramScheme}).
 *
 * <p>Letters are compared without regard to case in the grams, because one table serves patterns of
 * both kinds; the literal is then compared as its pattern wants it.
 */
final class LiteralPrefilter {
  private final GramTable words;
  private final GramTable shortWords;
  private final BlockedBloomFilter wordTest;
  private final GramTable middle;
  private final GramTable narrow;
  private final BlockedBloomFilter narrowTest;
  private final List<GramTable> shorter;
  private final byte[] literals;
  private final int[] literalStart;
  private final boolean[] foldCase;
  private final int[] owner;

  /**
   * A literal to be found.
   *
   * @param bytes the literal; at least one byte; in lower case when case is of no account
   * @param form how it is looked for
   * @param window offset of the stretch whose grams are put into the table
   * @param foldCase whether ASCII case is of no account
   * @param owner what is reported when it is found
   */
  record Anchor(byte[] bytes, GramScheme form, int window, boolean foldCase, int owner) {}

  LiteralPrefilter(List<Anchor> anchors) {
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
        GramScheme.ALL.stream().map(form -> new GramTable(form, anchors)).toList();
    words = tables.get(0);
    shortWords = tables.get(1);
    wordTest = createTest(anchors, words, shortWords);
    middle = tables.get(2);
    narrow = tables.get(3);
    narrowTest = createTest(anchors, middle, narrow);
    shorter = tables.stream().skip(4).filter(table -> table.countGrams() > 0).toList();
  }

  private static BlockedBloomFilter createTest(List<Anchor> anchors, GramTable... tables) {
    BlockedBloomFilter test =
        new BlockedBloomFilter(Arrays.stream(tables).mapToInt(GramTable::countGrams).sum());
    for (GramTable table : tables) {
      table.addTo(test, anchors);
    }
    return test;
  }

  GramTable words() {
    return words;
  }

  GramTable shortWords() {
    return shortWords;
  }

  /** The first test of both forms that look at words. */
  BlockedBloomFilter wordTest() {
    return wordTest;
  }

  GramTable middle() {
    return middle;
  }

  GramTable narrow() {
    return narrow;
  }

  /** The first test of the middle and of the narrow form. */
  BlockedBloomFilter narrowTest() {
    return narrowTest;
  }

  /** Short literals' grams, which are looked for by themselves. */
  List<GramTable> shorter() {
    return shorter;
  }

  int ownerOf(int anchor) {
    return owner[anchor];
  }

  /** Whether a literal stands at a place of {@code b[from, to)}. */
  boolean standsAt(int anchor, byte[] b, int at, int from, int to) {
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
