package dev.faultbook.content;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads {@code asked}: how people ask for a fault, in each language of the entry's pages. A
 * question that repeats a title, a keyword or another question is reported, because it would only
 * add weight to words that are found already.
 */
final class AskedReader {
  private static final int MAX_QUESTIONS = 24;
  private static final int MAX_LENGTH = 120;

  private final YamlMap entry;
  private final Set<String> seen = new HashSet<>();

  /**
   * @param entry an entry with the key {@code asked}
   */
  AskedReader(YamlMap entry) {
    this.entry = entry;
    entry.readTexts("keywords").forEach(keyword -> seen.add(compared(keyword)));
  }

  void addTo(Map<Language, Page> pages) {
    YamlMap asked = entry.readMap("asked");
    asked.allowOnly(pages.keySet().stream().map(Language::tag).collect(Collectors.toSet()));
    pages.values().forEach(page -> seen.add(compared(page.title())));
    pages.replaceAll((language, page) -> page.withAsked(read(asked, language.tag())));
  }

  private List<String> read(YamlMap asked, String language) {
    List<String> questions = asked.readTexts(language);
    if (questions.size() > MAX_QUESTIONS) {
      asked.report(language, "asked: more than " + MAX_QUESTIONS + " questions");
    }
    for (String question : questions) {
      if (question.isBlank() || question.length() > MAX_LENGTH) {
        asked.report(
            language,
            "asked: '" + question + "' must have from 1 to " + MAX_LENGTH + " characters");
      }
      if (!seen.add(compared(question))) {
        asked.report(
            language, "asked: '" + question + "' repeats a title, a keyword or another question");
      }
    }
    return questions;
  }

  /** Letters and digits in lower case. */
  private static String compared(String text) {
    return text.toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
