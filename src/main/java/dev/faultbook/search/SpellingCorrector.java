package dev.faultbook.search;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BoostAttribute;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.util.BytesRef;

/** Finds the word of the pages that is most similar to a misspelled one. */
final class SpellingCorrector {
  private static final int MIN_LENGTH = 4;
  private static final int LONG = 6;

  /** Most characters of a word: the search for similar ones costs time in proportion. */
  private static final int MAX_LENGTH = 32;

  private final IndexReader reader;

  SpellingCorrector(IndexReader reader) {
    this.reader = reader;
  }

  /**
   * The most similar word, the most common one of equally similar ones; the word itself if none is
   * similar.
   *
   * @param word in lower case
   */
  String correct(String word) throws IOException {
    if (word.length() < MIN_LENGTH
        || word.length() > MAX_LENGTH
        || !word.chars().allMatch(Character::isLetter)) {
      return word;
    }
    String corrected = correct(word, PageDocument.SPELLING);
    return corrected.equals(word) ? correct(word, PageDocument.JOINED) : corrected;
  }

  private String correct(String word, String field) throws IOException {
    Terms terms = MultiTerms.getTerms(reader, field);
    if (terms == null) {
      return word;
    }
    int edits = word.length() < LONG ? 1 : 2;
    Term term = new Term(field, word);
    FuzzyTermsEnum near = new FuzzyTermsEnum(terms, term, edits, 1, true);
    BoostAttribute similarity = near.attributes().addAttribute(BoostAttribute.class);
    String best = word;
    double score = 0;
    for (BytesRef next = near.next(); next != null; next = near.next()) {
      // The frequency of a word counts at most about a tenth of an edit.
      double own = similarity.getBoost() + Math.min(near.docFreq(), 100) / 10_000.0;
      if (own > score) {
        score = own;
        best = next.utf8ToString();
      }
    }
    return best;
  }
}
