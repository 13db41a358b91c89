package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.faultbook.server.QueryString;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server that keeps pods and their logs and Events as Kubernetes' API does: lists in pages,
 * watches, merge patches, refusals as a {@code Status}.
 *
 * @see <a href="https://kubernetes.io/docs/reference/using-api/api-concepts/">The API</a>
 */
final class TestKubernetes implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String BYE = "bye";

  private final HttpServer server;
  private final Map<String, ObjectNode> pods = new LinkedHashMap<>();
  private final Map<String, byte[]> logs = new ConcurrentHashMap<>();
  private final Map<String, JsonNode> events = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<BlockingQueue<String>> watches = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> refusals = new ConcurrentHashMap<>();
  private int version = 100;

  /**
   * @param server not started
   */
  TestKubernetes(HttpServer server) {
    this.server = server;
    server.createContext("/api/v1/", this::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Each request, {@code GET /api/v1/pods?limit=500}, with its credentials if it has any. */
  List<String> asked() {
    return asked;
  }

  Map<String, JsonNode> events() {
    return events;
  }

  /** Requests of a method are refused with a status from now on; 0 for not. */
  void refuse(String method, int status) {
    refusals.put(method, status);
  }

  /** Keeps a pod and tells those who watch. */
  synchronized void put(String pod) {
    ObjectNode object = (ObjectNode) JSON.readTree(pod);
    String key =
        object.at("/metadata/namespace").asString() + "/" + object.at("/metadata/name").asString();
    version++;
    ((ObjectNode) object.get("metadata")).put("resourceVersion", Integer.toString(version));
    ObjectNode old = pods.put(key, object);
    if (old != null && old.get("metadata").has("annotations")) {
      ((ObjectNode) object.get("metadata"))
          .set("annotations", old.get("metadata").get("annotations"));
    }
    tell("{\"type\":\"" + (old == null ? "ADDED" : "MODIFIED") + "\",\"object\":" + object + "}");
  }

  synchronized JsonNode annotations(String pod) {
    return pods.get(pod).path("metadata").path("annotations");
  }

  /**
   * @param container {@code train/llama-0/train}, and {@code /previous} for that before a restart
   */
  void putLog(String container, byte[] log) {
    logs.put(container, log);
  }

  /** Sends a line to those who watch. */
  void tell(String line) {
    watches.forEach(watch -> watch.add(line));
  }

  /** Ends every watch without a word. */
  void endWatches() {
    tell(BYE);
  }

  int watches() {
    return watches.size();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Map<String, String> query = new QueryString(exchange.getRequestURI().getRawQuery()).toMap();
    String method = exchange.getRequestMethod();
    String credentials = exchange.getRequestHeaders().getFirst("Authorization");
    asked.add(
        method + " " + exchange.getRequestURI() + (credentials == null ? "" : " " + credentials));
    byte[] body = exchange.getRequestBody().readAllBytes();
    int refused = refusals.getOrDefault(method, 0);
    if (refused != 0) {
      refuse(exchange, refused, "forbidden: no rights");
    } else if (path.endsWith("/pods") && query.containsKey("watch")) {
      watch(exchange);
    } else if (path.endsWith("/pods")) {
      list(exchange, path, query);
    } else if (path.endsWith("/log")) {
      String pod = path.substring("/api/v1/namespaces/".length()).replace("/pods/", "/");
      String previous = query.get("previous").equals("true") ? "/previous" : "";
      byte[] log = logs.get(pod.replace("/log", "/") + query.get("container") + previous);
      if (log == null) {
        refuse(exchange, 400, "previous terminated container not found");
      } else {
        send(exchange, 200, tail(log, query));
      }
    } else if (method.equals("POST") && path.endsWith("/events")) {
      JsonNode event = JSON.readTree(body);
      boolean known = events.putIfAbsent(event.at("/metadata/name").asString(), event) != null;
      if (known) {
        refuse(exchange, 409, "already exists");
      } else {
        send(exchange, 201, body);
      }
    } else if (method.equals("PATCH")) {
      patch(exchange, path, body);
    } else {
      refuse(exchange, 404, "not found");
    }
  }

  private static byte[] tail(byte[] log, Map<String, String> query) {
    List<String> lines = new String(log, UTF_8).lines().toList();
    int from = Math.max(lines.size() - Integer.parseInt(query.get("tailLines")), 0);
    String text = String.join("\n", lines.subList(from, lines.size())) + "\n";
    byte[] bytes = text.getBytes(UTF_8);
    int limit = Math.min(bytes.length, Integer.parseInt(query.get("limitBytes")));
    return Arrays.copyOf(bytes, limit);
  }

  /** Two pods a page, so that lists have several. */
  private void list(HttpExchange exchange, String path, Map<String, String> query)
      throws IOException {
    String namespace =
        path.contains("/namespaces/") ? path.replaceAll(".*/namespaces/|/pods", "") : "";
    ObjectNode page = JSON.createObjectNode();
    synchronized (this) {
      List<ObjectNode> all = new ArrayList<>(pods.values());
      all.removeIf(
          pod ->
              !namespace.isEmpty() && !pod.at("/metadata/namespace").asString().equals(namespace));
      int from = Integer.parseInt(query.getOrDefault("continue", "0"));
      int to = Math.min(from + 2, all.size());
      ObjectNode metadata = page.putObject("metadata");
      metadata.put("resourceVersion", Integer.toString(version));
      metadata.put("continue", to < all.size() ? Integer.toString(to) : "");
      page.putArray("items").addAll(all.subList(from, to));
    }
    send(exchange, 200, JSON.writeValueAsBytes(page));
  }

  private void watch(HttpExchange exchange) throws IOException {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      out.flush();
      watches.add(lines);
      String line = lines.poll(60, TimeUnit.SECONDS);
      while (line != null && !line.equals(BYE)) {
        out.write((line + "\n").getBytes(UTF_8));
        out.flush();
        line = lines.poll(60, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      watches.remove(lines);
      exchange.close();
    }
  }

  private void patch(HttpExchange exchange, String path, byte[] body) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    JsonNode annotations = JSON.readTree(body).path("metadata").path("annotations");
    synchronized (this) {
      ObjectNode pod =
          pods.get(path.substring("/api/v1/namespaces/".length()).replace("/pods/", "/"));
      if (pod == null || !type.equals("application/merge-patch+json")) {
        refuse(exchange, pod == null ? 404 : 415, "not found");
        return;
      }
      ObjectNode metadata = (ObjectNode) pod.get("metadata");
      ObjectNode kept = metadata.withObject("annotations");
      annotations.properties().forEach(one -> kept.set(one.getKey(), one.getValue()));
      version++;
      metadata.put("resourceVersion", Integer.toString(version));
      tell("{\"type\":\"MODIFIED\",\"object\":" + pod + "}");
      send(exchange, 200, JSON.writeValueAsBytes(pod));
    }
  }

  private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
    send(
        exchange,
        status,
        "{\"kind\":\"Status\",\"message\":\"%s\",\"code\":%d}"
            .formatted(why, status)
            .getBytes(UTF_8));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    endWatches();
    server.stop(0);
  }
}
