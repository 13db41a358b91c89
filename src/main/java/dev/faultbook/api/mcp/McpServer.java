package dev.faultbook.api.mcp;

import dev.faultbook.content.Entry;
import dev.faultbook.log.WordLists;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the messages of the Model Context Protocol, whatever carried them. It keeps nothing
 * between two messages. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25">Specification</a>
 */
final class McpServer {
  /** The versions of the protocol that it speaks, the latest first. */
  static final List<String> VERSIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int NO_METHOD = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int INTERNAL_ERROR = -32603;
  private static final int NO_RESOURCE = -32002;

  /** Entries on a page of the list of resources. */
  private static final int PAGE = 200;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Supplier<McpTools> edition;
  private final JsonMapper json = JsonMapper.builder().build();
  private final JsonNode fixed = json.readTree(WordLists.readText(McpServer.class, "answers.json"));

  /**
   * @param edition the tools, with the knowledge that is in force when a message arrives
   */
  McpServer(Supplier<McpTools> edition) {
    this.edition = edition;
  }

  /** A message cannot be answered; what the protocol says about it. */
  private static final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int code;

    ProtocolException(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /**
   * Answers a message.
   *
   * @return empty if it wants no answer
   */
  Optional<byte[]> answer(byte[] message) {
    Optional<? extends JsonNode> answer;
    try {
      JsonNode given = json.readTree(message);
      answer = given.isArray() ? answerAll(given) : answerOne(given);
    } catch (JacksonException e) {
      answer = Optional.of(error(null, PARSE_ERROR, "The message is not a JSON document."));
    }
    return answer.map(json::writeValueAsBytes);
  }

  /** An error for a message that was not read. */
  byte[] refuse(String reason) {
    return json.writeValueAsBytes(error(null, INVALID_REQUEST, reason));
  }

  /** Several messages in one, as version 2025-03-26 allows. */
  private Optional<ArrayNode> answerAll(JsonNode messages) {
    ArrayNode answers = NODES.arrayNode();
    messages.forEach(message -> answerOne(message).ifPresent(answers::add));
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers);
  }

  private Optional<ObjectNode> answerOne(JsonNode message) {
    JsonNode id = message.get("id");
    JsonNode method = message.get("method");
    boolean reply = message.has("result") || message.has("error");
    if (message.isObject() && (reply || method != null && method.isString() && id == null)) {
      return Optional.empty(); // a reply or a notification
    }
    if (method == null || !method.isString() || id == null || !(id.isString() || id.isNumber())) {
      return Optional.of(error(null, INVALID_REQUEST, "The message is no request."));
    }
    try {
      ObjectNode answer = start(id);
      answer.set("result", call(method.asString(), message.path("params")));
      return Optional.of(answer);
    } catch (ProtocolException e) {
      return Optional.of(error(id, e.code, String.valueOf(e.getMessage())));
    } catch (RuntimeException defect) {
      // Its message could quote a log.
      return Optional.of(error(id, INTERNAL_ERROR, "The server failed to answer."));
    }
  }

  private JsonNode call(String method, JsonNode params) {
    McpTools tools = edition.get();
    return switch (method) {
      case "initialize" -> initialize(params);
      case "ping" -> NODES.objectNode();
      case "tools/list", "resources/templates/list" -> known(method);
      case "tools/call" -> callTool(tools, params);
      case "resources/list" -> listResources(tools, params.path("cursor").asString("0"));
      case "resources/read" -> readResource(tools, params.path("uri").asString(""));
      default -> throw new ProtocolException(NO_METHOD, "There is no such method.");
    };
  }

  private JsonNode known(String method) {
    return Objects.requireNonNull(fixed.get(method), method);
  }

  private JsonNode initialize(JsonNode params) {
    String asked = params.path("protocolVersion").asString("");
    ObjectNode answer = NODES.objectNode();
    answer.put("protocolVersion", VERSIONS.contains(asked) ? asked : VERSIONS.getFirst());
    answer.setAll((ObjectNode) known("initialize").deepCopy());
    String version = McpServer.class.getPackage().getImplementationVersion();
    answer
        .putObject("serverInfo")
        .put("name", "faultbook")
        .put("title", "Faultbook")
        .put("version", Objects.requireNonNullElse(version, "not packaged"));
    return answer;
  }

  private JsonNode callTool(McpTools tools, JsonNode params) {
    String name = params.path("name").asString("");
    if (!tools.has(name)) {
      throw new ProtocolException(INVALID_PARAMS, "There is no such tool.");
    }
    McpTools.Answer answer = tools.call(name, params.path("arguments"));
    ObjectNode result = NODES.objectNode();
    result.putArray("content").addObject().put("type", "text").put("text", answer.text());
    result.put("isError", answer.failed());
    return result;
  }

  private JsonNode listResources(McpTools tools, String cursor) {
    List<Entry> entries = tools.entries();
    int from;
    try {
      from = Integer.parseInt(cursor);
    } catch (NumberFormatException e) {
      from = -1;
    }
    if (from < 0 || from > entries.size()) {
      throw new ProtocolException(INVALID_PARAMS, "There is no such cursor.");
    }
    int to = Math.min(from + PAGE, entries.size());
    ObjectNode result = NODES.objectNode();
    ArrayNode list = result.putArray("resources");
    for (Entry entry : entries.subList(from, to)) {
      list.addObject()
          .put("uri", McpTools.uriOf(entry))
          .put("name", entry.id())
          .put("title", tools.titleOf(entry))
          .put("mimeType", "text/markdown");
    }
    if (to < entries.size()) {
      result.put("nextCursor", Integer.toString(to));
    }
    return result;
  }

  private JsonNode readResource(McpTools tools, String uri) {
    String text =
        tools
            .read(uri)
            .orElseThrow(() -> new ProtocolException(NO_RESOURCE, "There is no such resource."));
    ObjectNode result = NODES.objectNode();
    result
        .putArray("contents")
        .addObject()
        .put("uri", uri)
        .put("mimeType", "text/markdown")
        .put("text", text);
    return result;
  }

  private static ObjectNode start(@Nullable JsonNode id) {
    ObjectNode answer = NODES.objectNode().put("jsonrpc", "2.0");
    answer.set("id", id == null ? NODES.nullNode() : id);
    return answer;
  }

  private static ObjectNode error(@Nullable JsonNode id, int code, String message) {
    ObjectNode answer = start(id);
    answer.putObject("error").put("code", code).put("message", message);
    return answer;
  }
}
