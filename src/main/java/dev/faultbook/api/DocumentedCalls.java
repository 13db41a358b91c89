package dev.faultbook.api;

import dev.faultbook.comparison.Comparison;
import dev.faultbook.report.Report;
import dev.faultbook.report.Search;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.core.util.Yaml31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.core.io.ClassPathResource;

/** Adds to the calls, and to the properties of types, what {@code openapi.yaml} says of them. */
final class DocumentedCalls implements OpenApiCustomizer {
  /** The types that only the file names, because the call reads or writes its body itself. */
  private static final List<Class<?>> TYPES =
      List.of(
          Report.class,
          SavedAnswer.class,
          Comparison.class,
          Search.Hits.class,
          FeedbackController.Feedback.class);

  @Override
  public void customise(OpenAPI document) {
    for (Class<?> type : TYPES) {
      ModelConverters.getInstance(true).readAll(type).forEach(document.getComponents()::addSchemas);
    }
    OpenAPI file = readFile();
    document.setInfo(file.getInfo());
    file.getComponents()
        .getSchemas()
        .forEach(
            (name, texts) ->
                addTexts(
                    Objects.requireNonNull(document.getComponents().getSchemas().get(name), name),
                    texts));
    file.getPaths()
        .forEach(
            (path, item) -> {
              Map<PathItem.HttpMethod, Operation> calls =
                  Objects.requireNonNull(document.getPaths().get(path), path).readOperationsMap();
              item.readOperationsMap()
                  .forEach(
                      (method, texts) ->
                          addTexts(Objects.requireNonNull(calls.get(method), path), texts));
            });
    removeUnused(document);
  }

  /** Reading a type also defines its unwrapped parts, to which nothing refers. */
  private static void removeUnused(OpenAPI document) {
    boolean removed;
    do {
      String text = Json31.mapper().valueToTree(document).toString();
      removed =
          document
              .getComponents()
              .getSchemas()
              .keySet()
              .removeIf(name -> !text.contains("\"#/components/schemas/" + name + "\""));
    } while (removed);
  }

  private static OpenAPI readFile() {
    try (InputStream file = new ClassPathResource("openapi.yaml").getInputStream()) {
      return Yaml31.mapper().readValue(file, OpenAPI.class);
    } catch (IOException e) {
      throw new UncheckedIOException("The description of the calls cannot be read", e);
    }
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // as the library declares it
  private static void addTexts(Schema<?> schema, Schema<?> texts) {
    Map<String, Schema> properties = schema.getProperties();
    texts
        .getProperties()
        .forEach(
            (name, text) -> {
              Schema property = Objects.requireNonNull(properties.get(name), name);
              property.setDescription(text.getDescription());
              property.setEnum(text.getEnum());
              property.setMaxLength(text.getMaxLength());
              if (text.getExample() != null) {
                property.setExample(text.getExample());
              }
            });
  }

  private static void addTexts(Operation call, Operation texts) {
    call.summary(texts.getSummary()).description(texts.getDescription());
    Objects.requireNonNullElse(texts.getParameters(), List.<Parameter>of())
        .forEach(call::addParametersItem);
    Optional.ofNullable(texts.getRequestBody()).ifPresent(call::setRequestBody);
    Optional.ofNullable(texts.getResponses())
        .ifPresent(
            answers -> {
              if (answers.keySet().stream().anyMatch(status -> status.startsWith("2"))) {
                call.getResponses().clear();
              }
              call.getResponses().putAll(answers);
            });
  }
}
