package dev.faultbook;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Validates the server's responses against its own OpenAPI document. */
final class ApiContract {
  private static final JsonMapper JSON = new JsonMapper();

  private final JsonNode document;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

  /**
   * @param document the body of {@code /v3/api-docs}
   */
  ApiContract(String document) {
    this.document = JSON.readTree(document);
  }

  /**
   * The differences between a response and the document; empty if the document does not describe
   * the operation.
   */
  List<String> violations(String method, String path, HttpResponse<String> response) {
    String address = path.replaceFirst("[?#].*", "");
    Optional<String> template =
        document.get("paths").propertyNames().stream()
            .filter(known -> address.matches(known.replaceAll("[{][^}]*[}]", "[^/]+")))
            .min((first, second) -> Boolean.compare(first.contains("{"), second.contains("{")));
    JsonNode operation =
        template
            .map(t -> document.get("paths").get(t).get(method.toLowerCase(Locale.ROOT)))
            .orElse(null);
    if (operation == null) {
      return List.of();
    }
    String place = method + " " + template.orElseThrow() + " " + response.statusCode();
    String status = String.valueOf(response.statusCode());
    String known = operation.get("responses").has(status) ? status : "default";
    JsonNode content = operation.get("responses").get(known).path("content");
    String type = response.headers().firstValue("Content-Type").orElse("").split(";", -1)[0];
    if (response.body().isEmpty()) {
      return List.of();
    }
    if (!content.has(type)) {
      return List.of(place + ": undocumented type " + type);
    }
    if (!type.endsWith("json")) {
      return List.of();
    }
    List<String> violations = new ArrayList<>();
    Schema schema =
        schemas.computeIfAbsent(
            place + type, _ -> registry.getSchema(withComponents(content.get(type).get("schema"))));
    for (Error error : schema.validate(JSON.readTree(response.body()))) {
      violations.add(place + ": " + error);
    }
    return violations;
  }

  /** Returns the schema together with the components that it references. */
  private JsonNode withComponents(JsonNode schema) {
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("components", document.get("components"));
    return whole;
  }
}
