package dev.faultbook.content;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The page of an entry in one language.
 *
 * @param language its language
 * @param title one line
 * @param summary the cause in one or two sentences, as Markdown
 * @param asked how people ask for it, in words that the page may lack; search terms only
 * @param sections the sections in the order of the file, as Markdown
 * @param remedies the remedies of the section {@code fix}, most likely first
 */
public record Page(
    Language language,
    String title,
    String summary,
    List<String> asked,
    List<Section> sections,
    List<Remedy> remedies) {
  private static final String BLOCK = "```text\n";

  /** Stands for what an example leaves out. */
  private static final String GAP = "…";

  /** What to do stands above what explains it. */
  private static final List<String> READING_ORDER =
      List.of("fix", "check", "see", "why", "apart", "prevent", "not");

  public Page {
    asked = List.copyOf(asked);
    sections = List.copyOf(sections);
    remedies = List.copyOf(remedies);
  }

  Page withAsked(List<String> questions) {
    return new Page(language, title, summary, questions, sections, remedies);
  }

  /** The sections in the order in which they are read: what to do, then what explains it. */
  public List<Section> inReadingOrder() {
    return sections.stream()
        .sorted(Comparator.comparingInt(section -> READING_ORDER.indexOf(section.key())))
        .toList();
  }

  /** The message as the page shows it first, without what is left out before it; may be empty. */
  public Optional<String> message() {
    return sections.stream()
        .filter(section -> section.key().equals("see"))
        .map(Section::markdown)
        .filter(text -> text.contains(BLOCK))
        .flatMap(text -> text.substring(text.indexOf(BLOCK) + BLOCK.length()).lines())
        .map(line -> line.startsWith(GAP) ? line.substring(GAP.length()).strip() : line)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .map(message -> PageTemplate.fill(message, TemplateValues.NONE));
  }

  /**
   * A section.
   *
   * @param key the same in all languages: {@code see}, {@code why}, {@code fix}, {@code check},
   *     {@code apart}, {@code prevent}, {@code not}
   * @param heading the heading in the page's language
   * @param markdown the text below the heading, as Markdown
   */
  public record Section(String key, String heading, String markdown) {}
}
