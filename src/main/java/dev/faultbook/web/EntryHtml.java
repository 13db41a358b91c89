package dev.faultbook.web;

import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.Remedy;
import dev.faultbook.report.PlainLinks;
import dev.faultbook.report.Report;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The prose of findings as HTML. Text that an entry has for every log alike is rendered once and
 * kept; text with variables, which hold values of the log, is rendered for each page and not kept.
 */
final class EntryHtml {
  private static final String VARIABLE = "{{";

  /** Most texts of a kind that are kept; the catalogue has some three thousand. */
  private static final int MOST = 8192;

  private final Map<String, Text> sentences = new ConcurrentHashMap<>();
  private final Map<String, Text> paragraphs = new ConcurrentHashMap<>();

  /**
   * A text of the catalogue.
   *
   * @param markdown what a report has of it
   * @param html the same as HTML
   */
  private record Text(String markdown, String html) {}

  /** The summary of a finding. */
  String summary(Page page, Report.Found found) {
    return sentence(page.summary(), found.summary());
  }

  /** The title of one of its remedies. */
  String title(Page page, Report.Fix fix) {
    return page.remedies().stream()
        .map(Remedy::title)
        .filter(fix.title()::equals)
        .findFirst()
        .map(title -> sentence(title, fix.title()))
        .orElseGet(() -> toSentence(fix.title()));
  }

  /** The explanation of one of its remedies. */
  String explanation(Page page, Report.Fix fix) {
    for (Remedy remedy : page.remedies()) {
      if (remedy.title().equals(fix.title()) && isFixed(remedy.text())) {
        Text text = keep(paragraphs, remedy.text(), EntryHtml::toParagraph);
        // A shared diagnosis may quote a former edition.
        if (text.markdown().equals(fix.explanation())) {
          return text.html();
        }
      }
    }
    return toParagraphs(fix.explanation());
  }

  private String sentence(String template, String filled) {
    return isFixed(template) && template.equals(filled)
        ? keep(sentences, template, text -> new Text(text, toSentence(text))).html()
        : toSentence(filled);
  }

  /** Number of texts that are kept. */
  int kept() {
    return sentences.size() + paragraphs.size();
  }

  private static boolean isFixed(String template) {
    return !template.contains(VARIABLE);
  }

  private static Text keep(Map<String, Text> kept, String template, Function<String, Text> render) {
    Text text = kept.get(template);
    if (text == null) {
      text = render.apply(template);
      if (kept.size() >= MOST) {
        // Texts of former editions are among them.
        kept.clear();
      }
      kept.put(template, text);
    }
    return text;
  }

  private static Text toParagraph(String template) {
    String markdown = PlainLinks.withAddresses(template);
    return new Text(markdown, toParagraphs(markdown));
  }

  private static String toSentence(String markdown) {
    return CodeWrapping.wrapHtml(Markdown.toInlineHtml(markdown));
  }

  private static String toParagraphs(String markdown) {
    return CodeWrapping.wrapHtml(Markdown.toHtml(markdown));
  }
}
