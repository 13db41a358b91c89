package dev.faultbook.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A query on the fields of a line that is, or ends in, a JSON object; evaluated only on lines that
 * hold its required literals.
 */
final class JsonPattern implements LinePattern {
  private static final int LONGEST_SOURCE = 2000;
  private static final int LONGEST_LINE = 512 * 1024;

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final String source;
  private final JsonQuery query;
  private final List<Set<String>> requirements;

  private JsonPattern(String source, JsonQuery query, List<Set<String>> requirements) {
    this.source = source;
    this.query = query;
    this.requirements = List.copyOf(requirements);
  }

  static JsonPattern compile(String source) throws PatternException {
    if (source.length() > LONGEST_SOURCE) {
      throw new PatternException(
          "The question is longer than " + LONGEST_SOURCE + " characters; ask for less");
    }
    JsonQuery query = JsonQueryParser.parse(source);
    List<Set<String>> requirements = new ArrayList<>(query.requiredLiterals());
    requirements.removeIf(
        any -> !any.stream().allMatch(s -> Literals.isDistinctive(s) && standsAsItIs(s)));
    if (requirements.isEmpty()) {
      throw new PatternException(
          "The question has no field or text of four characters that every matching line must"
              + " hold; ask for one, as in .level == \"fatal\" and (.error | contains(\"…\"))");
    }
    return new JsonPattern(source.strip(), query, requirements);
  }

  /** Whether JSON writers print the text without escapes. */
  private static boolean standsAsItIs(String s) {
    return s.chars().allMatch(c -> c >= ' ' && c < 127 && "\"\\/<>&'+".indexOf(c) < 0);
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public StoredPattern.Notation notation() {
    return StoredPattern.Notation.JSON;
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] bytes, int from, int to) {
    int start = from;
    while (start < to && bytes[start] != '{') {
      start++;
    }
    if (start == to || to - start > LONGEST_LINE) {
      return null;
    }
    boolean[] yes = {false};
    try {
      JsonNode value = JSON.readTree(bytes, start, to - start);
      query.emitAnswers(value, new JsonQuery.Budget(), node -> yes[0] |= JsonQuery.isTruthy(node));
    } catch (JacksonException | JsonQuery.NoAnswer none) {
      return null;
    }
    return yes[0] ? new LineMatch(List.of(new LineMatch.Span(start, to)), Map.of()) : null;
  }

  @Override
  public List<Set<String>> requiredLiterals() {
    return requirements;
  }

  @Override
  public Map<String, CaptureType> captureTypes() {
    return Map.of();
  }

  @Override
  public boolean ignoreCase() {
    return false;
  }

  @Override
  public int specificity() {
    return requirements.stream()
        .mapToInt(any -> any.stream().mapToInt(String::length).min().orElse(0))
        .sum();
  }

  @Override
  public String toString() {
    return source;
  }
}
