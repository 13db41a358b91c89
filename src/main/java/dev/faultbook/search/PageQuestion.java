package dev.faultbook.search;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * A question as people type it: words, the beginning of a word, names run together ({@code xid31},
 * {@code outofmemory}), class names of exceptions, whole messages.
 */
final class PageQuestion {
  private static final int MOST_TEXT = 4000;
  private static final int MOST_WORDS = 48;
  private static final int FUZZY_FROM = 5;
  private static final int JOINED_FROM = 4;
  private static final int SHORTEST_PREFIX = 2;

  private static final String ERROR = "error";

  /** A longer question is a message, whose last word is whole. */
  private static final int MOST_WORDS_WITH_PREFIX = 6;

  /** Of a name with digits, fewer letters are a name of their own: {@code h100}, {@code p2p}. */
  private static final int SHORTEST_SPLIT = 3;

  /** Of the question's words, the share that the pages must know for it to be about them at all. */
  private static final double KNOWN = 1 / 3.0;

  private static final float EXCEPTION_BOOST = 25f;
  private static final float JOINED_BOOST = 5f;
  private static final float WHOLE_WORD_WEIGHT = 0.25f;

  /** Fields and what a word in them counts for. */
  private static final Map<String, Float> PROSE =
      Map.of(
          PageDocument.TITLE, 5f,
          PageDocument.KEYWORDS, 4f,
          PageDocument.SUMMARY, 2.5f,
          PageDocument.SIGNATURE, 3f,
          PageDocument.BODY, 1f);

  static final Map<String, Float> CODE =
      Map.of(
          PageDocument.CODE + PageDocument.TITLE, 5f,
          PageDocument.CODE + PageDocument.KEYWORDS, 5f,
          PageDocument.CODE + PageDocument.SIGNATURE, 4f);

  /** Fields and what a word that begins as the last one counts for. */
  private static final Map<String, Float> BEGINNINGS =
      Map.of(
          PageDocument.TITLE,
          4f,
          PageDocument.KEYWORDS,
          3f,
          PageDocument.CODE + PageDocument.TITLE,
          4f,
          PageDocument.CODE + PageDocument.KEYWORDS,
          3f,
          PageDocument.EXCEPTION,
          4f);

  /** Fields that tell what a page is about. */
  private static final List<String> SUBJECT =
      List.of(
          PageDocument.TITLE,
          PageDocument.KEYWORDS,
          PageDocument.SUMMARY,
          PageDocument.SIGNATURE,
          PageDocument.EXCEPTION);

  private final IndexSearcher searcher;
  private final Analyzer prose;

  /** What stands between blanks and punctuation, as it was typed. */
  private final List<String> tokens;

  /** Words of prose: stemmed, without stop words. */
  private final Set<String> words;

  /** Words that are the name of an exception, or several words of a page run together. */
  private final Set<String> whole = new HashSet<>();

  /** Names as code has them, whole and in parts. */
  private final Set<String> names;

  private final Optional<String> beginning;

  PageQuestion(String text, IndexSearcher searcher, Analyzer prose, Analyzer code)
      throws IOException {
    this.searcher = searcher;
    this.prose = prose;
    String start = text.substring(0, Math.min(text.length(), MOST_TEXT));
    this.tokens = tokens(start);
    this.words = terms(prose, start);
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      if (has(PageDocument.JOINED, lower) || has(PageDocument.EXCEPTION, lower)) {
        whole.addAll(terms(prose, token));
      } else {
        split(lower);
      }
    }
    this.names = terms(code, start);
    names.removeAll(Analyzers.ASKING);
    this.beginning = beginning(start);
  }

  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= text.length() && tokens.size() < MOST_WORDS; i++) {
      if (i == text.length() || !isName(text.charAt(i))) {
        if (i > from) {
          tokens.add(text.substring(from, i));
        }
        from = i + 1;
      }
    }
    return tokens;
  }

  private static boolean isName(char c) {
    return c == '_' || c < 0x2E80 && Character.isLetterOrDigit(c);
  }

  /** {@code xid31}, which no page holds, is {@code xid} and {@code 31}. */
  private void split(String lower) throws IOException {
    int digits = 0;
    while (digits < lower.length() && Character.isLetter(lower.charAt(digits))) {
      digits++;
    }
    if (digits < SHORTEST_SPLIT
        || digits == lower.length()
        || !lower.substring(digits).chars().allMatch(Character::isDigit)
        || isSubject(lower)) {
      return;
    }
    words.remove(lower);
    words.addAll(terms(prose, lower.substring(0, digits)));
    words.add(lower.substring(digits));
  }

  private Optional<String> beginning(String text) {
    if (tokens.isEmpty() || tokens.size() > MOST_WORDS_WITH_PREFIX) {
      return Optional.empty();
    }
    String last = tokens.getLast();
    return text.endsWith(last)
            && last.length() >= SHORTEST_PREFIX
            && Character.isLetter(last.charAt(0))
        ? Optional.of(last.toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /**
   * Whether enough of the question's words are what pages are about. A word that stands in a text
   * in passing, or that is near another one, counts less. Pairs of ideographs do not count: most of
   * them straddle two words.
   */
  boolean isKnown() throws IOException {
    if (words.isEmpty() && names.isEmpty()) {
      return false;
    }
    double known = 0;
    int asked = 0;
    for (String word : words) {
      if (word.codePoints().noneMatch(Character::isIdeographic)) {
        asked++;
        known += weight(word);
      }
    }
    return asked == 0 || known > asked * KNOWN;
  }

  Query query() throws IOException {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (String word : words) {
      all.add(best(PROSE, word), BooleanClause.Occur.SHOULD);
    }
    for (String name : names) {
      all.add(best(CODE, name), BooleanClause.Occur.SHOULD);
    }
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      all.add(
          new BoostQuery(new TermQuery(new Term(PageDocument.EXCEPTION, lower)), EXCEPTION_BOOST),
          BooleanClause.Occur.SHOULD);
      if (lower.length() >= JOINED_FROM) {
        Term joined = new Term(PageDocument.JOINED, withoutEnding(lower));
        all.add(new BoostQuery(new TermQuery(joined), JOINED_BOOST), BooleanClause.Occur.SHOULD);
      }
    }
    if (beginning.isPresent()) {
      String last = beginning.get();
      // A word that is known as it stands rarely is the beginning of another one.
      float weight = hasOtherForm(last) ? WHOLE_WORD_WEIGHT : 1;
      all.add(new BoostQuery(beginningWith(last), weight), BooleanClause.Occur.SHOULD);
    }
    // Words that stand together, as in an error message, say more than each on its own.
    for (String field :
        List.of(PageDocument.TITLE, PageDocument.KEYWORDS, PageDocument.SIGNATURE)) {
      if (words.size() > 1 && words.size() <= 12) {
        PhraseQuery.Builder phrase = new PhraseQuery.Builder().setSlop(3);
        words.forEach(word -> phrase.add(new Term(field, word)));
        all.add(new BoostQuery(phrase.build(), 8f), BooleanClause.Occur.SHOULD);
      }
    }
    return all.build();
  }

  /** {@code outofmemoryerror} names what a page calls out of memory. */
  private static String withoutEnding(String lower) {
    return lower.endsWith(ERROR) && lower.length() >= ERROR.length() + JOINED_FROM
        ? lower.substring(0, lower.length() - ERROR.length())
        : lower;
  }

  /**
   * The question with each word that no page holds replaced by the nearest one; empty where more
   * than half of the words would be others.
   */
  Optional<String> corrected(String text) throws IOException {
    SpellingCorrector corrector = new SpellingCorrector(searcher.getIndexReader());
    String corrected = text;
    int asked = 0;
    int unknown = 0;
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      if (Analyzers.ASKING.contains(lower)) {
        continue;
      }
      asked++;
      if (!isWritten(lower)) {
        unknown++;
        corrected = corrected.replace(token, corrector.correct(lower));
      }
    }
    return corrected.equalsIgnoreCase(text) || asked > 1 && unknown * 2 > asked
        ? Optional.empty()
        : Optional.of(corrected);
  }

  private boolean isWritten(String lower) throws IOException {
    return has(PageDocument.SPELLING, lower)
        || hasOtherForm(lower)
        || has(PageDocument.EXCEPTION, lower)
        || has(PageDocument.JOINED, lower)
        || names.contains(lower) && namesAny(lower)
        || beginning.filter(lower::equals).isPresent() && begins(lower);
  }

  /** Whether a page holds the word in another form: {@code dies} where it says {@code died}. */
  private boolean hasOtherForm(String lower) throws IOException {
    for (String stem : terms(prose, lower)) {
      if (!isSubject(stem) && !inPassing(stem)) {
        return false;
      }
    }
    return true;
  }

  private boolean namesAny(String name) throws IOException {
    for (String field : CODE.keySet()) {
      if (has(field, name)) {
        return true;
      }
    }
    return has(PageDocument.BODY, name);
  }

  private boolean isSubject(String word) throws IOException {
    for (String field : SUBJECT) {
      if (has(field, word)) {
        return true;
      }
    }
    return false;
  }

  /** How far a word is known: 1 where it is, one half where it occurs in passing or nearly. */
  private double weight(String word) throws IOException {
    if (stands(word)) {
      return 1;
    }
    return inPassing(word) || nearly(word) ? 0.5 : 0;
  }

  /** Whether a word of prose, or a name of which it is a part or that is a part of it, is known. */
  private boolean stands(String word) throws IOException {
    if (whole.contains(word)
        || isSubject(word)
        || beginning.filter(word::equals).isPresent() && begins(word)) {
      return true;
    }
    for (String name : names) {
      for (String field : CODE.keySet()) {
        if ((name.contains(word) || word.contains(name)) && has(field, name)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean begins(String word) throws IOException {
    for (String field : BEGINNINGS.keySet()) {
      if (searcher.count(new PrefixQuery(new Term(field, word))) > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean inPassing(String word) throws IOException {
    return has(PageDocument.BODY, word);
  }

  private boolean nearly(String word) throws IOException {
    if (!fuzzy(word)) {
      return false;
    }
    for (String field : SUBJECT) {
      if (searcher.count(new FuzzyQuery(new Term(field, word), 1, 1)) > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean has(String field, String term) throws IOException {
    return searcher.getIndexReader().docFreq(new Term(field, term)) > 0;
  }

  private static boolean fuzzy(String word) {
    return word.length() >= FUZZY_FROM && word.chars().allMatch(Character::isLetter);
  }

  private static Query beginningWith(String word) {
    List<Query> choices = new ArrayList<>();
    BEGINNINGS.forEach(
        (field, boost) ->
            choices.add(
                new BoostQuery(
                    new ConstantScoreQuery(new PrefixQuery(new Term(field, word))), boost)));
    return new DisjunctionMaxQuery(choices, 0);
  }

  private static Query best(Map<String, Float> fields, String word) {
    List<Query> choices = new ArrayList<>();
    fields.forEach(
        (field, boost) -> {
          choices.add(new BoostQuery(new TermQuery(new Term(field, word)), boost));
          if (fuzzy(word) && boost > 2) {
            choices.add(new BoostQuery(new FuzzyQuery(new Term(field, word), 1, 1), boost * 0.3f));
          }
        });
    return new DisjunctionMaxQuery(choices, 0.1f);
  }

  private static Set<String> terms(Analyzer analyzer, String text) {
    Set<String> terms = new LinkedHashSet<>();
    try (TokenStream stream = analyzer.tokenStream("q", new StringReader(text))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken() && terms.size() < MOST_WORDS) {
        String word = term.toString();
        if (word.codePoints().anyMatch(Character::isLetterOrDigit)) {
          terms.add(word);
        }
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException("A text in memory cannot fail to be read", e);
    }
    return terms;
  }
}
