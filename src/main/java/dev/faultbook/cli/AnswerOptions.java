package dev.faultbook.cli;

import dev.faultbook.content.Language;
import dev.faultbook.report.HiddenEscapes;
import picocli.CommandLine.Option;
import tools.jackson.core.json.JsonFactory;
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
    return JsonMapper.builder(JsonFactory.builder().characterEscapes(new HiddenEscapes()).build())
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(answer)
        + "\n";
  }
}
