package dev.faultbook.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.automaton.ByteRunAutomaton;
import org.junit.jupiter.api.Test;

/** Verifies which words of a query are searched for by similarity. */
class PageQuestionTests {
  /**
   * Regression: an automaton was built for every word. A query of 4,000 letters cost 1.8 s of
   * processor time.
   */
  @Test
  void onlyWordsOfOrdinaryLengthMayBeMisspelled() throws IOException {
    String word = "watchdogs".repeat(4).substring(0, 32);
    assertThat(fuzzyFields(word)).isNotEmpty();
    assertThat(fuzzyFields(word + "x")).isEmpty();
    assertThat(fuzzyFields(word.repeat(125))).isEmpty();
  }

  @Test
  void theWordsOfAMessageAreNotMisspelled() throws IOException {
    StringBuilder words = new StringBuilder("unhandled");
    for (char c = 'a'; c <= 'g'; c++) {
      words.append(" message").append(c);
    }
    assertThat(fuzzyFields(words.toString())).isNotEmpty();
    assertThat(fuzzyFields(words + " again")).isEmpty();
  }

  private static Set<String> fuzzyFields(String text) throws IOException {
    IndexSearcher searcher = new IndexSearcher(new MultiReader());
    try (Analyzer prose = Analyzers.proseAnalyzer();
        Analyzer code = Analyzers.codeAnalyzer()) {
      Set<String> fields = new HashSet<>();
      new PageQuestion(text, searcher, prose, code)
          .toQuery()
          .visit(
              new QueryVisitor() {
                @Override
                public void consumeTermsMatching(
                    Query query, String field, Supplier<ByteRunAutomaton> automaton) {
                  if (query instanceof FuzzyQuery) {
                    fields.add(field);
                  }
                }
              });
      return fields;
    }
  }
}
