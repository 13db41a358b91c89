package dev.faultbook.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * A query as users type it: words, the beginning of a word, joined names ({@code xid31}, {@code
 * outofmemory}), class names of exceptions, whole messages.
 */
final class PageQuestion {
  private static final int MAX_TEXT = 4000;
  private static final int MAX_WORDS = 48;

  /** A query of more words is a message, which is pasted and not misspelled. */
  private static final int MAX_WORDS_TO_CORRECT = 8;

  /** A longer query is a message, whose last word is complete. */
  private static final int MAX_WORDS_WITH_PREFIX = 6;

  private static final int JOINED_FROM = 4;
  private static final int MIN_PREFIX = 2;
  private static final String ERROR = "error";

  /** A name with digits and fewer letters is not split: {@code h100}, {@code p2p}. */
  private static final int MIN_SPLIT = 3;

  /** Minimum share of the weight of the query's words that pages must know. */
  private static final double KNOWN = 0.3;

  /** The part of an unknown word's weight that an unknown pair of ideographs has. */
  private static final double PAIR_OF_IDEOGRAPHS = 0.25;

  private static final float PAIR_BOOST = 0.5f;
  private static final float IDEOGRAPHS_BOOST = 0.2f;
  private static final float NAME_BOOST = 2f;
  private static final float BEGINNING_BOOST = 0.6f;

  private final String field;
  private final PageWords pages;
  private final Analyzers analyzers;
  private final String text;

  /** The tokens between blanks and punctuation, as typed. */
  private final List<String> tokens;

  private final Set<String> words;
  private final Map<String, Float> terms = new LinkedHashMap<>();
  private final Optional<String> beginning;

  /**
   * @param field the field that is searched
   */
  PageQuestion(String text, String field, PageWords pages, Analyzers analyzers) throws IOException {
    this.field = field;
    this.pages = pages;
    this.analyzers = analyzers;
    this.text = text.substring(0, Math.min(text.length(), MAX_TEXT));
    this.tokens =
        Analyzers.splitWords(this.text, PageQuestion::isName).stream().limit(MAX_WORDS).toList();
    Analyzers.Terms found = analyzers.analyze(this.text);
    this.words = new LinkedHashSet<>();
    found.words().stream().limit(MAX_WORDS).forEach(words::add);
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      if (!addWhole(lower)) {
        splitName(lower);
      }
    }
    words.forEach(word -> terms.putIfAbsent(word, 1f));
    found.pairs().stream().limit(MAX_WORDS).forEach(pair -> terms.put(pair, boostOfPair(pair)));
    this.beginning = findBeginning();
  }

  /** Adjacent pairs of ideographs overlap, so that three characters already count as two words. */
  private static float boostOfPair(String pair) {
    return Character.isIdeographic(pair.codePointAt(0)) ? IDEOGRAPHS_BOOST : PAIR_BOOST;
  }

  private static boolean isName(int c) {
    return c == '_' || c < 0x2E80 && Character.isLetterOrDigit(c);
  }

  /** Adds the name of an exception, or several words written as one, if pages contain it. */
  private boolean addWhole(String lower) throws IOException {
    if (!lower.chars().allMatch(Character::isLetter)) {
      return false;
    }
    for (String whole : List.of(lower, withoutEnding(lower))) {
      if (whole.length() >= JOINED_FROM && !words.contains(whole) && isKnown(whole)) {
        terms.put(whole, NAME_BOOST);
        for (String part : analyzers.analyze(lower).words()) {
          if (!isKnown(part)) {
            words.remove(part);
          }
        }
        words.add(whole);
        return true;
      }
    }
    return false;
  }

  /** Splits {@code xid31}, which no page contains, into {@code xid} and {@code 31}. */
  private void splitName(String lower) throws IOException {
    int digits = 0;
    while (digits < lower.length() && Character.isLetter(lower.charAt(digits))) {
      digits++;
    }
    if (digits >= MIN_SPLIT
        && digits < lower.length()
        && lower.substring(digits).chars().allMatch(Character::isDigit)
        && !isKnown(lower)) {
      words.remove(lower);
      String apart = lower.substring(0, digits) + ' ' + lower.substring(digits);
      Analyzers.Terms parts = analyzers.analyze(apart);
      words.addAll(parts.words());
      parts.pairs().forEach(pair -> terms.put(pair, boostOfPair(pair)));
    }
  }

  private Optional<String> findBeginning() throws IOException {
    if (tokens.isEmpty() || tokens.size() > MAX_WORDS_WITH_PREFIX) {
      return Optional.empty();
    }
    String last = tokens.getLast().toLowerCase(Locale.ROOT);
    boolean incomplete =
        text.toLowerCase(Locale.ROOT).endsWith(last)
            && last.length() >= MIN_PREFIX
            && Character.isLetter(last.charAt(0))
            && !isWritten(last);
    return incomplete ? Optional.of(last) : Optional.empty();
  }

  /** {@code outofmemoryerror} means what a page calls out of memory. */
  private static String withoutEnding(String lower) {
    return lower.endsWith(ERROR) && lower.length() >= ERROR.length() + JOINED_FROM
        ? lower.substring(0, lower.length() - ERROR.length())
        : lower;
  }

  private boolean isKnown(String term) throws IOException {
    return pages.count(field, term) > 0;
  }

  /** Whether pages contain the word, in this or another form. */
  private boolean isWritten(String lower) throws IOException {
    if (isKnown(lower) || isKnown(withoutEnding(lower))) {
      return true;
    }
    for (String word : analyzers.analyze(lower).words()) {
      if (!isKnown(word)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether pages know enough of the query, each word weighed by its rarity. A question for
   * something that no page is about has unknown words, which are the rarest ones; the common words
   * around them do not make up for it.
   */
  boolean isKnown() throws IOException {
    double known = 0;
    double asked = 0;
    for (String word : words) {
      boolean ideographs = word.codePoints().anyMatch(Character::isIdeographic);
      int count = pages.count(field, word);
      double rarity = pages.rarity(count);
      // Most unknown pairs of ideographs straddle two words.
      asked += count == 0 && ideographs ? rarity * PAIR_OF_IDEOGRAPHS : rarity;
      known += count == 0 ? 0 : rarity;
    }
    if (beginning.isPresent() && !pages.wordsWith(beginning.get()).isEmpty()) {
      known += pages.rarity(1);
    }
    return known > asked * KNOWN;
  }

  Set<String> terms() {
    return terms.keySet();
  }

  /** Whether the query has all of these terms. */
  boolean hasAll(Set<String> subject) {
    return words.containsAll(subject);
  }

  /** Adds the terms of a corrected text. */
  void addTerms(PageQuestion corrected) {
    corrected.terms.forEach(terms::putIfAbsent);
  }

  /**
   * The pages that have some of the terms.
   *
   * @param subject terms that each of them has
   */
  Query toQuery(Set<String> subject) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    subject.forEach(term -> all.add(termQuery(term), BooleanClause.Occur.FILTER));
    terms.forEach((term, boost) -> add(all, termQuery(term), boost));
    beginning.ifPresent(last -> addEndings(all, last));
    return all.build();
  }

  /** Adds the words that begin like the last one, alone and after the word before it. */
  private void addEndings(BooleanQuery.Builder all, String last) {
    List<String> before =
        analyzers.analyze(text.substring(0, text.length() - last.length())).sequence();
    List<Query> choices = new ArrayList<>();
    List<Query> pairs = new ArrayList<>();
    for (String word : pages.wordsWith(last)) {
      for (String term : analyzers.analyze(word).words()) {
        choices.add(termQuery(term));
        if (!before.isEmpty()) {
          pairs.add(termQuery(before.getLast() + ' ' + term));
        }
      }
    }
    add(all, new DisjunctionMaxQuery(choices, 0), BEGINNING_BOOST);
    add(all, new DisjunctionMaxQuery(pairs, 0), BEGINNING_BOOST);
  }

  private TermQuery termQuery(String term) {
    return new TermQuery(new Term(field, term));
  }

  private static void add(BooleanQuery.Builder all, Query query, float boost) {
    all.add(boost == 1 ? query : new BoostQuery(query, boost), BooleanClause.Occur.SHOULD);
  }

  /**
   * The query with each unknown word replaced by the most similar known one; empty if more than
   * half of the words would be replaced.
   */
  Optional<String> correctText() throws IOException {
    int asked = 0;
    List<String> unknown = new ArrayList<>();
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      if (!Analyzers.ASKING.contains(lower)) {
        asked++;
        if (!isWritten(lower) && !isBeginning(lower)) {
          unknown.add(token);
        }
      }
    }
    if (asked > 1 && unknown.size() * 2 > asked || tokens.size() > MAX_WORDS_TO_CORRECT) {
      return Optional.empty();
    }
    String corrected = text;
    for (String token : unknown) {
      corrected = corrected.replace(token, pages.correct(token.toLowerCase(Locale.ROOT)));
    }
    return corrected.equalsIgnoreCase(text) ? Optional.empty() : Optional.of(corrected);
  }

  private boolean isBeginning(String lower) {
    return beginning.filter(lower::equals).isPresent() && !pages.wordsWith(lower).isEmpty();
  }
}
