package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Source;
import dev.faultbook.content.TemplateValues;
import java.util.List;
import java.util.Locale;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Renders an entry's page as self-contained Markdown with absolute links. */
@Component
class EntryMarkdown {
  private final MessageSource messages;

  EntryMarkdown(MessageSource messages) {
    this.messages = messages;
  }

  String toMarkdown(
      Entry entry,
      Language language,
      TemplateValues values,
      List<EntryPages.Row> causes,
      List<EntryPages.Row> results) {
    Locale locale = language == Language.ZH ? Locale.SIMPLIFIED_CHINESE : Locale.ENGLISH;
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    Page page = entry.pageIn(language);
    StringBuilder out = new StringBuilder();
    out.append("# ")
        .append(page.title())
        .append("\n\n")
        .append(PageTemplate.fill(page.summary(), values))
        .append('\n');
    for (Page.Section section : page.sections()) {
      appendHeading(out, section.heading());
      out.append(PageTemplate.fill(section.markdown(), values).strip()).append('\n');
    }
    appendHeading(out, messageOf("entry.signatures", locale));
    entry.signatures().forEach(s -> out.append("    ").append(s.source()).append('\n'));
    appendRelated(out, messageOf("entry.explainedby", locale), causes, base);
    appendRelated(out, messageOf("entry.explains", locale), results, base);
    appendHeading(out, messageOf("entry.sources", locale));
    for (Source source : entry.sources()) {
      out.append("- <").append(source.url()).append("> ").append(source.title());
      out.append(source.supports().isEmpty() ? "" : ": " + source.supports()).append('\n');
    }
    out.append('\n')
        .append(
            messages.getMessage(
                "entry.reviewed",
                new Object[] {new Formatter(language).day(entry.provenance().reviewed())},
                locale))
        .append(". ")
        .append(base)
        .append("/entries/")
        .append(entry.id())
        .append('\n');
    return Markdown.addressEntries(out.toString(), base + "/entries/");
  }

  private static void appendRelated(
      StringBuilder out, String heading, List<EntryPages.Row> rows, String base) {
    if (!rows.isEmpty()) {
      appendHeading(out, heading);
      for (EntryPages.Row row : rows) {
        out.append("- [")
            .append(row.title())
            .append("](")
            .append(base)
            .append("/entries/")
            .append(row.entry().id())
            .append(")\n");
      }
    }
  }

  private static void appendHeading(StringBuilder out, String heading) {
    out.append("\n## ").append(heading).append("\n\n");
  }

  private String messageOf(String key, Locale locale) {
    return messages.getMessage(key, null, locale);
  }
}
