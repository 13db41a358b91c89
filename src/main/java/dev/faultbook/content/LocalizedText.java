package dev.faultbook.content;

/**
 * A short text in both languages.
 *
 * @param en English
 * @param zh Chinese
 */
public record LocalizedText(String en, String zh) {
  public String in(Language language) {
    return language == Language.ZH ? zh : en;
  }
}
