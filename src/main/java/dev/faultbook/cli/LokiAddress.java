package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.LokiClient;
import dev.faultbook.server.QueryString;
import java.io.IOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.convert.DurationStyle;

/**
 * What a query of Loki finds. Tenant and credentials are those of logcli: {@code LOKI_ORG_ID},
 * {@code LOKI_BEARER_TOKEN}, {@code LOKI_USERNAME} with {@code LOKI_PASSWORD}.
 *
 * @param server address of Loki
 * @param query a log query in LogQL
 * @param start the first time
 * @param end the time after the last one
 */
record LokiAddress(URI server, String query, Instant start, Instant end) implements LogAddress {
  private static final String FORM =
      "expected loki+http://HOST[:PORT]?query=LOGQL[&since=6h][&start=TIME][&end=TIME], "
          + "times as 2026-11-21T03:43:11Z";

  /**
   * @param address {@code http://HOST:PORT/PATH?query=…}; the query need not be encoded
   */
  static LokiAddress parse(String address) throws IOException {
    int mark = address.indexOf('?');
    QueryString query = new QueryString(mark < 0 ? "" : address.substring(mark + 1));
    try {
      URI server = URI.create(mark < 0 ? address : address.substring(0, mark));
      Instant end = query.find("end").map(Instant::parse).orElseGet(Instant::now);
      Duration since = DurationStyle.SIMPLE.parse(query.find("since").orElse("1h"));
      Instant start = query.find("start").map(Instant::parse).orElseGet(() -> end.minus(since));
      Optional<String> logQl = query.find("query");
      if (server.getHost() == null || logQl.isEmpty() || query.damaged() || !start.isBefore(end)) {
        throw new IOException(FORM);
      }
      return new LokiAddress(server, logQl.get(), start, end);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IOException(FORM, e);
    }
  }

  @Override
  public void fetchInto(InMemoryLog.Receiver receiver) throws IOException {
    new LokiClient(server, headers(System.getenv())).receive(query, start, end, receiver);
  }

  private static Map<String, String> headers(Map<String, String> environment) {
    Map<String, String> headers = new HashMap<>();
    String tenant = environment.get("LOKI_ORG_ID");
    if (tenant != null) {
      headers.put("X-Scope-OrgID", tenant);
    }
    String token = environment.get("LOKI_BEARER_TOKEN");
    String user = environment.get("LOKI_USERNAME");
    if (token != null) {
      headers.put("Authorization", "Bearer " + token);
    } else if (user != null) {
      String pair = user + ":" + environment.getOrDefault("LOKI_PASSWORD", "");
      headers.put(
          "Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
    }
    return headers;
  }
}
