package dev.faultbook.fleet;

import dev.faultbook.report.Dialect;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends diagnoses to receivers. All instances share the work; after a loss a diagnosis may be sent
 * twice. Chats get final answers only.
 */
final class Notifier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration WHOLE_CALL = Duration.ofSeconds(10);
  private static final int TRIES = 3;

  private final List<Receiver> receivers;
  private final String pages;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PAUSE).build();
  private final TopicReader reader;

  Notifier(Fleet.Settings settings) {
    receivers = settings.receivers();
    pages = settings.pages();
    Map<String, Object> config = new HashMap<>(settings.more());
    // consumer.session.timeout.ms: what Kafka Streams gives to its consumers is for this one, too.
    settings
        .more()
        .forEach(
            (name, value) -> {
              if (name.startsWith(StreamsConfig.CONSUMER_PREFIX)) {
                config.put(name.substring(StreamsConfig.CONSUMER_PREFIX.length()), value);
              }
            });
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.servers());
    config.put(ConsumerConfig.GROUP_ID_CONFIG, settings.application() + "-notifier");
    // Who adds a receiver later wants to hear of what fails from then on.
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    // Receivers that do not answer cost time, and who is silent for long loses its partitions.
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
    reader =
        new TopicReader(
            "notifier",
            config,
            consumer -> {
              consumer.subscribe(List.of(FleetTopology.DIAGNOSES));
              return true;
            },
            this::send);
  }

  private void send(ConsumerRecord<String, byte[]> record) throws InterruptedException {
    JsonNode diagnosis = Json.read(record.value());
    if (!diagnosis.isObject() || record.key() == null) {
      return;
    }
    for (Receiver receiver : receivers) {
      byte @Nullable [] body = bodyFor(receiver, record, diagnosis);
      if (body != null) {
        post(receiver, body);
      }
    }
  }

  private void post(Receiver receiver, byte[] body) throws InterruptedException {
    URI address =
        receiver.kind() == Receiver.Kind.ALERTMANAGER
            ? URI.create(receiver.address().toString().replaceAll("/+$", "") + "/api/v2/alerts")
            : receiver.address();
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(WHOLE_CALL)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    String why = "";
    for (int i = 0; i < TRIES; i++) {
      try {
        why = refusal(receiver.kind(), http.send(request, HttpResponse.BodyHandlers.ofByteArray()));
        if (why.isEmpty()) {
          return;
        }
      } catch (IOException e) {
        why = e.toString();
      }
      Thread.sleep(PAUSE);
    }
    // The address of a chat is a secret.
    LOG.warn("A diagnosis could not be sent to {}: {}", receiver.kind(), why);
  }

  /**
   * Why a receiver did not take a message; empty if it did. The robots of DingTalk and Feishu
   * refuse with status 200: {@code {"errcode":310000,…}}, {@code {"code":19024,…}}.
   */
  private static String refusal(Receiver.Kind kind, HttpResponse<byte[]> answer) {
    if (answer.statusCode() >= 300) {
      return "status " + answer.statusCode();
    }
    int code =
        switch (kind) {
          case DINGTALK -> Json.read(answer.body()).path("errcode").asInt(0);
          case FEISHU -> Json.read(answer.body()).path("code").asInt(0);
          default -> 0;
        };
    return code == 0 ? "" : "code " + code;
  }

  /** What a receiver gets; null if nothing. */
  private byte @Nullable [] bodyFor(
      Receiver receiver, ConsumerRecord<String, byte[]> record, JsonNode diagnosis) {
    return switch (receiver.kind()) {
      case WEBHOOK -> record.value();
      case ALERTMANAGER -> JSON.writeValueAsBytes(List.of(toAlert(record, diagnosis)));
      case SLACK, MATTERMOST, DINGTALK, FEISHU -> {
        Header text = record.headers().lastHeader(receiver.kind().textHeader());
        Dialect dialect = receiver.kind().dialect();
        yield text == null || dialect == null || !diagnosis.path("final").asBoolean()
            ? null
            : JSON.writeValueAsBytes(
                dialect.message(record.key(), new String(text.value(), StandardCharsets.UTF_8)));
      }
    };
  }

  /** Early and final answers of an attempt are one alert, because they have the same labels. */
  private ObjectNode toAlert(ConsumerRecord<String, byte[]> record, JsonNode diagnosis) {
    JsonNode failure = diagnosis.path("failure");
    JsonNode lead = diagnosis.path("findings").path(0);
    ObjectNode alert = JSON.createObjectNode();
    ObjectNode labels =
        alert
            .putObject("labels")
            .put("alertname", "FaultbookJobFailed")
            .put("job_name", record.key())
            .put("attempt", diagnosis.path("attempt").asString());
    if (failure.path("node").isString()) {
      labels.put("node", failure.path("node").asString());
    }
    ObjectNode notes = alert.putObject("annotations");
    notes.put("summary", lead.path("headline").asString(failure.path("text").asString("")));
    notes.put("description", failure.path("text").asString(""));
    notes.put("entry", lead.path("entry").asString(""));
    alert.put("startsAt", Instant.ofEpochMilli(record.timestamp()).toString());
    if (lead.path("url").isString()) {
      alert.put("generatorURL", pages + lead.path("url").asString());
    }
    return alert;
  }

  @Override
  public void close() {
    reader.close();
  }
}
