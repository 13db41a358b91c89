package dev.faultbook.matcher;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Literals, and the grams by which a {@link CandidateFinder} finds them in one pass over bytes.
 *
 * <p>A literal has a gram of q bytes at each of its offsets. The cheapest way to find it is by one
 * of its words: a text that contains the literal has the same word at the same position, so one
 * gram around a word boundary in the table and one probe per word of the text are sufficient, and
 * the word with the rarest gram can be chosen. Literals without such a word are found at fixed
 * strides: if the grams at s consecutive offsets (a window) are in the table, it is sufficient to
 * probe every s-th position of the text, because one of the probes meets one of them: by grams of
 * four bytes at every eighth, fourth or single position ({@link GramScheme}).
 *
 * <p>Grams ignore case, because one table serves patterns of both kinds; the literal itself is then
 * compared as its pattern requires. Immutable and thread-safe.
 */
public final class LiteralPrefilter {
  final GramTable words;
  final GramTable shortWords;

  /** The first-level filter of both word schemes. */
  final BlockedBloomFilter wordTest;

  /** The grams that are found at fixed strides, each with its own scheme. */
  final List<GramTable> strides;

  private final byte[] literals;
  private final int[] literalStart;
  private final boolean[] foldCase;
  private final int[] owner;

  /**
   * A literal to be found.
   *
   * @param bytes the literal; at least one byte; in lower case if case is ignored
   * @param form the scheme by which it is found
   * @param window offset of the first gram that is put into the table
   * @param foldCase whether ASCII case is ignored
   * @param owner the number that is reported when it is found
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
    wordTest = new BlockedBloomFilter(words.grams + shortWords.grams);
    words.addTo(wordTest, anchors);
    shortWords.addTo(wordTest, anchors);
    strides = tables.stream().skip(2).filter(table -> table.grams > 0).toList();
  }

  /**
   * Compiles literals whose ASCII letters match in either case.
   *
   * @param literals the literals, none empty, in lower case; the place of a literal in this list is
   *     its number
   */
  public static LiteralPrefilter ofLiterals(List<String> literals) {
    return new LiteralPrefilter(LiteralSelector.anchorsOf(literals));
  }

  /** Creates a finder of the literals; for one thread. */
  public CandidateFinder createFinder() {
    return new CandidateFinder(this);
  }

  /** The literals. */
  List<byte[]> literals() {
    return IntStream.range(0, owner.length)
        .mapToObj(i -> Arrays.copyOfRange(literals, literalStart[i], literalStart[i + 1]))
        .toList();
  }

  int ownerOf(int anchor) {
    return owner[anchor];
  }

  /** Whether a literal occurs at a position of {@code b[from, to)}. */
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
