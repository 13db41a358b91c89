package dev.faultbook.prefilter;

import dev.faultbook.prefilter.PatternIndex.Candidates;

/**
 * Finds where in a text patterns can match. Keeps its buffers, so it serves one reader at a time:
 * memory that is new to every stretch of a log would cost more than looking at it.
 *
 * <p>A look is a load, a multiplication and a test of two bits in a word ({@link
 * BlockedBloomFilter}); what passes is collected and looked up together ({@link GramTable}), so
 * that the processor waits for many memory cells at once and not for one after the other. Then the
 * literal itself is compared.
 */
public final class CandidateFinder {
  /** Bytes that are looked at in one go; a multiple of every step, and small beside a cache. */
  private static final int BLOCK = 1 << 15;

  /** Places beyond those of a block: a group's overhang, and the ends of a text. */
  private static final int ROOM = 128;

  private final LiteralPrefilter table;
  private int[] places = {};
  private long[] hashes = {};
  private int[] shortPlaces = {};
  private long[] shortHashes = {};
  private int shortPassed;

  CandidateFinder(LiteralPrefilter table) {
    this.table = table;
  }

  /** A text that is being looked at. */
  private record Text(LiteralPrefilter table, byte[] bytes, int from, int to, Candidates candidates)
      implements GramTable.Hit {
    @Override
    public void acceptGram(int anchor, int start) {
      if (table.standsAt(anchor, bytes, start, from, to)) {
        candidates.acceptCandidate(table.ownerOf(anchor), start);
      }
    }
  }

  /**
   * Finds the candidates in {@code bytes[from, to)}, in no order, some more than once. A pattern
   * that matches a line has at least one candidate in it.
   */
  public void findCandidates(byte[] bytes, int from, int to, Candidates candidates) {
    int room = Math.min(BLOCK, to - from) / 2 + ROOM;
    if (places.length < room) {
      places = new int[room];
      hashes = new long[room];
      shortPlaces = new int[room];
      shortHashes = new long[room];
    }
    Text text = new Text(table, bytes, from, to, candidates);
    // All forms look at a block while it is in the cache: reading it anew costs more than looking.
    for (int block = from; block < to; block += BLOCK) {
      int end = Math.min(to, block + BLOCK);
      if (table.words().countGrams() + table.shortWords().countGrams() > 0) {
        findInWords(text, block, end);
      }
      if (table.middle().countGrams() + table.narrow().countGrams() > 0) {
        longLiterals(text, block, end);
      }
      for (GramTable grams : table.shorter()) {
        shortLiterals(text, grams, block, end);
      }
    }
  }

  /** The two forms that look at the beginnings of words share finding them and the first test. */
  private void findInWords(Text text, int block, int end) {
    byte[] b = text.bytes;
    int first = text.from + GramScheme.BEFORE_WORD;
    int last = text.to - (GramScheme.WORD - GramScheme.BEFORE_WORD);
    int n = WordStarts.findStarts(b, Math.max(block, first), Math.min(end, last + 1), places);
    int passed = filterWords(b, n);
    atEnds(text, block, end);
    table.words().reportGrams(b, places, hashes, passed, text);
    table.shortWords().reportGrams(b, shortPlaces, shortHashes, shortPassed, text);
  }

  /**
   * Of words, keeps the places of the long grams and of the short ones that may be in their tables.
   */
  private int filterWords(byte[] b, int n) {
    int[] at = places;
    BlockedBloomFilter wordTest = table.wordTest();
    BlockedBloomFilter longTest = table.words().test();
    BlockedBloomFilter shortTest = table.shortWords().test();
    int passed = 0;
    int shorts = 0;
    for (int k = 0; k < n; k++) {
      int i = at[k];
      long hash = GramScheme.eightBytes(b, i - GramScheme.BEFORE_SHORT_WORD) * GramScheme.MIX;
      if (wordTest.mayHold(hash)) {
        shortPlaces[shorts] = i - GramScheme.BEFORE_SHORT_WORD;
        shortHashes[shorts] = hash;
        shorts += shortTest.countHeld(hash);
        hash = GramScheme.wordGram(b, i - GramScheme.BEFORE_WORD) * GramScheme.MIX;
        at[passed] = i - GramScheme.BEFORE_WORD;
        hashes[passed] = hash;
        passed += longTest.countHeld(hash);
      }
    }
    shortPassed = shorts;
    return passed;
  }

  /** Adds the places at the ends of the text where there is room for a short gram only. */
  private void atEnds(Text text, int block, int end) {
    if (block == text.from) {
      int stop = block + GramScheme.BEFORE_WORD - GramScheme.BEFORE_SHORT_WORD;
      for (int i = block; i < stop && i + GramScheme.SHORT_WORD <= text.to; i++) {
        addShort(text.bytes, i);
      }
    }
    if (end == text.to && end - GramScheme.SHORT_WORD >= text.from) {
      addShort(text.bytes, end - GramScheme.SHORT_WORD);
    }
  }

  private void addShort(byte[] b, int place) {
    shortPlaces[shortPassed] = place;
    shortHashes[shortPassed++] = GramScheme.eightBytes(b, place) * GramScheme.MIX;
  }

  /** The two forms that look at every eighth place share what they load. */
  private void longLiterals(Text text, int block, int end) {
    byte[] b = text.bytes;
    int[] at = places;
    BlockedBloomFilter test = table.narrowTest();
    int n = 0;
    int last = Math.min(end, text.to - GramScheme.MIDDLE + 1);
    int i = block;
    for (; i < last; i += 8) {
      long hash = GramScheme.firstSeven(GramScheme.eightBytes(b, i)) * GramScheme.MIX;
      if (test.mayHold(hash)) {
        at[n++] = i;
      }
    }
    int whole = n;
    for (; i < end && i + GramScheme.NARROW <= text.to; i += 8) {
      at[n++] = i;
    }
    table.middle().lookUp(b, at, whole, shortPlaces, shortHashes, text);
    table.narrow().lookUp(b, at, n, shortPlaces, shortHashes, text);
  }

  private static void shortLiterals(Text text, GramTable grams, int block, int end) {
    byte[] b = text.bytes;
    GramScheme form = grams.form();
    BlockedBloomFilter test = grams.test();
    int step = form.step();
    int last = Math.min(end, text.to - form.gram() + 1);
    if (form.gram() == 1) {
      for (int i = block; i < last; i++) {
        grams.lookUp(b, i, text);
      }
      return;
    }
    for (int i = block; i < last; i += step) {
      long hash = GramScheme.fourBytes(b, i) * GramScheme.MIX;
      if (test.mayHold(hash)) {
        grams.reportGrams(b, i, hash, text);
      }
    }
  }
}
