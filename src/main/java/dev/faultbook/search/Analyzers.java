package dev.faultbook.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
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

  /** Prose: English stemmed and without stop words, Chinese in pairs of characters. */
  static Analyzer proseAnalyzer() {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = new StandardTokenizer();
        TokenStream stream = new CJKWidthFilter(tokenizer);
        stream = new LowerCaseFilter(stream);
        stream = new CJKBigramFilter(stream);
        stream = new StopFilter(stream, STOP);
        stream = new PorterStemFilter(stream);
        return new TokenStreamComponents(tokenizer, stream);
      }
    };
  }

  /**
   * Code: names such as {@code CUDA_HOME}, {@code sm_120} and {@code libcudart.so.11.0} whole and
   * in parts.
   */
  static Analyzer codeAnalyzer() {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer =
            CharTokenizer.fromTokenCharPredicate(
                c ->
                    Character.isLetterOrDigit(c) && c < 0x2E80 || c == '_' || c == '.' || c == '-');
        int flags =
            WordDelimiterGraphFilter.GENERATE_WORD_PARTS
                | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
                | WordDelimiterGraphFilter.PRESERVE_ORIGINAL
                | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE;
        TokenStream stream = new WordDelimiterGraphFilter(tokenizer, flags, null);
        stream = new FlattenGraphFilter(stream);
        stream = new LowerCaseFilter(stream);
        return new TokenStreamComponents(tokenizer, stream);
      }
    };
  }

  /** Words as written, in lower case. */
  static Analyzer written() {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = new StandardTokenizer();
        return new TokenStreamComponents(tokenizer, new LowerCaseFilter(tokenizer));
      }
    };
  }

  /** Adjacent words joined: {@code outof}, {@code outofmemory}, {@code ofmemory}. */
  static Analyzer joined() {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = new StandardTokenizer();
        ShingleFilter stream = new ShingleFilter(new LowerCaseFilter(tokenizer), 2, 4);
        stream.setTokenSeparator("");
        stream.setOutputUnigrams(false);
        return new TokenStreamComponents(tokenizer, stream);
      }
    };
  }
}
