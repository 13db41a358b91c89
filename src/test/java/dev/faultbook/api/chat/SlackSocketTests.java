package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server that opens a socket to what speaks as Slack does. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.chat.slack.app-token=xapp-1-secret",
      "faultbook.chat.slack.pages=https://faults.example"
    })
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class SlackSocketTests {
  private static final String CAUSE = "/dev/shm is too small";
  private static SlackServer slack;
  private static SlackServer.Link link;

  @Autowired private ChatAnswers answers;
  @Autowired private JsonMapper json;

  @DynamicPropertySource
  static void start(DynamicPropertyRegistry settings) throws IOException {
    slack = new SlackServer();
    settings.add("faultbook.chat.slack.base-url", slack::url);
  }

  @BeforeEach
  void connected() throws InterruptedException {
    if (link == null) {
      link = slack.awaitLink();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    link = null;
    slack.close();
  }

  private String slash(String envelope, String text) {
    Map<String, Object> payload =
        Map.of(
            "command",
            "/faultbook",
            "text",
            text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"),
            "response_url",
            "http://127.0.0.1:1/never");
    return json.writeValueAsString(
        Map.of(
            "type",
            "slash_commands",
            "envelope_id",
            envelope,
            "accepts_response_payload",
            true,
            "payload",
            payload));
  }

  private static void assertAnswers(JsonNode answer, String envelope) {
    assertThat(answer.get("envelope_id").asString()).isEqualTo(envelope);
    assertThat(answer.at("/payload/response_type").asString()).isEqualTo("ephemeral");
    assertThat(answer.at("/payload/text").asString())
        .startsWith("*`" + CAUSE)
        .contains("<https://faults.example/entries/shm-full>");
  }

  @Test
  void aCommandIsAnsweredInItsAcknowledgement() throws Exception {
    link.send(slash("e-1", new String(TestClient.log(), UTF_8)));
    assertAnswers(link.await(), "e-1");
    link.send(slash("e-2", "\u65e5\u5fd7"));
    assertThat(link.await().at("/payload/text").asString())
        .contains("https://faults.example/search?q=%E6%97%A5%E5%BF%97");
    assertThat(slack.tokens()).containsOnly("Bearer xapp-1-secret");
  }

  @Test
  void aRepeatedEnvelopeIsAnsweredOnce() throws Exception {
    link.send(slash("r-1", new String(TestClient.log(), UTF_8)));
    assertAnswers(link.await(), "r-1");
    link.send(slash("r-1", new String(TestClient.log(), UTF_8)));
    JsonNode again = link.await();
    assertThat(again.propertyNames()).containsExactly("envelope_id");
  }

  @Test
  void eventsAreAcknowledgedAndOtherMessagesPassedOver() throws Exception {
    link.ping();
    link.send("no JSON");
    link.send("{\"type\":\"new\"}");
    link.send(
        """
        {"type":"events_api","envelope_id":"v-1","accepts_response_payload":false,
         "retry_attempt":0,"retry_reason":"",
         "payload":{"type":"event_callback","event":{"type":"app_mention","text":"<@U1> help"}}}
        """);
    JsonNode answer = link.await();
    assertThat(answer.propertyNames()).containsExactly("envelope_id");
    assertThat(answer.get("envelope_id").asString()).isEqualTo("v-1");
    assertThat(link.hasMore()).isFalse();
  }

  @Test
  void whenSlackAsksAndWhenTheNetworkBreaksItConnectsAgain() throws Exception {
    SlackServer.Link old = link;
    old.send("{\"type\":\"disconnect\",\"reason\":\"refresh_requested\",\"debug_info\":{}}");
    link = slack.awaitLink();
    // What is on its way over the old connection is answered there.
    old.send(slash("d-1", new String(TestClient.log(), UTF_8)));
    assertAnswers(old.await(), "d-1");
    link.send(slash("d-2", new String(TestClient.log(), UTF_8)));
    assertAnswers(link.await(), "d-2");
    link.cut();
    link = slack.awaitLink();
    link.send(slash("d-3", new String(TestClient.log(), UTF_8)));
    assertAnswers(link.await(), "d-3");
  }

  private SlackSocket socketTo(SlackServer server) {
    ChatSettings settings =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of(
                        "faultbook.chat.slack.base-url",
                        server.url(),
                        "faultbook.chat.slack.app-token",
                        "xapp-old")))
            .bindOrCreate("faultbook.chat", ChatSettings.class);
    return new SlackSocket(settings, answers, json, Duration.ofMillis(200));
  }

  @Test
  void anExpiredTokenIsOneLineAndNoSecondTry(CapturedOutput output) throws Exception {
    try (SlackServer server = new SlackServer()) {
      server.refuse("token_expired");
      SlackSocket socket = socketTo(server);
      socket.start("http://localhost");
      while (!output.getAll().contains("(token_expired)")) {
        Thread.sleep(50);
      }
      Thread.sleep(1500);
      assertThat(server.tokens()).containsExactly("Bearer xapp-old");
      assertThat(output.getAll().lines().filter(line -> line.contains("token_expired")))
          .singleElement()
          .asString()
          .contains("Slack refuses the app-level token", "FAULTBOOK_CHAT_SLACK_APPTOKEN")
          .doesNotContain("xapp-old");
      socket.close();
    }
  }

  @Test
  void aFaultOfSlackIsTriedAgain() throws Exception {
    try (SlackServer server = new SlackServer()) {
      server.refuse("internal_error");
      SlackSocket socket = socketTo(server);
      socket.start("http://localhost");
      while (server.tokens().isEmpty()) {
        Thread.sleep(50);
      }
      server.refuse("");
      server.awaitLink();
      socket.close();
    }
  }

  @Test
  void aSilentConnectionIsReplaced() throws Exception {
    try (SlackServer server = new SlackServer()) {
      SlackSocket socket = socketTo(server);
      socket.start("http://localhost");
      server.awaitLink();
      Thread.sleep(1500);
      assertThat(server.hasLink()).as("pings are answered").isFalse();
      server.ignorePings();
      server.awaitLink();
      socket.close();
    }
  }
}
