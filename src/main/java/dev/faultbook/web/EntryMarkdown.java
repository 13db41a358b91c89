package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Source;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.report.Phrases;
import java.util.List;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Renders an entry's page as self-contained Markdown with absolute links. */
final class EntryMarkdown {
  private EntryMarkdown() {}

  static String toMarkdown(
      Entry entry,
      Language language,
      TemplateValues values,
      List<EntryPages.Row> causes,
      List<EntryPages.Row> results) {
    Phrases phrases = Phrases.of(language);
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    Page page = entry.pageIn(language);
    StringBuilder out = new StringBuilder();
    out.append("# ").append(page.title()).append("\n\n");
    out.append(PageTemplate.fill(page.summary(), values)).append('\n');
    for (Page.Section section : page.sections()) {
      appendHeading(out, section.heading());
      out.append(PageTemplate.fill(section.markdown(), values).strip()).append('\n');
    }
    appendHeading(out, phrases.say("entry.signatures"));
    entry.signatures().forEach(s -> out.append("    ").append(s.source()).append('\n'));
    appendRelated(out, phrases.say("entry.explainedby"), causes, base);
    appendRelated(out, phrases.say("entry.explains"), results, base);
    appendHeading(out, phrases.say("entry.sources"));
    for (Source source : entry.sources()) {
      out.append("- <").append(source.url()).append("> ").append(source.title());
      out.append(source.supports().isEmpty() ? "" : ": " + source.supports()).append('\n');
    }
    String reviewed = new Formatter(language).day(entry.review().date());
    out.append('\n').append(phrases.say("entry.reviewed", reviewed)).append(". ");
    out.append(base).append("/entries/").append(entry.id()).append('\n');
    return Markdown.addressEntries(out.toString(), base + "/entries/");
  }

  private static void appendRelated(
      StringBuilder out, String heading, List<EntryPages.Row> rows, String base) {
    if (!rows.isEmpty()) {
      appendHeading(out, heading);
      for (EntryPages.Row row : rows) {
        out.append("- [").append(row.title()).append("](").append(base);
        out.append("/entries/").append(row.entry().id()).append(")\n");
      }
    }
  }

  private static void appendHeading(StringBuilder out, String heading) {
    out.append("\n## ").append(heading).append("\n\n");
  }
}
