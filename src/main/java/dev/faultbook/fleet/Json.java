package dev.faultbook.fleet;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Values of records, which anybody may have written. */
final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  /** The JSON of a value; a missing node if it is none. */
  static JsonNode read(byte @Nullable [] value) {
    try {
      return value == null ? MissingNode.getInstance() : MAPPER.readTree(value);
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }

  /** A text; null if it is none, or blank. */
  static @Nullable String textOf(JsonNode node) {
    return node.isString() && !node.asString().isBlank() ? node.asString() : null;
  }
}
