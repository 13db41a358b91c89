package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Verifies every row of {@code redaction.yaml} with its own samples. */
class RedactionRulesTests {

  private static final String FILLING = "a1B2c3D4e5F6g7H8i9J0";

  /** The last character class of a pattern, and its least number of characters. */
  private static final Pattern LAST_CLASS =
      Pattern.compile(".*\\[((?:[^\\]\\\\]|\\\\.)+)\\]\\{(\\d+).*");

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("samples")
  void whatStandsBetweenTheMarksGoesAndNothingElse(String row, String sample) {
    assertThat(sample).contains("«");
    MarkedText.assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("negatives")
  void whatOnlyLooksAlikeStays(String row, String line) {
    MarkedText.assertStays(line);
  }

  @Test
  void samplesRepeatedOnOneLineTakeLinearWork() {
    List<String> samples = samples().map(sample -> (String) sample.get()[1]).distinct().toList();
    for (String sample : samples) {
      String line = sample.replace("«", "").replace("»", "").repeat(50);
      AllocatedBytes.assertLinear(sample, times -> MarkedText.redact(line.repeat(times)));
    }
  }

  @Test
  void everyRowHasBothSamples() {
    assertThat(rows())
        .hasSizeGreaterThan(220)
        .allMatch(row -> row.containsKey("redacts") && row.containsKey("keeps"));
  }

  @Test
  void everyNameHasATrigger() {
    RedactionRules rules = RedactionRules.readShipped();
    assertThat(rules.names().stream().flatMap(rule -> rule.words().stream()))
        .allMatch(
            word ->
                word.length() == 2
                    || rules.nameTriggers().stream()
                        .map(trigger -> trigger.replaceAll("[-_.=]", ""))
                        .anyMatch(word::contains));
  }

  static Stream<Arguments> samples() {
    return rows().stream()
        .flatMap(
            row ->
                texts(row.get("redacts")).stream()
                    .map(sample -> arguments(nameOf(row), sample.replace("*»", rest(row) + "»"))));
  }

  static Stream<Arguments> negatives() {
    return rows().stream()
        .flatMap(row -> texts(row.get("keeps")).stream().map(line -> arguments(nameOf(row), line)));
  }

  /** Generates the rest of a token, so that no file contains anything like a secret. */
  private static String rest(Map<?, ?> row) {
    Matcher last = LAST_CLASS.matcher(String.valueOf(row.get("find")));
    if (!last.matches()) {
      return "*";
    }
    Pattern allowed = Pattern.compile("[" + last.group(1) + "]");
    StringBuilder rest = new StringBuilder();
    for (int i = 0; rest.length() < Integer.parseInt(last.group(2)); i++) {
      String c = FILLING.substring(i % FILLING.length(), i % FILLING.length() + 1);
      rest.append(allowed.matcher(c).matches() ? c : "");
    }
    return rest.toString();
  }

  private static String nameOf(Map<?, ?> row) {
    return String.valueOf(row.get(row.containsKey("name") ? "name" : "words"));
  }

  private static List<String> texts(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(Object::toString).toList()
        : List.of(String.valueOf(value));
  }

  private static List<Map<?, ?>> rows() {
    List<Map<?, ?>> rows = new ArrayList<>();
    try (InputStream in = RedactionRulesTests.class.getResourceAsStream(RedactionRules.FILE)) {
      String text = new String(in.readAllBytes(), UTF_8);
      Map<?, ?> file = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
      for (String section :
          List.of("tokens", "places", "commands", "sentences", "people", "addresses", "names")) {
        ((List<?>) file.get(section)).forEach(row -> rows.add((Map<?, ?>) row));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return rows;
  }
}
