package dev.faultbook.search;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.springframework.web.util.HtmlUtils;

/**
 * Produces the snippet of a result: the page's summary, or a sentence of the page if the summary
 * contains nothing of the query. Never a command, a condition or the label of a heading.
 */
final class Snippets {
  private final Analyzer analyzer;

  /**
   * @param analyzer splits a sentence into the terms of queries
   */
  Snippets(Analyzer analyzer) {
    this.analyzer = analyzer;
  }

  /** A sentence as HTML, and how many different terms are marked in it. */
  private record Marked(String html, int terms) {}

  /**
   * HTML: escaped, with {@code <mark>} around matches.
   *
   * @param terms the terms of the query
   * @param sentences the summary, and other sentences to choose from
   */
  String of(Set<String> terms, List<String> sentences) {
    Marked best = mark(sentences.getFirst(), terms);
    if (best.terms() > 0) {
      return best.html();
    }
    for (String sentence : sentences.subList(1, sentences.size())) {
      Marked other = mark(sentence, terms);
      if (other.terms() > best.terms() || best.html().isEmpty()) {
        best = other;
      }
    }
    return best.html();
  }

  private Marked mark(String sentence, Set<String> terms) {
    StringBuilder html = new StringBuilder(sentence.length() + 64);
    Set<String> found = new HashSet<>();
    int done = 0;
    int end = -1;
    try (TokenStream stream = analyzer.tokenStream("q", new StringReader(sentence))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      OffsetAttribute place = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (!terms.contains(term.toString())) {
          continue;
        }
        found.add(term.toString());
        // Pairs of ideographs overlap.
        if (place.startOffset() > end) {
          done = closeMark(html, sentence, done, end);
          html.append(HtmlUtils.htmlEscape(sentence.substring(done, place.startOffset()), "UTF-8"));
          html.append("<mark>");
          done = place.startOffset();
        }
        end = place.endOffset();
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException("A text in memory cannot fail to be read", e);
    }
    done = closeMark(html, sentence, done, end);
    html.append(HtmlUtils.htmlEscape(sentence.substring(done, sentence.length()), "UTF-8"));
    return new Marked(html.toString(), found.size());
  }

  /** Ends the mark that is open, if any. */
  private static int closeMark(StringBuilder html, String sentence, int done, int end) {
    if (end < 0) {
      return done;
    }
    html.append(HtmlUtils.htmlEscape(sentence.substring(done, end), "UTF-8"));
    html.append("</mark>");
    return end;
  }
}
