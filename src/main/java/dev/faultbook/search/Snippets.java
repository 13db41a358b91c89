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
 * What is shown of a page that was found: its summary, or a sentence of the page where the summary
 * holds nothing of the question. Never a command, a condition or a heading's labels.
 */
final class Snippets {
  private static final int LENGTH = 180;

  /** In characters; pages are far shorter, and a place beyond it would go unmarked. */
  private static final int LONGEST_PAGE = 1_000_000;

  private static final String MARK = "<mark>";

  private final UnifiedHighlighter highlighter;

  Snippets(IndexSearcher searcher, Analyzer analyzer) {
    highlighter =
        UnifiedHighlighter.builder(searcher, analyzer)
            .withFieldMatcher(field -> true)
            .withHighlightPhrasesStrictly(false)
            .withMaxLength(LONGEST_PAGE)
            .withBreakIterator(
                () ->
                    new SplittingBreakIterator(
                        LengthGoalBreakIterator.createClosestToLength(
                            BreakIterator.getSentenceInstance(Locale.ROOT), LENGTH, 0f),
                        MarkdownText.PARAGRAPH))
            .withFormatter(new Escaping())
            .build();
  }

  /** HTML for each document: escaped, with {@code <mark>} around what was asked. */
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

  /** Escapes what text of an element needs; the slash of a path stays as it is. */
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
          // Comes with the passage before or after it.
          case MarkdownText.PARAGRAPH -> {}
          default -> out.append(c);
        }
      }
    }
  }
}
