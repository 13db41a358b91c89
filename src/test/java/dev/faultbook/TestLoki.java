package dev.faultbook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.faultbook.server.QueryString;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server that answers {@code query_range} as Loki 3 does: lines from {@code start} until before
 * {@code end}, at most {@code limit} of them, the newest first.
 */
public final class TestLoki implements AutoCloseable {
  /** Most lines that it allows in one answer. */
  private static final int MAX_LIMIT = 5000;

  private final HttpServer server;
  private final List<Line> lines = new CopyOnWriteArrayList<>();
  private final List<Map<String, String>> queries = new CopyOnWriteArrayList<>();
  private final List<String> tenants = new CopyOnWriteArrayList<>();
  private final List<String> credentials = new CopyOnWriteArrayList<>();

  private record Line(Map<String, String> labels, long time, String text) {}

  public TestLoki() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/loki/api/v1/query_range", this::answer);
    server.createContext(
        "/elsewhere",
        exchange -> {
          exchange.getResponseHeaders().set("Location", url() + "/loki/api/v1/query_range");
          send(exchange, 302, "");
        });
    server.start();
  }

  /** {@code http://127.0.0.1:PORT}. */
  public String url() {
    return "http://" + host();
  }

  /** {@code 127.0.0.1:PORT}. */
  public String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Keeps a line; of one stream they come in the order of their times. */
  public void push(Map<String, String> labels, long nanos, String text) {
    lines.add(new Line(labels, nanos, text));
  }

  /** Keeps the lines of a log, one a millisecond from a time on. */
  public void pushAll(Map<String, String> labels, long nanos, byte[] log) {
    long time = nanos;
    for (String line : new String(log, UTF_8).lines().toList()) {
      push(labels, time, line);
      time += 1_000_000;
    }
  }

  /** Forgets everything. */
  public void clear() {
    List.of(lines, queries, tenants, credentials).forEach(List::clear);
  }

  /** The fields of each query. */
  public List<Map<String, String>> queries() {
    return queries;
  }

  public List<String> tenants() {
    return tenants;
  }

  public List<String> credentials() {
    return credentials;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Map<String, String> query = new QueryString(exchange.getRequestURI().getRawQuery()).toMap();
    queries.add(query);
    tenants.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Scope-OrgID")));
    credentials.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    int limit = Integer.parseInt(query.get("limit"));
    if (limit > MAX_LIMIT) {
      send(exchange, 400, "max entries limit per query exceeded, limit > max_entries_limit");
    } else if (!query.get("query").startsWith("{")) {
      send(exchange, 400, "parse error at line 1, col 1: syntax error: unexpected IDENTIFIER\n");
    } else if (query.get("query").contains("| rate")) {
      send(
          exchange,
          200,
          "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}");
    } else {
      send(exchange, 200, JsonMapper.shared().writeValueAsString(find(query, limit)));
    }
  }

  private Map<String, Object> find(Map<String, String> query, int limit) {
    long start = Long.parseLong(query.get("start"));
    long end = Long.parseLong(query.get("end"));
    List<Line> found = new ArrayList<>(lines.reversed());
    found.removeIf(
        line ->
            line.time() < start
                || line.time() >= end
                || !isSelected(line.labels(), query.get("query")));
    found.sort(Comparator.comparingLong(Line::time).reversed());
    Map<Map<String, String>, List<List<Object>>> streams = new LinkedHashMap<>();
    for (Line line : found.subList(0, Math.min(limit, found.size()))) {
      streams
          .computeIfAbsent(line.labels(), _ -> new ArrayList<>())
          .add(List.of(Long.toString(line.time()), line.text(), Map.of()));
    }
    List<Map<String, Object>> result = new ArrayList<>();
    streams.forEach((labels, values) -> result.add(Map.of("stream", labels, "values", values)));
    return Map.of("status", "success", "data", Map.of("resultType", "streams", "result", result));
  }

  /** Whether no {@code name="value"} of a query names another value of a label. */
  private static boolean isSelected(Map<String, String> labels, String query) {
    return labels.entrySet().stream()
        .allMatch(
            label ->
                !query.contains(label.getKey() + "=\"")
                    || query.contains(label.getKey() + "=\"" + label.getValue() + "\""));
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
