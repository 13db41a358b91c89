package dev.faultbook.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.faultbook.content.Language;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import tools.jackson.databind.json.JsonMapper;

/** Verifies what the receivers of a fleet get, with a real broker and a server that records. */
class NotifierTests {
  private static final JsonMapper JSON = new JsonMapper();

  private final Map<String, List<String>> received = new ConcurrentHashMap<>();
  private EmbeddedKafkaBroker broker;
  private HttpServer web;

  @BeforeEach
  void start() throws IOException {
    broker = FleetLossTests.startBroker();
    broker.addTopics(FleetTopology.DIAGNOSES);
    web = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    // The robots' own words: the first message is refused, with status 200.
    answer("/dingtalk", "{\"errcode\":310000,\"errmsg\":\"no keyword\"}", "{\"errcode\":0}");
    answer("/feishu", "{\"code\":19024,\"msg\":\"no keyword\"}", "{\"code\":0,\"data\":{}}");
    answer("/api/v2/alerts", "", "");
    web.start();
  }

  @AfterEach
  void stop() {
    web.stop(0);
    broker.destroy();
  }

  private void answer(String path, String first, String later) {
    List<String> bodies = new CopyOnWriteArrayList<>();
    received.put(path, bodies);
    web.createContext(
        path,
        call -> {
          bodies.add(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] body = (bodies.size() == 1 ? first : later).getBytes(StandardCharsets.UTF_8);
          call.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
          call.getResponseBody().write(body);
          call.close();
        });
  }

  private Receiver receiver(Receiver.Kind kind, String path) {
    URI address = URI.create("http://127.0.0.1:" + web.getAddress().getPort() + path);
    return new Receiver(kind, address);
  }

  @Test
  void robotsGetTheirFormatAndWhatTheyRefuseIsSentAgain() throws InterruptedException {
    Fleet.Settings settings =
        new Fleet.Settings(
            broker.getBrokersAsString(),
            "test",
            Path.of("none"),
            1,
            1,
            (short) 1,
            Pace.DEFAULT,
            Language.ZH,
            "http://faultbook",
            List.of(
                receiver(Receiver.Kind.ALERTMANAGER, "/"),
                receiver(Receiver.Kind.DINGTALK, "/dingtalk?access_token=t"),
                receiver(Receiver.Kind.FEISHU, "/feishu")),
            Map.of());
    try (Notifier notifier = new Notifier(settings);
        KafkaProducer<String, byte[]> producer = FleetLossTests.producer(broker)) {
      // Until it has its partitions, it reads nothing.
      for (int i = 0; i < 120 && received.get("/feishu").size() < 2; i++) {
        producer.send(new ProducerRecord<>(FleetTopology.DIAGNOSES, "train-1", new byte[] {'?'}));
        producer.send(new ProducerRecord<>(FleetTopology.DIAGNOSES, "train-1", null));
        producer.send(diagnosis(false));
        producer.send(diagnosis(true));
        Thread.sleep(500);
      }
    }
    assertThat(received.get("/dingtalk")).hasSizeGreaterThan(1);
    assertThat(JSON.readTree(received.get("/dingtalk").get(1)))
        .isEqualTo(
            JSON.readTree(
                "{\"msgtype\":\"markdown\",\"markdown\":"
                    + "{\"title\":\"train-1\",\"text\":\"train-1\\n**ding**\"}}"));
    assertThat(received.get("/dingtalk").getFirst()).isEqualTo(received.get("/dingtalk").get(1));
    assertThat(received.get("/feishu")).hasSizeGreaterThan(1);
    assertThat(JSON.readTree(received.get("/feishu").get(1)))
        .isEqualTo(
            JSON.readTree("{\"msg_type\":\"text\",\"content\":{\"text\":\"train-1\\nfei\"}}"));
    assertThat(received.get("/api/v2/alerts").getFirst()).contains("\"job_name\":\"train-1\"");
  }

  private static ProducerRecord<String, byte[]> diagnosis(boolean last) {
    String document = "{\"job\":\"train-1\",\"attempt\":1,\"final\":" + last + "}";
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(
            FleetTopology.DIAGNOSES, "train-1", document.getBytes(StandardCharsets.UTF_8));
    record.headers().add("text.dingtalk", "train-1\n**ding**".getBytes(StandardCharsets.UTF_8));
    record.headers().add("text.feishu", "train-1\nfei".getBytes(StandardCharsets.UTF_8));
    return record;
  }
}
