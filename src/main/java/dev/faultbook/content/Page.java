package dev.faultbook.content;

import java.util.List;

/**
 * The page of an entry in one language.
 *
 * @param language its language
 * @param title one line
 * @param summary the cause in one or two sentences, as Markdown
 * @param sections the sections in their fixed order, as Markdown
 * @param remedies the remedies of the section {@code fix}, most likely first
 */
public record Page(
    Language language,
    String title,
    String summary,
    List<Section> sections,
    List<Remedy> remedies) {
  public Page {
    sections = List.copyOf(sections);
    remedies = List.copyOf(remedies);
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
