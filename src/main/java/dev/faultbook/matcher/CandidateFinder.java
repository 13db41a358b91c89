package dev.faultbook.matcher;

import dev.faultbook.matcher.PatternIndex.Candidates;

/**
 * Finds the positions in a text where patterns can match. Reuses its buffers, so an instance serves
 * one reader: fresh memory for every part of a log would cost more than searching it.
 *
 * <p>A probe is a load, a multiplication and a test of two bits in a word ({@link
 * BlockedBloomFilter}); positions that pass are collected and looked up together ({@link
 * GramTable}), so that the processor overlaps many memory accesses. Then the literal itself is
 * compared.
 */
public final class CandidateFinder {
  /**
   * Bytes that are probed in one pass; a multiple of every stride, and small compared with a cache.
   */
  private static final int BLOCK = 1 << 15;

  /** Positions beyond a block: the overhang of a group, and the ends of a text. */
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

  /** The text that is searched. */
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
   * Finds the candidates in {@code bytes[from, to)}, unordered and possibly with duplicates. A
   * pattern that matches a line has at least one candidate in it.
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
    // All schemes probe a block while it is cached: loading it again costs more than probing.
    for (int block = from; block < to; block += BLOCK) {
      int end = Math.min(to, block + BLOCK);
      if (table.words.grams + table.shortWords.grams > 0) {
        findInWords(text, block, end);
      }
      for (GramTable grams : table.strides) {
        findAtStrides(text, grams, block, end);
      }
    }
  }

  /** The two word schemes share the search for word starts and the first-level filter. */
  private void findInWords(Text text, int block, int end) {
    byte[] b = text.bytes;
    int first = text.from + GramScheme.BEFORE_WORD;
    int last = text.to - (GramScheme.WORD - GramScheme.BEFORE_WORD);
    int n = WordStarts.findStarts(b, Math.max(block, first), Math.min(end, last + 1), places);
    int passed = filterWords(b, n);
    atEnds(text, block, end);
    table.words.reportGrams(b, places, hashes, passed, text);
    table.shortWords.reportGrams(b, shortPlaces, shortHashes, shortPassed, text);
  }

  /** Keeps the positions of long and of short grams of words that may be in their tables. */
  private int filterWords(byte[] b, int n) {
    int[] at = places;
    BlockedBloomFilter wordTest = table.wordTest;
    BlockedBloomFilter longTest = table.words.test;
    BlockedBloomFilter shortTest = table.shortWords.test;
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

  /** Adds positions at the ends of the text where only a short gram fits. */
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

  private static void findAtStrides(Text text, GramTable grams, int block, int end) {
    byte[] b = text.bytes;
    GramScheme form = grams.form;
    BlockedBloomFilter test = grams.test;
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
