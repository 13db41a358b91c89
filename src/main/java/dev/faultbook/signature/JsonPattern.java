package dev.faultbook.signature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import net.thisptr.jackson.jq.internal.functions.ContainsFunction;
import net.thisptr.jackson.jq.internal.functions.EndsWithFunction;
import net.thisptr.jackson.jq.internal.functions.HasFunction;
import net.thisptr.jackson.jq.internal.functions.NotFunction;
import net.thisptr.jackson.jq.internal.functions.StartsWithFunction;
import org.jspecify.annotations.Nullable;

/**
 * A query in jq's language on the fields of a line that is, or ends in, a JSON object; evaluated
 * only on lines that hold its required literals.
 *
 * <p>The query runs on jackson-jq, after {@link JsonQueryWords} has refused everything but the
 * selection of fields. Its functions are the few that are added here, so nothing of jq that reads
 * the environment, repeats, or runs regular expressions can be called.
 */
final class JsonPattern extends KnownPattern {
  private static final int MAX_LINE_BYTES = 128 * 1024;

  /** Reads one value, whatever follows it; refuses values that are nested 1,000 deep. */
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Scope FUNCTIONS = selectingFunctions();

  private final JsonQuery query;

  private JsonPattern(PatternTraits traits, JsonQuery query) {
    super(traits);
    this.query = query;
  }

  static JsonPattern compile(String source) throws PatternException {
    List<Set<String>> requirements =
        JsonQueryWords.of(source).requiredLiterals().stream()
            .filter(any -> any.stream().allMatch(JsonPattern::isDistinctive))
            .toList();
    JsonQuery query;
    try {
      query = JsonQuery.compile(source, Versions.JQ_1_7);
    } catch (JsonQueryException e) {
      throw new PatternException("json: this is not a query of jq");
    }
    if (requirements.isEmpty()) {
      throw new PatternException(
          "The query has no field or text of four characters that every matching line must"
              + " hold; ask for one, as in .level == \"fatal\" and (.error | contains(\"…\"))");
    }
    PatternTraits traits =
        new PatternTraits(
            PatternTraits.Notation.JSON,
            source.strip(),
            false,
            requirements,
            Map.of(),
            PatternTraits.countLetters(requirements));
    return new JsonPattern(traits, query);
  }

  private static Scope selectingFunctions() {
    Scope scope = Scope.newEmptyScope();
    scope.addFunction("contains", 1, new ContainsFunction());
    scope.addFunction("startswith", 1, new StartsWithFunction());
    scope.addFunction("endswith", 1, new EndsWithFunction());
    scope.addFunction("has", 1, new HasFunction());
    scope.addFunction("not", 0, new NotFunction());
    scope.addFunction(
        "select",
        1,
        (caller, arguments, in, path, out, version) ->
            arguments
                .getFirst()
                .apply(
                    caller,
                    in,
                    answer -> {
                      if (isTruthy(answer)) {
                        out.emit(in, path);
                      }
                    }));
    return scope;
  }

  /** Whether a literal is rare, and JSON writers print it without escapes. */
  private static boolean isDistinctive(String s) {
    return Literals.isDistinctive(s)
        && s.chars().allMatch(c -> c >= ' ' && c < 127 && "\"\\/<>&'+".indexOf(c) < 0);
  }

  private static boolean isTruthy(JsonNode node) {
    return !node.isNull() && !(node.isBoolean() && !node.booleanValue());
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] bytes, int from, int to) {
    int start = from;
    while (start < to && bytes[start] != '{') {
      start++;
    }
    if (start == to || to - start > MAX_LINE_BYTES) {
      return null;
    }
    boolean[] yes = {false};
    try {
      JsonNode value = JSON.readTree(bytes, start, to - start);
      query.apply(FUNCTIONS, value, answer -> yes[0] |= isTruthy(answer));
    } catch (IOException notThisForm) {
      // No JSON, or a field is of another type than the query asks for, which is an error in jq.
      return null;
    }
    return yes[0] ? new LineMatch(List.of(new LineMatch.Span(start, to)), Map.of()) : null;
  }
}
