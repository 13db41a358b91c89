package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Verifies every rule of {@code redaction.yaml} with its own samples. */
class RedactionRulesTests {

  private static final String FILLING = "a1B2c3D4e5F6g7H8i9J0";

  private final Redactor redactor = new Redactor();

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("samples")
  void whatStandsBetweenTheMarksGoesAndNothingElse(String row, String sample) {
    List<String> pieces = List.of(sample.split("[«»]", -1));
    assertThat(pieces).as("%s marks nothing: %s", row, sample).hasSizeGreaterThan(2);
    String log = String.join("", pieces);
    String redacted = redactor.redact(log).text();
    int from = 0;
    for (int i = 0; i < pieces.size(); i++) {
      if (i % 2 == 0) {
        assertThat(redacted.substring(from)).as(log).startsWith(pieces.get(i));
        from += pieces.get(i).length();
      } else {
        assertThat(redacted.substring(from)).as(log).startsWith("<");
        from = redacted.indexOf('>', from) + 1;
      }
    }
    assertThat(redacted).hasSize(from);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("negatives")
  void whatOnlyLooksAlikeStays(String row, String line) {
    assertThat(redactor.redact(line).text()).isEqualTo(line);
  }

  @Test
  void samplesRepeatedOnOneLineTakeLinearWork() {
    List<String> samples = samples().map(sample -> (String) sample.get()[1]).distinct().toList();
    for (String sample : samples) {
      String line = sample.replace("«", "").replace("»", "").repeat(50);
      AllocatedBytes.assertLinear(sample, times -> redactor.redact(line.repeat(times)));
    }
  }

  @Test
  void everyRowHasBothSamples() {
    assertThat(rows())
        .hasSizeGreaterThan(90)
        .allMatch(row -> row.containsKey("redacts") && row.containsKey("keeps"));
  }

  static Stream<Arguments> samples() {
    return rows().stream()
        .flatMap(
            row ->
                texts(row.get("redacts")).stream()
                    .map(sample -> arguments(nameOf(row), sample.replace("*", token(row)))));
  }

  static Stream<Arguments> negatives() {
    return rows().stream()
        .flatMap(row -> texts(row.get("keeps")).stream().map(line -> arguments(nameOf(row), line)));
  }

  /**
   * Generates a token in the format of the rule, so that no file contains anything like a secret.
   */
  private static String token(Map<?, ?> row) {
    if (!row.containsKey("alphabet")) {
      return "*";
    }
    Alphabet alphabet = Alphabet.of(row.get("alphabet").toString());
    String length = row.get("length").toString();
    int min = Integer.parseInt(length.split("[+-]")[0]);
    StringBuilder token = new StringBuilder();
    String holds = row.containsKey("holds") ? row.get("holds").toString() : "";
    for (int i = 0; token.length() < min; i++) {
      char c = FILLING.charAt(i % FILLING.length());
      if (token.length() == min / 2) {
        token.append(holds);
      }
      if (token.length() < min && alphabet.contains(c)) {
        token.append(c);
      }
    }
    boolean keep = Boolean.TRUE.equals(row.get("keep")) || !row.containsKey("prefix");
    String behind = row.containsKey("behind") ? "1234567890" : "";
    return (keep ? "" : behind + row.get("prefix")) + token;
  }

  private static String nameOf(Map<?, ?> row) {
    return Stream.of("name", "words", "after")
        .filter(row::containsKey)
        .map(key -> row.get(key).toString())
        .findFirst()
        .orElse("paths");
  }

  private static List<String> texts(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(Object::toString).toList()
        : List.of(value.toString());
  }

  private static List<Map<?, ?>> rows() {
    List<Map<?, ?>> rows = new ArrayList<>();
    try (InputStream in = RedactionRulesTests.class.getResourceAsStream("/redaction.yaml")) {
      String text = new String(in.readAllBytes(), UTF_8);
      Map<?, ?> file = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
      for (Map.Entry<?, ?> section : file.entrySet()) {
        if (section.getValue() instanceof Map<?, ?> row) {
          rows.add(row);
        } else if (!Set.of("nobody").contains(section.getKey())) {
          ((List<?>) section.getValue()).forEach(row -> rows.add((Map<?, ?>) row));
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return rows;
  }
}
