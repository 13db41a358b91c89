package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.compatibility.Contradiction;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Verifies that every text of the program has a message in both languages, and that the sources
 * contain no Chinese text.
 */
class PhrasesTests {
  /**
   * Sources that parse Chinese pages, recognise Chinese words for secrets in logs, or handle
   * Chinese punctuation.
   */
  private static final Set<String> HANDLES_CHINESE =
      Set.of("PageReader.java", "PageIndex.java", "AddressFinder.java", "NamedValues.java");

  @ParameterizedTest
  @EnumSource(Language.class)
  void whateverIsSaidHasItsWords(Language language) {
    Phrases phrases = Phrases.of(language);
    keys()
        .forEach(
            key ->
                assertThatCode(() -> phrases.say(key, "A", "B"))
                    .as(key)
                    .doesNotThrowAnyException());
  }

  /** A search for nvidia-smi finds the row about that program, which needs a title. */
  @ParameterizedTest
  @EnumSource(Language.class)
  void everyCodeHasATitle(Language language) {
    for (CodeFamily family : ShippedCatalogue.knowledge().codes().families()) {
      for (Code code : family.codes()) {
        assertThat(CodeReport.title(code, language)).contains(code.code());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void valuesAreInsertedAsMessageFormatDoesIt(Language language) {
    Phrases phrases = Phrases.of(language);
    Locale locale = language == Language.ZH ? Locale.SIMPLIFIED_CHINESE : Locale.ROOT;
    List<Object[]> values =
        List.of(
            new Object[] {"it's", "{0}", "''", "a 'b' {1}", "}", ""},
            new Object[] {12_345, "x", 0.5, 1, 2, 3},
            new Object[] {"only one"});
    keys()
        .forEach(
            key ->
                values.forEach(
                    each ->
                        assertThat(phrases.say(key, each))
                            .as(key)
                            .isEqualTo(new MessageFormat(phrases.say(key), locale).format(each))));
  }

  @ParameterizedTest
  @EnumSource(Statement.Kind.class)
  void aStatementHasTheSameValuesInBothLanguages(Statement.Kind kind) {
    Object[] values = {"<0>", "<1>", "<2>", "<3>", "<4>"};
    List<String> en = places(Phrases.of(Language.EN).say(kind.key(), values));
    assertThat(places(Phrases.of(Language.ZH).say(kind.key(), values))).isEqualTo(en);
    assertThat(en).isEqualTo(List.of("<0>", "<1>", "<2>", "<3>", "<4>").subList(0, en.size()));
  }

  /**
   * A phrase without values is used literally; in a phrase with values, two quotes stand for one.
   */
  @Test
  void quotesAreDoubledWhereValuesStandBesideThem() throws IOException {
    for (String bundle : List.of("messages.properties", "messages_zh.properties")) {
      for (String line : Files.readAllLines(Path.of("src/main/resources", bundle))) {
        boolean values = line.contains("{0");
        String single = line.replace("''", "");
        assertThat(values ? single : line).as(line).doesNotContain(values ? "'" : "''");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void everyErrorHasATitle(Language language) {
    Phrases phrases = Phrases.of(language);
    List<String> errors =
        ResourceBundle.getBundle("messages", Locale.ROOT).keySet().stream()
            .filter(key -> key.startsWith("error.") && !key.startsWith("error.title."))
            .map(key -> key.substring("error.".length()))
            .filter(key -> !key.equals("back"))
            .toList();
    assertThat(errors).contains("time", "large");
    assertThat(errors)
        .allSatisfy(key -> assertThat(phrases.say("error.title." + key)).isNotBlank());
  }

  @Test
  void noChineseTextStandsInTheProgram() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .filter(file -> !HANDLES_CHINESE.contains(file.getFileName().toString()))
                  .filter(PhrasesTests::hasChinese))
          .isEmpty();
    }
  }

  private static boolean hasChinese(Path file) {
    try {
      return Files.readString(file)
          .codePoints()
          .anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> keys() {
    return Stream.of(
            Arrays.stream(Statement.Kind.values()).map(Statement.Kind::key),
            Arrays.stream(Verdict.Outcome.values()).map(outcome -> "machine." + outcome.tag()),
            Arrays.stream(Contradiction.Meaning.values()).map(m -> "contradiction." + tag(m)),
            Arrays.stream(Reason.Rule.values()).map(rule -> "reason.above." + tag(rule)),
            Arrays.stream(Reason.Rule.values()).map(rule -> "reason.below." + tag(rule)))
        .flatMap(keys -> keys);
  }

  private static String tag(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static List<String> places(String text) {
    return Stream.of("<0>", "<1>", "<2>", "<3>", "<4>").filter(text::contains).toList();
  }
}
