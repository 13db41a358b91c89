package dev.faultbook.search;

import dev.faultbook.content.SearchWords;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArrayMap;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.util.CharTokenizer;

/** Splits texts into terms. */
final class Analyzers {
  /** Words of questions that carry no information about the subject. */
  static final Set<String> ASKING =
      Set.of(
          "a", "after", "am", "an", "and", "are", "as", "at", "be", "but", "by", "can", "did", "do",
          "does", "for", "from", "get", "getting", "have", "help", "how", "i", "if", "in", "is",
          "it", "just", "me", "my", "of", "on", "or", "our", "please", "says", "so", "that", "the",
          "then", "there", "this", "to", "was", "we", "what", "when", "where", "which", "while",
          "why", "will", "with", "you", "your");

  private static final Analyzer JOINED =
      analyzer(
          StandardTokenizer::new,
          words -> {
            ShingleFilter stream = new ShingleFilter(new LowerCaseFilter(words), 2, 4);
            stream.setTokenSeparator("");
            stream.setOutputUnigrams(false);
            return stream;
          });

  private static final Analyzer WRITTEN = analyzer(StandardTokenizer::new, LowerCaseFilter::new);

  private final Analyzer prose;
  private final Analyzer code;

  /**
   * @param words words that mean the same
   */
  Analyzers(SearchWords words) {
    CharArraySet stop = stopWords(words);
    CharArrayMap<String> same = new CharArrayMap<>(64, false);
    Analyzer plain = proseAnalyzer(stop, same);
    for (List<String> group : words.same()) {
      List<String> first = listTerms(plain, group.getFirst());
      for (String word : group) {
        listTerms(plain, word).forEach(term -> same.put(term, first.getLast()));
      }
    }
    prose = proseAnalyzer(stop, same);
    code = codeAnalyzer(stop, same);
  }

  /**
   * The terms of a text.
   *
   * @param words its words, and its names as in code, whole and in parts
   * @param pairs adjacent words
   */
  record Terms(Set<String> words, Set<String> pairs, List<String> sequence) {
    Stream<String> all(boolean withPairs) {
      return withPairs ? Stream.concat(sequence.stream(), pairs.stream()) : sequence.stream();
    }
  }

  private static CharArraySet stopWords(SearchWords words) {
    CharArraySet stop = new CharArraySet(ASKING, false);
    stop.addAll(words.common());
    stop.addAll(EnglishAnalyzer.ENGLISH_STOP_WORDS_SET);
    return CharArraySet.unmodifiableSet(stop);
  }

  Terms analyze(String text) {
    List<String> sequence = new ArrayList<>(listTerms(prose, text));
    Set<String> pairs = new LinkedHashSet<>();
    for (int i = 1; i < sequence.size(); i++) {
      pairs.add(sequence.get(i - 1) + ' ' + sequence.get(i));
    }
    Set<String> words = new LinkedHashSet<>(sequence);
    for (String name : listTerms(code, text)) {
      if (words.add(name)) {
        sequence.add(name);
      }
    }
    return new Terms(words, pairs, sequence);
  }

  /** The analyzer of sentences, with the words of {@link #analyze}. */
  Analyzer prose() {
    return prose;
  }

  static List<String> listTerms(Analyzer analyzer, String text) {
    List<String> terms = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("q", new StringReader(text))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
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

  /** The longest runs of certain characters in a text, in order. */
  static List<String> splitWords(String text, IntPredicate ofWord) {
    List<String> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !ofWord.test(text.charAt(i))) {
        if (i > from) {
          words.add(text.substring(from, i));
        }
        from = i + 1;
      }
    }
    return words;
  }

  /**
   * @param filters what is applied to the words of the tokenizer
   */
  private static Analyzer analyzer(
      Supplier<Tokenizer> tokenizers, UnaryOperator<TokenStream> filters) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = tokenizers.get();
        return new TokenStreamComponents(tokenizer, filters.apply(tokenizer));
      }
    };
  }

  /** Prose: English stemmed and without stop words, Chinese in pairs of characters. */
  private static Analyzer proseAnalyzer(CharArraySet stop, CharArrayMap<String> same) {
    return analyzer(
        StandardTokenizer::new,
        words ->
            stem(new CJKBigramFilter(new LowerCaseFilter(new CJKWidthFilter(words))), stop, same));
  }

  private static TokenStream stem(TokenStream lower, CharArraySet stop, CharArrayMap<String> same) {
    return new SynonymFilter(new PorterStemFilter(new StopFilter(lower, stop)), same);
  }

  /**
   * Code: names such as {@code CUDA_HOME}, {@code sm_120} and {@code libcudart.so.11.0} whole and
   * in parts.
   */
  private static Analyzer codeAnalyzer(CharArraySet stop, CharArrayMap<String> same) {
    int flags =
        WordDelimiterGraphFilter.GENERATE_WORD_PARTS
            | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
            | WordDelimiterGraphFilter.PRESERVE_ORIGINAL
            | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE;
    return analyzer(
        () -> CharTokenizer.fromTokenCharPredicate(Analyzers::isOfName),
        names ->
            stem(
                new LowerCaseFilter(
                    new FlattenGraphFilter(new WordDelimiterGraphFilter(names, flags, null))),
                stop,
                same));
  }

  private static boolean isOfName(int c) {
    return Character.isLetterOrDigit(c) && c < 0x2E80 || c == '_' || c == '.' || c == '-';
  }

  /** Words as written, in lower case. */
  static Analyzer written() {
    return WRITTEN;
  }

  /** Adjacent words joined: {@code outof}, {@code outofmemory}, {@code ofmemory}. */
  static Analyzer joined() {
    return JOINED;
  }

  /** Replaces each word by the first one of its group. */
  private static final class SynonymFilter extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final CharArrayMap<String> same;

    SynonymFilter(TokenStream words, CharArrayMap<String> same) {
      super(words);
      this.same = same;
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      String first = same.get(term.buffer(), 0, term.length());
      if (first != null) {
        term.setEmpty().append(first);
      }
      return true;
    }
  }
}
