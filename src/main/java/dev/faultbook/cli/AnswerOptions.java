package dev.faultbook.cli;

import dev.faultbook.language.Language;
import dev.faultbook.log.VisibleText;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The options of every command that answers with a report. */
final class AnswerOptions {
  @Option(names = "--json", description = "Answer with the JSON document of the REST call.")
  private boolean json;

  @Option(
      names = "--lang",
      paramLabel = "en|zh",
      defaultValue = "en",
      converter = LanguageOption.class,
      description = "Language of the answer: en (default) or zh.")
  private Language language;

  boolean json() {
    return json;
  }

  Language language() {
    return language;
  }

  static String toJson(Object answer) {
    return escapeHidden(
            JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(answer))
        + "\n";
  }

  /**
   * The document with escapes for characters that control a terminal or are invisible. They occur
   * only in its strings, where JSON itself escapes no more than C0 controls.
   */
  private static String escapeHidden(String json) {
    StringBuilder out = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); ) {
      int c = json.codePointAt(i);
      int end = i + Character.charCount(c);
      if (c >= ' ' && VisibleText.isHidden(c)) {
        json.substring(i, end).chars().forEach(unit -> out.append("\\u%04x".formatted(unit)));
      } else {
        out.appendCodePoint(c);
      }
      i = end;
    }
    return out.toString();
  }
}
