package dev.faultbook.api;

import io.swagger.v3.core.jackson.TypeNameResolver;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names the schemas of the OpenAPI document. The name of a nested type includes that of the
 * enclosing type, so that {@code RankReport.First} and {@code Comparison.First} remain two schemas.
 */
final class SchemaNames extends TypeNameResolver {
  /** Static, because the library keeps one resolver for the whole JVM. */
  private static final Map<String, Class<?>> TYPES = new ConcurrentHashMap<>();

  @Override
  protected String getNameOfClass(Class<?> type) {
    StringBuilder name = new StringBuilder();
    for (Class<?> part = type; part != null; part = part.getEnclosingClass()) {
      name.insert(0, part.getSimpleName().replace("Controller", ""));
    }
    TYPES.put(name.toString(), type);
    return name.toString();
  }

  /** The type that a schema describes. */
  Optional<Class<?>> type(String schema) {
    return Optional.ofNullable(TYPES.get(schema));
  }
}
