package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.server.QueryString;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands for Slack: gives the address of a WebSocket for a token, says hello on it, gives files and
 * messages, and keeps what is posted.
 */
final class SlackServer implements AutoCloseable {
  private final SocketServer server;
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private final List<String> botTokens = new CopyOnWriteArrayList<>();
  private final Map<String, Map<String, Object>> begun = new ConcurrentHashMap<>();
  private final BlockingQueue<JsonNode> posted = new LinkedBlockingQueue<>();
  private final BlockingQueue<JsonNode> told = new LinkedBlockingQueue<>();
  private volatile String refusal = "";

  SlackServer() throws IOException {
    server =
        new SocketServer(
            """
            {"type":"hello","num_connections":1,"connection_info":{"app_id":"A1"},
             "debug_info":{"host":"applink-1","approximate_connection_time":18060}}
            """);
    server.answer(
        "/api/apps.connections.open",
        request -> {
          tokens.add(request.authorization());
          return refusal.isEmpty()
              ? "{\"ok\":true,\"url\":\"" + server.socketUrl().replace("/", "\\/") + "?ticket=1\"}"
              : "{\"ok\":false,\"error\":\"" + refusal + "\"}";
        });
    server.answer(
        "/api/chat.postMessage",
        request -> {
          botTokens.add(request.authorization());
          posted.add(request.json());
          return "{\"ok\":true,\"ts\":\"1503435956.000247\"}";
        });
    server.answer(
        "/actions/",
        request -> {
          told.add(request.json());
          return "ok";
        });
    server.answer(
        "/api/conversations.replies?",
        request -> {
          botTokens.add(request.authorization());
          Map<String, String> query =
              new QueryString(request.target().substring(request.target().indexOf('?') + 1))
                  .toMap();
          Map<String, Object> first = begun.get(query.get("ts"));
          return first == null || !query.get("channel").equals("C0LAN2Q65")
              ? "{\"ok\":false,\"error\":\"thread_not_found\"}"
              : JsonMapper.shared()
                  .writeValueAsString(Map.of("ok", true, "messages", List.of(first)));
        });
  }

  String url() {
    return server.url();
  }

  /** The {@code Authorization} of each request for a socket. */
  List<String> tokens() {
    return tokens;
  }

  /** The {@code Authorization} of each other request. */
  List<String> botTokens() {
    return botTokens;
  }

  /** From now on no socket is given, but this error. */
  void refuse(String error) {
    refusal = error;
  }

  /** Keeps a file, and returns its address. */
  String file(byte[] content) {
    String path = "/files-pri/T024BE7LD-F024BERPE/" + content.length + ".log";
    server.answer(
        path,
        request -> {
          botTokens.add(request.authorization());
          return new String(content, UTF_8);
        });
    return url() + path;
  }

  /** The message that began a thread. */
  void began(String time, Map<String, Object> message) {
    begun.put(time, message);
  }

  /** A request for a path is sent elsewhere. */
  void redirect(String path, String address) {
    server.answer(path, _ -> "HTTP 302 " + address);
  }

  /** The next message that is posted. */
  JsonNode awaitPosted() throws InterruptedException {
    JsonNode message = posted.poll(30, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("nothing was posted");
    }
    return message;
  }

  /** The {@code response_url} of a press of a button. */
  String responseUrl() {
    return url() + "/actions/T9TK3CUKW/1/x";
  }

  /** What is said to who pressed a button. */
  String awaitTold() throws InterruptedException {
    JsonNode message = told.poll(30, TimeUnit.SECONDS);
    if (message == null
        || message.path("replace_original").asBoolean(true)
        || !message.path("response_type").asString("").equals("ephemeral")) {
      throw new AssertionError("nothing was said to the user alone: " + message);
    }
    return message.path("text").asString();
  }

  boolean hasPosted() {
    return !posted.isEmpty();
  }

  void ignorePings() {
    server.ignorePings();
  }

  SocketServer.Link awaitLink() throws InterruptedException {
    return server.awaitLink();
  }

  boolean hasLink() {
    return server.hasLink();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
