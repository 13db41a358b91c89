package dev.faultbook.content;

import java.util.Locale;
import java.util.Optional;

/** The languages of the pages. */
public enum Language {
  /** English. */
  EN,
  /** Simplified Chinese. */
  ZH;

  /** The language tag in URLs, file names and JSON: {@code en} or {@code zh}. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The language of a tag such as {@code zh}, {@code zh-CN} or {@code en_US}; empty for any other
   * language.
   */
  public static Optional<Language> fromTag(String tag) {
    if (tag == null) {
      return Optional.empty();
    }
    String start = tag.strip().toLowerCase(Locale.ROOT);
    for (Language language : values()) {
      if (start.equals(language.tag())
          || start.startsWith(language.tag() + "-")
          || start.startsWith(language.tag() + "_")) {
        return Optional.of(language);
      }
    }
    return Optional.empty();
  }
}
