package dev.faultbook.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
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
import org.apache.lucene.analysis.util.CharTokenizer;

/** The analyzers that split text into words. */
final class Analyzers {
  /** Words of questions that carry no information about the subject. */
  static final Set<String> ASKING =
      Set.of(
          "a", "after", "am", "an", "and", "are", "as", "at", "be", "but", "by", "can", "did", "do",
          "does", "for", "from", "get", "getting", "have", "help", "how", "i", "if", "in", "is",
          "it", "just", "me", "my", "of", "on", "or", "our", "please", "says", "so", "that", "the",
          "then", "there", "this", "to", "was", "we", "what", "when", "where", "which", "while",
          "why", "will", "with", "you", "your");

  private static final CharArraySet STOP = stopWords();

  private Analyzers() {}

  private static CharArraySet stopWords() {
    CharArraySet stop = new CharArraySet(ASKING, false);
    stop.addAll(EnglishAnalyzer.ENGLISH_STOP_WORDS_SET);
    return CharArraySet.unmodifiableSet(stop);
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
  static Analyzer proseAnalyzer() {
    return analyzer(
        StandardTokenizer::new,
        words -> {
          TokenStream pairs = new CJKBigramFilter(new LowerCaseFilter(new CJKWidthFilter(words)));
          return new PorterStemFilter(new StopFilter(pairs, STOP));
        });
  }

  /**
   * Code: names such as {@code CUDA_HOME}, {@code sm_120} and {@code libcudart.so.11.0} whole and
   * in parts.
   */
  static Analyzer codeAnalyzer() {
    int flags =
        WordDelimiterGraphFilter.GENERATE_WORD_PARTS
            | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
            | WordDelimiterGraphFilter.PRESERVE_ORIGINAL
            | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE;
    return analyzer(
        () -> CharTokenizer.fromTokenCharPredicate(Analyzers::isOfName),
        names ->
            new LowerCaseFilter(
                new FlattenGraphFilter(new WordDelimiterGraphFilter(names, flags, null))));
  }

  private static boolean isOfName(int c) {
    return Character.isLetterOrDigit(c) && c < 0x2E80 || c == '_' || c == '.' || c == '-';
  }

  /** Words as written, in lower case. */
  static Analyzer written() {
    return analyzer(StandardTokenizer::new, LowerCaseFilter::new);
  }

  /** Adjacent words joined: {@code outof}, {@code outofmemory}, {@code ofmemory}. */
  static Analyzer joined() {
    return analyzer(
        StandardTokenizer::new,
        words -> {
          ShingleFilter stream = new ShingleFilter(new LowerCaseFilter(words), 2, 4);
          stream.setTokenSeparator("");
          stream.setOutputUnigrams(false);
          return stream;
        });
  }
}
