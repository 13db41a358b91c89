package dev.faultbook.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;

/**
 * Marks each property whose record component is {@link Nullable} as nullable in the OpenAPI
 * document.
 */
final class NullableProperties implements OpenApiCustomizer {
  private final SchemaNames names;

  NullableProperties(SchemaNames names) {
    this.names = names;
  }

  @Override
  public void customise(OpenAPI document) {
    document
        .getComponents()
        .getSchemas()
        .forEach(
            (name, schema) ->
                names.type(name).filter(Class::isRecord).ifPresent(type -> mark(type, schema)));
  }

  @SuppressWarnings("rawtypes") // as the library declares it
  private static void mark(Class<?> type, Schema schema) {
    @SuppressWarnings("unchecked")
    Map<String, Schema> properties = schema.getProperties();
    if (properties == null) {
      return;
    }
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        mark(component.getType(), schema);
      } else if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        properties.computeIfPresent(nameOf(component), (_, property) -> orNull(property));
      }
    }
  }

  private static String nameOf(RecordComponent component) {
    return Optional.ofNullable(component.getAccessor().getAnnotation(JsonProperty.class))
        .map(JsonProperty::value)
        .orElse(component.getName());
  }

  @SuppressWarnings("rawtypes") // as the library declares it
  private static Schema orNull(Schema<?> property) {
    JsonSchema nothing = new JsonSchema();
    nothing.setTypes(Set.of("null"));
    JsonSchema either = new JsonSchema();
    either.setDescription(property.getDescription());
    property.setDescription(null);
    either.setAnyOf(List.of(property, nothing));
    return either;
  }
}
