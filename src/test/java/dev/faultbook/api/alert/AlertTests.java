package dev.faultbook.api.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.faultbook.TestClient;
import dev.faultbook.TestLoki;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Messages of Alertmanager, with a server that answers as Loki does and one that stands for chats.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class AlertTests {
  private static final String CAUSE = "/dev/shm is too small";
  private static final BlockingQueue<String> POSTED = new LinkedBlockingQueue<>();
  private static TestLoki loki;
  private static HttpServer chats;

  @LocalServerPort private int port;

  @DynamicPropertySource
  static void start(DynamicPropertyRegistry settings) throws IOException {
    loki = new TestLoki();
    chats = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    chats.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          POSTED.add(exchange.getRequestURI().getPath() + " " + body);
          exchange.sendResponseHeaders(
              exchange.getRequestURI().getPath().equals("/feishu") ? 500 : 200, -1);
          exchange.close();
        });
    chats.start();
    String chat = "http://127.0.0.1:" + chats.getAddress().getPort();
    settings.add("faultbook.alerts.loki.url", loki::url);
    settings.add(
        "faultbook.alerts.loki.query", () -> "{namespace=\"$namespace\", pod=\"$pod\"} !~ \"x$\"");
    settings.add("faultbook.alerts.loki.tenant", () -> "ml");
    settings.add("faultbook.alerts.loki.token", () -> "s3cret");
    settings.add("faultbook.alerts.post.slack", () -> chat + "/slack");
    settings.add("faultbook.alerts.post.dingtalk", () -> chat + "/dingtalk");
    settings.add("faultbook.alerts.post.feishu", () -> chat + "/feishu");
  }

  @AfterAll
  static void stop() {
    loki.close();
    chats.stop(0);
  }

  @BeforeEach
  void aFailedJob() {
    POSTED.clear();
    loki.clear();
    long time = Instant.now().minusSeconds(600).toEpochMilli() * 1_000_000;
    loki.pushAll(Map.of("namespace", "train", "pod", "llama-0"), time, TestClient.log());
  }

  /** As Alertmanager 0.28 sends it; an address in it must never be called. */
  private static String message(String... alerts) {
    return """
    {"receiver":"faultbook","status":"firing","alerts":[%s],
     "groupLabels":{"alertname":"KubePodCrashLooping"},"commonLabels":{},"commonAnnotations":{},
     "externalURL":"http://127.0.0.1:1","version":"4","groupKey":"{}:{}","truncatedAlerts":0}
    """
        .formatted(String.join(",", alerts));
  }

  private static String alert(String status, String pod, String fingerprint) {
    return """
    {"status":"%s","labels":{"alertname":"KubePodCrashLooping","namespace":"train","pod":"%s"},
     "annotations":{"summary":"Pod is crash looping."},"startsAt":"%s",
     "endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://127.0.0.1:1/graph","fingerprint":"%s"}
    """
        .formatted(status, pod, Instant.now().minusSeconds(60), fingerprint);
  }

  private HttpResponse<String> send(String path, String body) {
    return new TestClient(port)
        .call("POST", path, body.getBytes(UTF_8), "Content-Type", "application/json");
  }

  @Test
  void aFiringAlertIsAnsweredAndPosted() throws Exception {
    HttpResponse<String> answer =
        send(
            "/api/v1/alerts",
            message(
                alert("firing", "llama-0", "f1"),
                alert("resolved", "llama-1", "f2"),
                alert("firing", "llama-0", "f3"),
                alert("firing", "llama-9", "f4")));
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode alerts = JsonMapper.shared().readTree(answer.body()).get("alerts");
    assertThat(alerts)
        .extracting(alert -> alert.get("fingerprint").asString())
        .containsExactly("f1", "f3", "f4");
    for (int i : new int[] {0, 1}) {
      assertThat(alerts.get(i).at("/diagnosis/findings/0/entry").asString()).isEqualTo("shm-full");
    }
    assertThat(alerts.get(2).get("diagnosis").isNull()).isTrue();
    assertThat(alerts.get(2).get("error").asString())
        .startsWith("Loki has no lines for {namespace=\"train\", pod=\"llama-9\"} !~ \"x$\"");
    assertThat(loki.queries())
        .extracting(query -> query.get("query"))
        .containsExactly(
            "{namespace=\"train\", pod=\"llama-0\"} !~ \"x$\"",
            "{namespace=\"train\", pod=\"llama-9\"} !~ \"x$\"");
    assertThat(loki.tenants()).containsOnly("ml");
    assertThat(loki.credentials()).containsOnly("Bearer s3cret");

    Map<String, JsonNode> posted = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      String post = POSTED.poll(20, TimeUnit.SECONDS);
      int blank = post.indexOf(' ');
      posted.put(post.substring(0, blank), JsonMapper.shared().readTree(post.substring(blank)));
    }
    assertThat(POSTED).isEmpty();
    assertThat(posted.get("/slack").get("text").asString())
        .startsWith("KubePodCrashLooping train llama-0\n*`" + CAUSE);
    assertThat(posted.get("/dingtalk").at("/markdown/title").asString())
        .isEqualTo("KubePodCrashLooping train llama-0");
    assertThat(posted.get("/feishu").at("/content/text").asString()).contains(CAUSE);
  }

  @Test
  void theLanguageIsThatOfTheAddress() {
    HttpResponse<String> answer =
        send("/api/v1/alerts?lang=zh", message(alert("firing", "llama-0", "f1")));
    assertThat(answer.body()).contains("/dev/shm 太小");
    assertThat(send("/api/v1/alerts?lang=fr", message()).statusCode()).isEqualTo(400);
  }

  @Test
  void ofManyAlertsEightLogsAreRead() {
    String[] many =
        IntStream.range(0, 9)
            .mapToObj(i -> alert("firing", "none-" + i, "f" + i))
            .toArray(String[]::new);
    String body = send("/api/v1/alerts", message(many)).body();
    assertThat(body).contains("More than 8 logs in one message.");
    assertThat(loki.queries()).hasSize(8);
  }

  @Test
  void whatIsNoMessageOfAlertmanagerIsRefused() {
    for (String body :
        List.of(
            "",
            "{}",
            "[]",
            "no",
            message().replace("\"4\"", "\"3\""),
            message("{\"status\":\"firing\",\"startsAt\":\"yesterday\"}"))) {
      HttpResponse<String> answer = send("/api/v1/alerts", body);
      assertThat(answer.statusCode()).as(body).isEqualTo(400);
      assertThat(answer.body()).contains("Alertmanager");
    }
    assertThat(send("/api/v1/alerts", " ".repeat(1024 * 1024 + 1)).statusCode()).isEqualTo(413);
    assertThat(loki.queries()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\\\"} or {b=\\\"c", "a b", "http://x", "a|b", ".*", "\\u0000", "é"})
  void aLabelThatIsNoPlainNameAsksForNothing(String pod) {
    String body = send("/api/v1/alerts", message(alert("firing", pod, "f1"))).body();
    assertThat(body).contains("The alert");
    assertThat(loki.queries()).isEmpty();
  }

  private static AlertSettings settings(Map<String, Object> environment) {
    var source =
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, environment);
    return new Binder(ConfigurationPropertySources.from(source))
        .bindOrCreate("faultbook.alerts", AlertSettings.class);
  }

  /** The variables of the page set the settings, and its receiver leads to the address. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void thePageSetsItUp(String language) throws IOException {
    String page = Files.readString(Path.of("src/main/resources/docs/alerts." + language + ".md"));
    Map<String, Object> environment = new HashMap<>();
    page.lines()
        .filter(line -> line.startsWith("export "))
        .map(line -> line.substring("export ".length()).split("=", 2))
        .forEach(pair -> environment.put(pair[0], pair[1].replace("'", "")));
    AlertSettings settings = settings(environment);
    assertThat(settings.isOn()).isTrue();
    assertThat(settings.loki().query()).isEqualTo("{namespace=\"$namespace\", pod=\"$pod\"}");
    assertThat(settings.post().slack().isSet()).isTrue();
    assertThat(settings.toString()).doesNotContain("hooks.slack.com");
    assertThat(page).contains(settings.before().toMinutes() + " ");

    String yaml = page.substring(page.indexOf("```yaml\n") + 8);
    Object receivers =
        new Load(LoadSettings.builder().build())
            .loadFromString(yaml.substring(0, yaml.indexOf("```")));
    String url = receivers.toString().replaceAll(".*url=http://localhost:8080([^,}]*).*", "$1");
    assertThat(send(url, message(alert("firing", "llama-0", "f1"))).body()).contains("shm-full");
  }

  @Test
  void itIsOffUntilLokiAndQueryAreSet() {
    assertThat(settings(Map.of()).isOn()).isFalse();
    assertThat(settings(Map.of("FAULTBOOK_ALERTS_LOKI_URL", "http://loki")).isOn()).isFalse();
    assertThatThrownBy(() -> settings(Map.of("FAULTBOOK_ALERTS_LOKI_URL", "file:///etc")))
        .hasStackTraceContaining("is not the address of a web server");
  }
}
