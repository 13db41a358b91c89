package dev.faultbook.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads logs from one Loki, newest first, until it has all lines, 100,000 lines or 64 MB; the log
 * names what that leaves out. Follows no redirect.
 *
 * @see <a href="https://grafana.com/docs/loki/latest/reference/loki-http-api/">Loki's API</a>
 */
public final class LokiClient {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration WHOLE = Duration.ofMinutes(2);

  /** What a Loki gives at most by default. */
  private static final int PAGE = 5000;

  private static final int MAX_PAGES = 20;
  private static final long MAX_BYTES = 64L * 1024 * 1024;
  private static final int MAX_REASON = 300;

  private final URI server;
  private final Map<String, String> headers;

  /**
   * A client of one Loki.
   *
   * @param server its address, {@code http://loki:3100}, with the path of a proxy if there is one
   * @param headers sent with each request, such as those that name tenant and user
   */
  public LokiClient(URI server, Map<String, String> headers) {
    this.server = server;
    this.headers = Map.copyOf(headers);
  }

  /**
   * @param labels those of its stream
   * @param time nanoseconds since 1970
   */
  private record Line(Map<String, String> labels, long time, String text) {}

  /**
   * Adds what a query finds to a log, one file for each stream of Loki, named after the labels that
   * tell the streams apart.
   *
   * @param query a log query in LogQL
   * @param start the first time
   * @param end the time after the last one
   * @throws IOException if Loki cannot be reached, refuses, or finds nothing
   */
  public void receive(String query, Instant start, Instant end, InMemoryLog.Receiver receiver)
      throws IOException {
    Map<Map<String, String>, List<String>> streams = fetchStreams(query, start, end, receiver);
    if (streams.isEmpty()) {
      throw new IOException("Loki has no lines for " + query + " from " + start + " to " + end);
    }
    for (Map.Entry<Map<String, String>, List<String>> stream : streams.entrySet()) {
      String name =
          new TreeMap<>(stream.getKey())
              .entrySet().stream()
                  .filter(
                      label ->
                          streams.keySet().stream()
                              .anyMatch(all -> !label.getValue().equals(all.get(label.getKey()))))
                  .map(label -> label.getKey() + "=" + label.getValue())
                  .collect(Collectors.joining(","));
      String text = String.join("\n", stream.getValue().reversed()) + "\n";
      receiver.add(name.isEmpty() ? "loki" : name, new ByteArrayInputStream(text.getBytes(UTF_8)));
    }
  }

  /** The lines of each stream, newest first; what the limits leave out is named in the log. */
  private Map<Map<String, String>, List<String>> fetchStreams(
      String query, Instant start, Instant end, InMemoryLog.Receiver receiver) throws IOException {
    Map<Map<String, String>, List<String>> streams = new HashMap<>();
    long deadline = System.nanoTime() + WHOLE.toNanos();
    long next = nanos(end);
    long bytes = 0;
    // A page may end among lines of one time, which are asked for again.
    Set<Line> seen = Set.of();
    boolean whole = false;
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build()) {
      for (int page = 0; !whole && page < MAX_PAGES && bytes < MAX_BYTES; page++) {
        String parameters =
            QueryString.toQuery(
                Map.of(
                    "query",
                    query,
                    "start",
                    Long.toString(nanos(start)),
                    "end",
                    Long.toString(next),
                    "limit",
                    Integer.toString(PAGE),
                    "direction",
                    "backward"));
        List<Line> lines = readLines(call(http, parameters, deadline - System.nanoTime()));
        for (Line line : lines) {
          if (!seen.contains(line)) {
            streams.computeIfAbsent(line.labels(), _ -> new ArrayList<>()).add(line.text());
            bytes += line.text().length();
          }
        }
        whole = lines.size() < PAGE;
        long oldest = lines.stream().mapToLong(Line::time).min().orElse(next);
        seen = lines.stream().filter(line -> line.time() == oldest).collect(Collectors.toSet());
        next = oldest + 1 < next ? oldest + 1 : oldest;
      }
    }
    if (!whole) {
      receiver.leaveOut("Loki, before " + Instant.ofEpochMilli(next / 1_000_000));
    }
    return streams;
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  /** {@code {"data": {"result": [{"stream": {"pod": "a"}, "values": [["1764…", "text"]]}]}}}. */
  private static List<Line> readLines(String answer) throws IOException {
    try {
      JsonNode data = JsonMapper.shared().readTree(answer).path("data");
      if (!data.path("resultType").asString("").equals("streams")) {
        throw new IOException("the query finds no lines but numbers");
      }
      List<Line> lines = new ArrayList<>();
      for (JsonNode stream : data.path("result")) {
        Map<String, String> labels = new HashMap<>();
        stream
            .path("stream")
            .properties()
            .forEach(label -> labels.put(label.getKey(), label.getValue().asString("")));
        for (JsonNode value : stream.path("values")) {
          long time = Long.parseLong(value.path(0).asString(""));
          lines.add(new Line(labels, time, value.path(1).asString("")));
        }
      }
      return lines;
    } catch (JacksonException | NumberFormatException e) {
      throw new IOException("what answers is no Loki", e);
    }
  }

  private String call(HttpClient http, String parameters, long nanosLeft) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base() + "/loki/api/v1/query_range?" + parameters))
            // Without it each line's level, which Loki guesses, is a label and splits the stream.
            .header("X-Loki-Response-Encoding-Flags", "categorize-labels");
    headers.forEach(request::header);
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(
            request.build(), BodyHandlers.limiting(BodyHandlers.ofString(UTF_8), MAX_BYTES));
    try {
      HttpResponse<String> found = answer.get(nanosLeft, TimeUnit.NANOSECONDS);
      if (found.statusCode() != 200) {
        String why = found.body().lines().findFirst().orElse("");
        throw new IOException(
            "Loki answered with status "
                + found.statusCode()
                + (why.isBlank()
                    ? ""
                    : ": " + why.substring(0, Math.min(why.length(), MAX_REASON))));
      }
      return found.body();
    } catch (TimeoutException e) {
      answer.cancel(true);
      http.shutdownNow();
      throw new IOException("Loki did not answer within " + WHOLE.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException("Loki cannot be reached: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      http.shutdownNow();
      throw new IOException("interrupted", e);
    }
  }

  private String base() {
    String base = server.toString();
    return base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
  }
}
