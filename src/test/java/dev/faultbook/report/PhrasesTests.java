package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.faultbook.compatibility.Statement;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.diagnosis.Reason;
import dev.faultbook.facts.Contradiction;
import dev.faultbook.language.Language;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the program can say has its words, in both languages. */
class PhrasesTests {
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

  @ParameterizedTest
  @EnumSource(Statement.Kind.class)
  void aStatementHasTheSameValuesInBothLanguages(Statement.Kind kind) {
    Object[] values = {"<0>", "<1>", "<2>", "<3>", "<4>"};
    List<String> en = places(Phrases.of(Language.EN).say(kind.key(), values));
    assertThat(places(Phrases.of(Language.ZH).say(kind.key(), values))).isEqualTo(en);
    assertThat(en).isEqualTo(List.of("<0>", "<1>", "<2>", "<3>", "<4>").subList(0, en.size()));
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
