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
    int most = word.length() < LONG ? 1 : 2;
    String best = word;
    double score = 0;
    for (Map.Entry<String, Integer> near : startingWith(words, word.substring(0, 1)).entrySet()) {
      int shorter = Math.min(near.getKey().length(), word.length());
      int edits =
          Math.abs(near.getKey().length() - word.length()) > most
              ? most + 1
              : countEdits(word, near.getKey());
      // The frequency of a word counts at most about a tenth of an edit.
      double own = 1 - edits / (double) shorter + Math.min(near.getValue(), 100) / 10_000.0;
      if (edits <= most && own > score) {
        score = own;
        best = near.getKey();
      }
    }
    return best;
  }

  /** Letters added, left out, replaced, or exchanged with their neighbour. */
  private static int countEdits(String a, String b) {
    int[] twoBack = new int[b.length() + 1];
    int[] back = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      back[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        row[j] = Math.min(Math.min(back[j], row[j - 1]) + 1, back[j - 1] + (same ? 0 : 1));
        if (areExchanged(a, i, b, j)) {
          row[j] = Math.min(row[j], twoBack[j - 2] + 1);
        }
      }
      int[] free = twoBack;
      twoBack = back;
      back = row;
      row = free;
    }
    return back[b.length()];
  }

  private static boolean areExchanged(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
