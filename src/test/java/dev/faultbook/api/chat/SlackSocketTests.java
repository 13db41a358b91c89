package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.store.DiagnosisStore;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
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
      "faultbook.chat.slack.bot-token=xoxb-bot",
      "faultbook.chat.pages=https://faults.example"
    })
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class SlackSocketTests {
  private static final String CAUSE = "/dev/shm is too small";
  private static SlackServer slack;
  private static SocketServer.Link link;

  @Autowired private ChatAnswers answers;
  @Autowired private ChatFeedback feedback;
  @Autowired private DiagnosisStore archive;
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
         "payload":{"type":"event_callback","event":{"type":"reaction_added","user":"U1"}}}
        """);
    JsonNode answer = link.await();
    assertThat(answer.propertyNames()).containsExactly("envelope_id");
    assertThat(answer.get("envelope_id").asString()).isEqualTo("v-1");
    assertThat(link.hasMore()).isFalse();
  }

  @Test
  void whenSlackAsksAndWhenTheNetworkBreaksItConnectsAgain() throws Exception {
    SocketServer.Link old = link;
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

  /**
   * An event as Slack sends it, its attempt in another envelope.
   *
   * @see <a href="https://docs.slack.dev/reference/events/app_mention/">app_mention</a>
   * @see <a href="https://docs.slack.dev/reference/events/message.im/">message.im</a>
   */
  private void tell(String envelope, Map<String, Object> event) throws Exception {
    Map<String, Object> whole = new HashMap<>(event);
    whole.putIfAbsent("user", "U061F7AUR");
    whole.putIfAbsent("event_ts", event.get("ts"));
    link.send(
        json.writeValueAsString(
            Map.of(
                "type",
                "events_api",
                "envelope_id",
                envelope,
                "accepts_response_payload",
                false,
                "retry_attempt",
                envelope.endsWith("again") ? 1 : 0,
                "payload",
                Map.of("type", "event_callback", "event_id", "Ev0PV52K21", "event", whole))));
    JsonNode acknowledgement = link.await();
    assertThat(acknowledgement.propertyNames()).containsExactly("envelope_id");
    assertThat(acknowledgement.get("envelope_id").asString()).isEqualTo(envelope);
  }

  private static Map<String, Object> mention(String time, String text) {
    return Map.of("type", "app_mention", "text", text, "channel", "C0LAN2Q65", "ts", time);
  }

  private static Map<String, Object> file(String name, String address) {
    return Map.of(
        "id",
        "F0A12BCDE",
        "name",
        name,
        "mimetype",
        "text/plain",
        "mode",
        "snippet",
        "size",
        900,
        "url_private",
        address);
  }

  private static Map<String, Object> with(Map<String, Object> event, String key, Object value) {
    Map<String, Object> more = new HashMap<>(event);
    more.put(key, value);
    return more;
  }

  @Test
  void aFileOrSnippetIsReadAndAnsweredInItsThreadOnce() throws Exception {
    Map<String, Object> image =
        Map.of("id", "F1", "name", "screen.png", "mimetype", "image/png", "url_private", "x");
    Map<String, Object> event =
        with(
            mention("1355517523.000005", "<@U0LAN0Z89> why?"),
            "files",
            List.of(image, file("train.log", slack.file(TestClient.log()))));
    tell("f-1", event);
    tell("f-1 again", event);
    // Slack names the message in a second event where the app takes those of the channel, too.
    tell("f-2", with(with(event, "type", "message"), "channel_type", "im"));
    JsonNode posted = slack.awaitPosted();
    assertThat(posted.path("channel").asString()).isEqualTo("C0LAN2Q65");
    assertThat(posted.path("thread_ts").asString()).isEqualTo("1355517523.000005");
    assertThat(posted.path("text").asString())
        .startsWith("*`" + CAUSE)
        .contains("<https://faults.example/entries/shm-full>");
    tell("f-3", mention("1355517524.000001", "<@U0LAN0Z89>"));
    assertThat(slack.awaitPosted().path("text").asString()).startsWith("Usage");
    assertThat(slack.botTokens()).containsOnly("Bearer xoxb-bot");
  }

  /**
   * A press of a button as Slack sends it.
   *
   * @see <a href="https://docs.slack.dev/reference/interaction-payloads/block_actions-payload">The
   *     payload</a>
   */
  static Map<String, Object> press(String user, JsonNode button, String responseUrl) {
    return Map.of(
        "type",
        "block_actions",
        "user",
        Map.of("id", user, "username", "ada"),
        "container",
        Map.of("type", "message", "message_ts", "1548261231.000200", "channel_id", "CBR2V3XEX"),
        "actions",
        List.of(
            Map.of(
                "action_id",
                button.path("action_id").asString(),
                "value",
                button.path("value").asString(),
                "type",
                "button")),
        "response_url",
        responseUrl);
  }

  private void press(String envelope, String user, JsonNode button, String responseUrl)
      throws Exception {
    link.send(
        json.writeValueAsString(
            Map.of(
                "type",
                "interactive",
                "envelope_id",
                envelope,
                "accepts_response_payload",
                false,
                "payload",
                press(user, button, responseUrl))));
    assertThat(link.await()).isEqualTo(json.readTree("{\"envelope_id\":\"" + envelope + "\"}"));
  }

  @Test
  void theAnswerIsACardWhoseButtonsCountOnceForEachUser(CapturedOutput output) throws Exception {
    tell("c-1", mention("3.1", "<@U0LAN0Z89>\n" + new String(TestClient.log(), UTF_8)));
    JsonNode posted = slack.awaitPosted();
    JsonNode section = posted.at("/blocks/0");
    assertThat(section.path("type").asString()).isEqualTo("section");
    assertThat(section.at("/text/type").asString()).isEqualTo("mrkdwn");
    // Cause, page, proof, restart and first step.
    assertThat(section.at("/text/text").asString())
        .isEqualTo(posted.path("text").asString())
        .contains(
            CAUSE, "/entries/shm-full>", "NCCL WARN Error while", "It will fail again", "- Fix: ");
    JsonNode buttons = posted.at("/blocks/1/elements");
    assertThat(buttons).hasSize(2);
    assertThat(buttons.at("/0/text/text").asString()).isEqualTo("Yes, this was it");
    Votes before = Votes.count(archive);
    press("c-2", "U1", buttons.get(0), slack.responseUrl());
    assertThat(slack.awaitTold()).isEqualTo("Thanks. A curator will read it.");
    press("c-2", "U1", buttons.get(0), slack.responseUrl());
    assertThat(slack.awaitTold()).startsWith("Thanks.");
    press("c-3", "U1", buttons.get(1), slack.responseUrl());
    assertThat(slack.awaitTold()).startsWith("Thanks.");
    press("c-4", "U2", buttons.get(1), slack.responseUrl());
    assertThat(slack.awaitTold()).startsWith("Thanks.");
    assertThat(Votes.count(archive)).isEqualTo(before.plus(1, 1));
    // The answer to a press goes to Slack alone.
    press("c-5", "U3", buttons.get(0), "https://hooks.slack.com.example/actions/T1");
    while (!output.getAll().contains("its response_url is not Slack's")) {
      Thread.sleep(20);
    }
    assertThat(Votes.count(archive)).isEqualTo(before.plus(2, 1));
    tell("c-6", mention("3.2", "<@U0LAN0Z89> step 1"));
    assertThat(slack.awaitPosted().path("blocks")).as("nothing to say of no page").isEmpty();
  }

  @Test
  void aReplyOfOneLineAsksAboutTheMessageThatBeganItsThread() throws Exception {
    slack.began(
        "1482960137.003543",
        Map.of("text", "", "files", List.of(file("a.log", slack.file(TestClient.log())))));
    Map<String, Object> reply = mention("1482960138.000001", "<@U0LAN0Z89> what is this?");
    tell("t-1", with(reply, "thread_ts", "1482960137.003543"));
    JsonNode posted = slack.awaitPosted();
    assertThat(posted.path("thread_ts").asString()).isEqualTo("1482960137.003543");
    assertThat(posted.path("text").asString()).startsWith("*`" + CAUSE);
    // One that holds a log itself is not about the first message.
    slack.began("1482960139.000001", Map.of("text", "hello"));
    Map<String, Object> log =
        mention(
            "1482960140.000001",
            "<@U0LAN0Z89>\n" + new String(TestClient.log(), UTF_8).replace("<", "&lt;"));
    tell("t-2", with(log, "thread_ts", "1482960139.000001"));
    assertThat(slack.awaitPosted().path("text").asString()).startsWith("*`" + CAUSE);
    Map<String, Object> unknown = mention("1482960142.000001", "<@U0LAN0Z89> and this?");
    tell("t-3", with(unknown, "thread_ts", "1482960141.000001"));
    assertThat(slack.awaitPosted().path("text").asString())
        .isEqualTo("The log could not be read: Slack answered with the error thread_not_found.");
  }

  @Test
  void aDirectMessageIsAnsweredAndNothingElse() throws Exception {
    Map<String, Object> direct =
        Map.of(
            "type",
            "message",
            "channel_type",
            "im",
            "channel",
            "D024BE91L",
            "ts",
            "1.1",
            "text",
            "see <https://a.example/x|a.example/x>\n" + new String(TestClient.log(), UTF_8));
    tell("n-1", with(direct, "bot_id", "B1"));
    tell("n-2", with(direct, "subtype", "message_changed"));
    tell("n-3", with(direct, "channel_type", "channel"));
    tell("n-4", with(direct, "ts", "1.2"));
    JsonNode posted = slack.awaitPosted();
    assertThat(posted.path("thread_ts").asString()).isEqualTo("1.2");
    assertThat(posted.path("text").asString()).startsWith("*`" + CAUSE);
    assertThat(slack.hasPosted()).isFalse();
  }

  @Test
  void theTokenGoesToSlackAlone() throws Exception {
    try (SocketServer other = new SocketServer("")) {
      List<String> asked = new CopyOnWriteArrayList<>();
      other.answer(
          "/",
          request -> {
            asked.add(request.target());
            return "step 1";
          });
      slack.redirect("/files-pri/moved", other.url() + "/moved");
      int time = 0;
      for (Map.Entry<String, String> address :
          Map.of(
                  other.url() + "/log",
                  "the file does not lie at Slack",
                  "https://files.slack.com.example/log",
                  "the file does not lie at Slack",
                  "https://files.slack.com:8443/log",
                  "the file does not lie at Slack",
                  "file:///etc/passwd",
                  "the file does not lie at Slack",
                  "",
                  "the file does not lie at Slack",
                  slack.url() + "/files-pri/moved",
                  "Slack answered with status 302")
              .entrySet()) {
        time++;
        tell(
            "o-" + time,
            with(
                mention("2.00" + time, "<@U0LAN0Z89>"),
                "files",
                List.of(file("a.log", address.getKey()))));
        assertThat(slack.awaitPosted().path("text").asString())
            .as(address.getKey())
            .isEqualTo("The log could not be read: " + address.getValue() + ".");
      }
      assertThat(asked).isEmpty();
    }
    Map<String, Object> large = with(file("huge.log", slack.url() + "/x"), "size", 40_000_000);
    tell("o-large", with(mention("2.9", "<@U0LAN0Z89>"), "files", List.of(large)));
    assertThat(slack.awaitPosted().path("text").asString())
        .isEqualTo("The file has more than 32 MB: send its last part, or pack it.");
  }

  private ChatSocket socketTo(SlackServer server) {
    ChatSettings settings =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of(
                        "faultbook.chat.slack.base-url",
                        server.url(),
                        "faultbook.chat.slack.app-token",
                        "xapp-old")))
            .bindOrCreate("faultbook.chat", ChatSettings.class);
    return ChatSockets.openSlack(
        settings.slack(), answers, feedback, json, "http://localhost", Duration.ofMillis(200));
  }

  @Test
  void anExpiredTokenIsOneLineAndNoSecondTry(CapturedOutput output) throws Exception {
    try (SlackServer server = new SlackServer()) {
      server.refuse("token_expired");
      ChatSocket socket = socketTo(server);
      socket.start();
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
      ChatSocket socket = socketTo(server);
      socket.start();
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
      ChatSocket socket = socketTo(server);
      socket.start();
      server.awaitLink();
      Thread.sleep(1500);
      assertThat(server.hasLink()).as("pings are answered").isFalse();
      server.ignorePings();
      server.awaitLink();
      socket.close();
    }
  }
}
