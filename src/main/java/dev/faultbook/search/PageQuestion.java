package dev.faultbook.search;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
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
 * A query as users type it: words, the beginning of a word, joined names ({@code xid31}, {@code
 * outofmemory}), class names of exceptions, whole messages.
 */
final class PageQuestion {
  private static final int MAX_TEXT = 4000;
  private static final int MAX_WORDS = 48;
  private static final int FUZZY_FROM = 5;

  /** The automaton of a fuzzy word costs time in proportion to its length. */
  private static final int FUZZY_TO = 32;

  /** A query of more words is a message, which is pasted and not misspelled. */
  private static final int MAX_FUZZY_WORDS = 8;

  private static final int JOINED_FROM = 4;
  private static final int MIN_PREFIX = 2;

  private static final String ERROR = "error";

  /** A longer query is a message, whose last word is complete. */
  private static final int MAX_WORDS_WITH_PREFIX = 6;

  /** A name with digits and fewer letters is not split: {@code h100}, {@code p2p}. */
  private static final int MIN_SPLIT = 3;

  /** Minimum share of the query's words that pages must know. */
  private static final double KNOWN = 1 / 3.0;

  private static final float EXCEPTION_BOOST = 25f;
  private static final float JOINED_BOOST = 5f;
  private static final float PHRASE_BOOST = 8f;
  private static final float WHOLE_WORD_WEIGHT = 0.25f;

  /** Fields with the weight of a word in them. */
  private static final Map<String, Float> PROSE =
      Map.of(
          PageDocument.TITLE, 5f,
          PageDocument.KEYWORDS, 4f,
          PageDocument.ASKED, 4f,
          PageDocument.SUMMARY, 2.5f,
          PageDocument.SIGNATURE, 3f,
          PageDocument.BODY, 1f);

  static final Map<String, Float> CODE =
      Map.of(
          PageDocument.CODE + PageDocument.TITLE, 5f,
          PageDocument.CODE + PageDocument.KEYWORDS, 5f,
          PageDocument.CODE + PageDocument.SIGNATURE, 4f);

  /** Fields with the weight of a word in them that begins like the last word. */
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

  /** Fields that describe the subject of a page. */
  private static final List<String> SUBJECT =
      List.of(
          PageDocument.TITLE,
          PageDocument.KEYWORDS,
          PageDocument.ASKED,
          PageDocument.SUMMARY,
          PageDocument.SIGNATURE,
          PageDocument.EXCEPTION);

  private final IndexSearcher searcher;
  private final Analyzer prose;

  /** The tokens between blanks and punctuation, as typed. */
  private final List<String> tokens;

  /** Words of prose: stemmed, without stop words. */
  private final Set<String> words;

  /** Words that are the name of an exception, or several joined words of a page. */
  private final Set<String> whole = new HashSet<>();

  /** Names as in code, whole and in parts. */
  private final Set<String> names;

  private final Optional<String> beginning;

  PageQuestion(String text, IndexSearcher searcher, Analyzer prose, Analyzer code)
      throws IOException {
    this.searcher = searcher;
    this.prose = prose;
    String start = text.substring(0, Math.min(text.length(), MAX_TEXT));
    this.tokens =
        Analyzers.splitWords(start, PageQuestion::isName).stream().limit(MAX_WORDS).toList();
    this.words = analyzeTerms(prose, start);
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      if (hasTerm(PageDocument.JOINED, lower) || hasTerm(PageDocument.EXCEPTION, lower)) {
        whole.addAll(analyzeTerms(prose, token));
      } else {
        splitName(lower);
      }
    }
    this.names = analyzeTerms(code, start);
    names.removeAll(Analyzers.ASKING);
    this.beginning = beginning(start);
  }

  private static boolean isName(int c) {
    return c == '_' || c < 0x2E80 && Character.isLetterOrDigit(c);
  }

  /** Splits {@code xid31}, which no page contains, into {@code xid} and {@code 31}. */
  private void splitName(String lower) throws IOException {
    int digits = 0;
    while (digits < lower.length() && Character.isLetter(lower.charAt(digits))) {
      digits++;
    }
    if (digits < MIN_SPLIT
        || digits == lower.length()
        || !lower.substring(digits).chars().allMatch(Character::isDigit)
        || isSubject(lower)) {
      return;
    }
    words.remove(lower);
    words.addAll(analyzeTerms(prose, lower.substring(0, digits)));
    words.add(lower.substring(digits));
  }

  private Optional<String> beginning(String text) {
    if (tokens.isEmpty() || tokens.size() > MAX_WORDS_WITH_PREFIX) {
      return Optional.empty();
    }
    String last = tokens.getLast();
    return text.endsWith(last) && last.length() >= MIN_PREFIX && Character.isLetter(last.charAt(0))
        ? Optional.of(last.toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /**
   * Whether enough of the query's words are subjects of pages. A word that occurs only in running
   * text, or that is similar to another one, counts less. Pairs of ideographs do not count: most of
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
        known += weightOf(word);
      }
    }
    return asked == 0 || known > asked * KNOWN;
  }

  Query toQuery() throws IOException {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    words.forEach(word -> add(all, bestOfFields(PROSE, word), 1));
    names.forEach(name -> add(all, bestOfFields(CODE, name), 1));
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      add(all, new TermQuery(new Term(PageDocument.EXCEPTION, lower)), EXCEPTION_BOOST);
      if (lower.length() >= JOINED_FROM) {
        Term joined = new Term(PageDocument.JOINED, withoutEnding(lower));
        add(all, new TermQuery(joined), JOINED_BOOST);
      }
    }
    if (beginning.isPresent()) {
      String last = beginning.get();
      // A known complete word is rarely the beginning of another one.
      add(all, prefixQuery(last), hasOtherForm(last) ? WHOLE_WORD_WEIGHT : 1);
    }
    // Adjacent words, as in an error message, are more significant than separate ones.
    for (String field :
        List.of(PageDocument.TITLE, PageDocument.KEYWORDS, PageDocument.SIGNATURE)) {
      if (words.size() > 1 && words.size() <= 12) {
        PhraseQuery.Builder phrase = new PhraseQuery.Builder().setSlop(3);
        words.forEach(word -> phrase.add(new Term(field, word)));
        add(all, phrase.build(), PHRASE_BOOST);
      }
    }
    return all.build();
  }

  private static void add(BooleanQuery.Builder all, Query query, float boost) {
    all.add(new BoostQuery(query, boost), BooleanClause.Occur.SHOULD);
  }

  /** {@code outofmemoryerror} means what a page calls out of memory. */
  private static String withoutEnding(String lower) {
    return lower.endsWith(ERROR) && lower.length() >= ERROR.length() + JOINED_FROM
        ? lower.substring(0, lower.length() - ERROR.length())
        : lower;
  }

  /**
   * The query with each unknown word replaced by the most similar known one; empty if more than
   * half of the words would be replaced.
   */
  Optional<String> correctText(String text) throws IOException {
    int asked = 0;
    List<String> unknown = new ArrayList<>();
    for (String token : tokens) {
      String lower = token.toLowerCase(Locale.ROOT);
      if (!Analyzers.ASKING.contains(lower)) {
        asked++;
        if (!isWritten(lower)) {
          unknown.add(token);
        }
      }
    }
    if (asked > 1 && unknown.size() * 2 > asked || tokens.size() > MAX_FUZZY_WORDS) {
      return Optional.empty();
    }
    SpellingCorrector corrector = new SpellingCorrector(searcher.getIndexReader());
    String corrected = text;
    for (String token : unknown) {
      corrected = corrected.replace(token, corrector.correct(token.toLowerCase(Locale.ROOT)));
    }
    return corrected.equalsIgnoreCase(text) ? Optional.empty() : Optional.of(corrected);
  }

  private boolean isWritten(String lower) throws IOException {
    return hasTerm(
            List.of(PageDocument.SPELLING, PageDocument.EXCEPTION, PageDocument.JOINED), lower)
        || hasOtherForm(lower)
        || names.contains(lower) && (hasTerm(CODE.keySet(), lower) || occursInText(lower))
        || isKnownPrefix(lower);
  }

  /** Whether a page contains the word in another form: {@code died} for {@code dies}. */
  private boolean hasOtherForm(String lower) throws IOException {
    for (String stem : analyzeTerms(prose, lower)) {
      if (!isSubject(stem) && !occursInText(stem)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSubject(String word) throws IOException {
    return hasTerm(SUBJECT, word);
  }

  /**
   * How well a word is known: 1 if it is, one half if it only occurs in running text or is similar
   * to a known one.
   */
  private double weightOf(String word) throws IOException {
    if (isKnownWord(word)) {
      return 1;
    }
    return occursInText(word) || isSimilarToKnown(word) ? 0.5 : 0;
  }

  /** Whether the word is a known word of prose, or part of a known name or contains one. */
  private boolean isKnownWord(String word) throws IOException {
    if (whole.contains(word) || isSubject(word) || isKnownPrefix(word)) {
      return true;
    }
    for (String name : names) {
      if ((name.contains(word) || word.contains(name)) && hasTerm(CODE.keySet(), name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the last word, which may be incomplete, is the beginning of a known one. */
  private boolean isKnownPrefix(String word) throws IOException {
    return beginning.filter(word::equals).isPresent() && searcher.count(prefixQuery(word)) > 0;
  }

  private boolean occursInText(String word) throws IOException {
    return hasTerm(PageDocument.BODY, word);
  }

  private boolean isSimilarToKnown(String word) throws IOException {
    BooleanQuery.Builder similar = new BooleanQuery.Builder();
    SUBJECT.forEach(field -> add(similar, new FuzzyQuery(new Term(field, word), 1, 1), 1));
    return mayBeMisspelled(word) && searcher.count(similar.build()) > 0;
  }

  private boolean hasTerm(String field, String term) throws IOException {
    return searcher.getIndexReader().docFreq(new Term(field, term)) > 0;
  }

  private boolean hasTerm(Collection<String> fields, String term) throws IOException {
    for (String field : fields) {
      if (hasTerm(field, term)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayBeMisspelled(String word) {
    return tokens.size() <= MAX_FUZZY_WORDS
        && word.length() >= FUZZY_FROM
        && word.length() <= FUZZY_TO
        && word.chars().allMatch(Character::isLetter);
  }

  private static Query prefixQuery(String word) {
    List<Query> choices = new ArrayList<>();
    BEGINNINGS.forEach(
        (field, boost) ->
            choices.add(
                new BoostQuery(
                    new ConstantScoreQuery(new PrefixQuery(new Term(field, word))), boost)));
    return new DisjunctionMaxQuery(choices, 0);
  }

  private Query bestOfFields(Map<String, Float> fields, String word) {
    List<Query> choices = new ArrayList<>();
    fields.forEach(
        (field, boost) -> {
          choices.add(new BoostQuery(new TermQuery(new Term(field, word)), boost));
          if (boost > 2 && mayBeMisspelled(word)) {
            choices.add(new BoostQuery(new FuzzyQuery(new Term(field, word), 1, 1), boost * 0.3f));
          }
        });
    return new DisjunctionMaxQuery(choices, 0.1f);
  }

  private static Set<String> analyzeTerms(Analyzer analyzer, String text) {
    Set<String> terms = new LinkedHashSet<>();
    try (TokenStream stream = analyzer.tokenStream("q", new StringReader(text))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken() && terms.size() < MAX_WORDS) {
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
