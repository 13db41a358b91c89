package dev.faultbook.search;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.DefaultPassageFormatter;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.SplittingBreakIterator;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;

/**
 * Produces the snippet of a result: the page's summary, or a sentence of the page if the summary
 * contains nothing of the query. Never a command, a condition or the label of a heading.
 */
final class Snippets {
  private static final int LENGTH = 180;

  /** Most characters; pages are far shorter, and matches beyond it would not be marked. */
  private static final int MAX_PAGE = 1_000_000;

  private static final String MARK = "<mark>";

  private final UnifiedHighlighter highlighter;

  Snippets(IndexSearcher searcher, Analyzer analyzer) {
    highlighter =
        UnifiedHighlighter.builder(searcher, analyzer)
            .withFieldMatcher(field -> true)
            .withHighlightPhrasesStrictly(false)
            .withMaxLength(MAX_PAGE)
            .withBreakIterator(
                () ->
                    new SplittingBreakIterator(
                        LengthGoalBreakIterator.createClosestToLength(
                            BreakIterator.getSentenceInstance(Locale.ROOT), LENGTH, 0f),
                        MarkdownText.PARAGRAPH))
            .withFormatter(new Escaping())
            .build();
  }

  /** HTML for each document: escaped, with {@code <mark>} around matches. */
  List<String> of(Query query, int[] documents) throws IOException {
    if (documents.length == 0) {
      return List.of();
    }
    Map<String, String[]> found =
        highlighter.highlightFields(
            new String[] {PageDocument.SUMMARY, PageDocument.PROSE},
            query,
            documents,
            new int[] {1, 1});
    String[] summaries = Objects.requireNonNull(found.get(PageDocument.SUMMARY));
    String[] prose = Objects.requireNonNull(found.get(PageDocument.PROSE));
    String[] best = new String[documents.length];
    for (int i = 0; i < best.length; i++) {
      boolean marked = summaries[i] != null && summaries[i].contains(MARK);
      boolean better = !marked && prose[i] != null && prose[i].contains(MARK);
      best[i] = better || summaries[i] == null ? prose[i] : summaries[i];
    }
    return List.of(best);
  }

  /** Escapes the characters that HTML requires; the slash of a path stays unchanged. */
  private static final class Escaping extends DefaultPassageFormatter {
    Escaping() {
      super(MARK, "</mark>", " … ", false);
    }

    @Override
    protected void append(StringBuilder out, String content, int start, int end) {
      for (int i = start; i < end; i++) {
        char c = content.charAt(i);
        switch (c) {
          case '&' -> out.append("&amp;");
          case '<' -> out.append("&lt;");
          case '>' -> out.append("&gt;");
          case '"' -> out.append("&quot;");
          // Belongs to the passage before or after it.
          case MarkdownText.PARAGRAPH -> {}
          default -> out.append(c);
        }
      }
    }
  }
}
