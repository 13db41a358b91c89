package dev.faultbook.search;

import dev.faultbook.content.Lazy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;

/** The words of all pages: how rare they are, and which are similar to a misspelled one. */
final class PageWords {
  private static final int MIN_LENGTH = 4;
  private static final int LONG = 6;

  /** Most characters of a word: comparing costs time in proportion. */
  static final int MAX_LENGTH = 32;

  /** Most words that a beginning stands for. */
  private static final int MAX_ENDINGS = 12;

  private final IndexReader reader;
  private final Lazy<SortedMap<String, Integer>> written;
  private final Lazy<SortedMap<String, Integer>> joined;

  PageWords(IndexReader reader) {
    this.reader = reader;
    this.written = new Lazy<>(() -> readWords(PageDocument.SPELLING));
    this.joined = new Lazy<>(() -> readWords(PageDocument.JOINED));
  }

  /** The words of a field and the number of pages with each. */
  private SortedMap<String, Integer> readWords(String field) {
    SortedMap<String, Integer> words = new TreeMap<>();
    try {
      Terms terms = MultiTerms.getTerms(reader, field);
      TermsEnum all = terms == null ? TermsEnum.EMPTY : terms.iterator();
      for (BytesRef next = all.next(); next != null; next = all.next()) {
        String word = next.utf8ToString();
        if (mayBeMisspelled(word)) {
          words.put(word, all.docFreq());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
    return words;
  }

  private static boolean mayBeMisspelled(String word) {
    return word.length() >= MIN_LENGTH
        && word.length() <= MAX_LENGTH
        && word.chars().allMatch(c -> Character.isLetter(c) && c < 0x2E80);
  }

  /** Number of pages with the term. */
  int count(String field, String term) throws IOException {
    return reader.docFreq(new Term(field, term));
  }

  /**
   * The inverse document frequency of a term, as in BM25.
   *
   * @param count number of pages with it
   */
  double rarity(int count) {
    return Math.log1p((reader.numDocs() / 2.0 - count + 0.5) / (count + 0.5));
  }

  /** The most common words with this beginning. */
  List<String> wordsWith(String beginning) {
    return startingWith(written.get(), beginning).entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_ENDINGS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static SortedMap<String, Integer> startingWith(
      SortedMap<String, Integer> words, String beginning) {
    return words.subMap(beginning, beginning + Character.MAX_VALUE);
  }

  /**
   * The most similar word, the most common one of equally similar ones; the word itself if none is
   * similar.
   *
   * @param word in lower case
   */
  String correct(String word) {
    if (!mayBeMisspelled(word)) {
      return word;
    }
    String corrected = correct(word, written.get());
    return corrected.equals(word) ? correct(word, joined.get()) : corrected;
  }

  private static String correct(String word, SortedMap<String, Integer> words) {
    String best = word;
    double score = words.containsKey(word) ? 1 : 0;
    for (int edits = 1; edits <= (word.length() < LONG ? 1 : 2); edits++) {
      // Letters added, left out, replaced, or exchanged with their neighbour.
      CharacterRunAutomaton near =
          new CharacterRunAutomaton(new LevenshteinAutomata(word, true).toAutomaton(edits));
      for (Map.Entry<String, Integer> other :
          startingWith(words, word.substring(0, 1)).entrySet()) {
        String text = other.getKey();
        int shorter = Math.min(text.length(), word.length());
        // The frequency of a word counts at most about a tenth of an edit.
        double own = 1 - edits / (double) shorter + Math.min(other.getValue(), 100) / 10_000.0;
        if (own > score && near.run(text)) {
          score = own;
          best = text;
        }
      }
    }
    return best;
  }
}
