package dev.faultbook.report;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Source;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Knowledge;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** An entry's page as self-contained Markdown. */
public final class EntryMarkdown {
  private final Entry entry;
  private final Knowledge knowledge;
  private final Language language;
  private final Phrases phrases;
  private final String base;
  private final StringBuilder out = new StringBuilder();

  private EntryMarkdown(Entry entry, Knowledge knowledge, Language language, String base) {
    this.entry = entry;
    this.knowledge = knowledge;
    this.language = language;
    this.phrases = Phrases.of(language);
    this.base = base;
  }

  /**
   * Writes a page.
   *
   * @param values values of the page's variables
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toMarkdown(
      Entry entry, Knowledge knowledge, Language language, TemplateValues values, String base) {
    return new EntryMarkdown(entry, knowledge, language, base).write(values);
  }

  private String write(TemplateValues values) {
    Page page = entry.pageIn(language);
    out.append("# ").append(page.title()).append("\n\n");
    entry.code().ifPresent(code -> out.append(code).append(" · "));
    out.append(entry.id()).append("\n\n");
    out.append(PageTemplate.fill(page.summary(), values)).append('\n');
    for (Page.Section section : page.inReadingOrder()) {
      writeHeading(section.heading());
      out.append(PageTemplate.fill(section.markdown(), values).strip()).append('\n');
    }
    writeHeading(phrases.say("entry.signatures"));
    entry.signatures().forEach(s -> out.append("    ").append(s.source()).append('\n'));
    writeRelated("entry.explainedby", knowledge.causesOf(entry));
    writeRelated(
        "entry.explains",
        entry.explains().stream().flatMap(id -> knowledge.findEntry(id).stream()));
    writeHeading(phrases.say("entry.sources"));
    for (Source source : entry.sources()) {
      out.append("- <").append(source.url()).append("> ").append(source.title());
      out.append(source.supports().isEmpty() ? "" : ": " + source.supports()).append('\n');
    }
    String reviewed =
        DateTimeFormatter.ofPattern(phrases.say("date.day"), Locale.ENGLISH)
            .format(entry.reviewed());
    out.append('\n').append(phrases.say("entry.reviewed", reviewed)).append(". ");
    out.append(base).append("/entries/").append(entry.id()).append('\n');
    return Markdown.addressEntries(out.toString(), base + "/entries/");
  }

  private void writeRelated(String key, Stream<Entry> entries) {
    List<String> links =
        entries
            .map(other -> "- [" + other.pageIn(language).title() + "](entry:" + other.id() + ")\n")
            .sorted()
            .toList();
    if (!links.isEmpty()) {
      writeHeading(phrases.say(key));
      links.forEach(out::append);
    }
  }

  private void writeHeading(String heading) {
    out.append("\n## ").append(heading).append("\n\n");
  }
}
