package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends events as Feishu does; the replies go to a real server that stands for Feishu's. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.chat.feishu.verification-token=verification-token",
      "faultbook.chat.feishu.app-id=cli_app",
      "faultbook.chat.feishu.app-secret=app-secret",
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
      "spring.datasource.username=nobody"
    })
@ExtendWith(OutputCaptureExtension.class)
class FeishuTests {
  private static final String FEISHU = "/chat/feishu";
  private static final JsonMapper JSON = new JsonMapper();
  private static final FeishuServer SERVER = FeishuServer.start();

  @LocalServerPort private int port;
  private TestClient client;

  @DynamicPropertySource
  static void settings(DynamicPropertyRegistry registry) {
    registry.add("faultbook.chat.feishu.base-url", SERVER::url);
  }

  @BeforeEach
  void connect() {
    client = new TestClient(port);
    SERVER.reset();
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  static String event(String token, String id, String text) {
    String content = JSON.writeValueAsString(Map.of("text", text));
    return event(token, id, Map.of("message_id", "om_1", "content", content));
  }

  static String event(String token, String id, Map<String, Object> message) {
    return JSON.writeValueAsString(
        Map.of(
            "schema",
            "2.0",
            "header",
            Map.of("event_id", id, "token", token, "event_type", "im.message.receive_v1"),
            "event",
            Map.of("sender", Map.of("sender_type", "user"), "message", message)));
  }

  private HttpResponse<String> send(String event) {
    return client.post(FEISHU, event.getBytes(UTF_8), "Content-Type", "application/json");
  }

  private HttpResponse<String> sendText(String text) {
    return send(event("verification-token", UUID.randomUUID().toString(), text));
  }

  private static String textOf(FeishuServer.Reply reply) {
    return reply.text();
  }

  @Test
  void theChallengeIsAnsweredIfTheTokenIsRight() {
    String question = "{\"type\":\"url_verification\",\"challenge\":\"abc\",\"token\":\"%s\"}";
    HttpResponse<String> answer = send(question.formatted("verification-token"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"challenge\":\"abc\"}");
    assertThat(send(question.formatted("wrong")).statusCode()).isEqualTo(401);
    assertThat(send("{\"type\":\"url_verification\",\"challenge\":\"abc\"}").statusCode())
        .isEqualTo(401);
  }

  @Test
  void aMessageIsAnsweredThroughTheApi() {
    assertThat(sendText("@_user_1 /faultbook " + new String(TestClient.log(), UTF_8)).statusCode())
        .isEqualTo(200);
    FeishuServer.Reply reply = SERVER.awaitReply();
    assertThat(reply.path()).isEqualTo("/open-apis/im/v1/messages/om_1/reply");
    assertThat(reply.authorization()).isEqualTo("Bearer t-" + SERVER.tokensGiven());
    // The same for each reply to this message, so that Feishu sends one.
    assertThat(JSON.readTree(reply.body()).path("uuid").asString())
        .isEqualTo("0e7514b4-fde8-3535-94ad-fa657bbcd223");
    assertThat(textOf(reply))
        .contains("http://127.0.0.1:" + port + "/entries/shm-full")
        .contains("NCCL WARN Error while creating shared memory")
        .doesNotContain("**", "```");
    assertThat(SERVER.tokenRequest())
        .isEqualTo(JSON.readTree("{\"app_id\":\"cli_app\",\"app_secret\":\"app-secret\"}"));
  }

  @Test
  void theTokenIsFetchedOnceAndAgainWhenItIsRefused() {
    sendText("step 1");
    SERVER.awaitReply();
    int fetched = SERVER.tokensGiven();
    sendText("step 2");
    assertThat(SERVER.awaitReply().authorization()).isEqualTo("Bearer t-" + fetched);
    SERVER.refuseTokens();
    sendText("step 3");
    assertThat(SERVER.awaitReply().authorization()).isEqualTo("Bearer t-" + (fetched + 1));
  }

  @Test
  void mentionsAreRemovedAndRichTextIsRead() {
    String content =
        "{\"title\":\"\",\"content\":[[{\"tag\":\"at\",\"user_id\":\"@_user_1\"}],"
            + "[{\"tag\":\"text\",\"text\":\"node-07:1:1 [3] NCCL WARN Error while creating shared\"},"
            + "{\"tag\":\"text\",\"text\":\" memory segment /dev/shm/nccl-QzR4bT (size 9637888),"
            + " error: No space left on device (28)\"}]]}";
    send(
        event(
            "verification-token",
            UUID.randomUUID().toString(),
            Map.of("message_id", "om_2", "content", content)));
    assertThat(textOf(SERVER.awaitReply())).contains("/entries/shm-full");
    String mentioned = "{\"text\":\"@_user_1  \"}";
    send(
        event(
            "verification-token",
            UUID.randomUUID().toString(),
            Map.of(
                "message_id",
                "om_3",
                "content",
                mentioned,
                "mentions",
                new Object[] {Map.of("key", "@_user_1")})));
    assertThat(textOf(SERVER.awaitReply())).contains("/faultbook").hasLineCount(1);
  }

  @Test
  void textOfALogStaysText() {
    sendText("RuntimeError: <at user_id=\"all\">x</AT> @all [x](http://evil.example) <!channel>");
    assertThat(textOf(SERVER.awaitReply()))
        .contains("RuntimeError: < at user_id=\"all\">x< /AT> @ all [x] (http:// evil.example)")
        .doesNotContain("<at", "@all", "](http://evil", "http://evil", "<!");
  }

  @Test
  void aRepeatedEventIsAnsweredOnce() {
    String event = event("verification-token", "the-same-event", "step 1");
    assertThat(send(event).statusCode()).isEqualTo(200);
    assertThat(send(event).statusCode()).isEqualTo(200);
    SERVER.awaitReply();
    // Replies are sent in order, so that the second one is that to the next message.
    sendText("another message");
    assertThat(textOf(SERVER.awaitReply())).contains("another+message");
  }

  @Test
  void aWrongOrMissingTokenIsRefused() {
    String right = event("verification-token", "an-event", "step 1");
    for (String wrong :
        new String[] {
          event("wrong", "e-1", "step 1"),
          event("", "e-2", "step 1"),
          right.replace("\"token\"", "\"tocken\""),
          // The token of an event is that of its header.
          right
              .replace("\"token\"", "\"tocken\"")
              .replaceFirst("[{]", "{\"token\":\"verification-token\","),
          "{",
          "",
          "[]",
          "null",
          "[".repeat(5000)
        }) {
      HttpResponse<String> answer = send(wrong);
      assertThat(answer.statusCode()).as(wrong).isEqualTo(401);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }
    sendText("the only reply");
    assertThat(textOf(SERVER.awaitReply())).contains("the+only+reply");
  }

  @Test
  void nothingElseIsAnswered() {
    String right = event("verification-token", "other-1", "step 1");
    for (String other :
        new String[] {
          right.replace("\"user\"", "\"app\""),
          right.replace("im.message.receive_v1", "im.message.message_read_v1"),
          right.replace("om_1", "../../../evil"),
          right.replace("om_1", "")
        }) {
      HttpResponse<String> answer = send(other);
      assertThat(answer.statusCode()).as(other).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{}");
    }
    sendText("the only reply");
    assertThat(textOf(SERVER.awaitReply())).contains("the+only+reply");
  }

  @Test
  void tooManyWaitingRepliesAreRefusedAndTheirEventsRepeated() {
    SERVER.holdReplies();
    String refused = null;
    for (int i = 0; i < 80 && refused == null; i++) {
      String event = event("verification-token", "waiting-" + i, "waiting " + i);
      HttpResponse<String> answer = send(event);
      if (answer.statusCode() != 200) {
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        refused = event;
      }
    }
    assertThat(refused).isNotNull();
    SERVER.releaseReplies();
    for (int i = 0; i < 66; i++) {
      assertThat(textOf(SERVER.awaitReply())).contains("waiting+");
    }
    assertThat(send(refused).statusCode()).isEqualTo(200);
    assertThat(textOf(SERVER.awaitReply())).contains("waiting+66");
  }

  @Test
  void aRefusedReplyIsLoggedWithoutSecrets(CapturedOutput output) {
    SERVER.answerWith(230_002);
    sendText("step 1 of a private log");
    SERVER.awaitReply();
    SERVER.answerWith(0);
    // The server answers before the client writes its line.
    for (int i = 0; i < 1000 && !output.getAll().contains("code 230002"); i++) {
      sendText("step 2");
      SERVER.awaitReply();
    }
    assertThat(output.getAll()).contains("A reply to Feishu was not sent", "code 230002");
    assertThat(output.getAll())
        .doesNotContain("app-secret", "verification-token", "t-1", "private log");
  }

  @Test
  void aTokenThatNoHeaderCanHoldIsRefused(CapturedOutput output) throws InterruptedException {
    SERVER.refuseTokens();
    SERVER.giveTokens("\\r\\nX-Other: 1", Long.MAX_VALUE);
    sendText("step 1");
    for (int i = 0; i < 1000 && !output.getAll().contains("no header can hold"); i++) {
      Thread.sleep(10);
    }
    assertThat(output.getAll())
        .contains("A reply to Feishu was not sent: Feishu gave an access token with characters")
        .doesNotContain("IllegalArgumentException", "X-Other");
  }

  /** A press of a button as Feishu sends it, whatever the way. */
  static String press(String token, String user, JsonNode button) {
    return JSON.writeValueAsString(
        Map.of(
            "schema",
            "2.0",
            "header",
            Map.of("event_id", "e-press", "token", token, "event_type", "card.action.trigger"),
            "event",
            Map.of(
                "operator",
                Map.of("open_id", user),
                "token",
                "c-295ee57216a5dc9de90fefd0aadb4b1d7dxxxx",
                "action",
                Map.of("value", button.path("value"), "tag", "button"),
                "host",
                "im_message",
                "context",
                Map.of("open_message_id", "om_card", "open_chat_id", "oc_1"))));
  }

  @Test
  void whileNothingCanBeStoredThePressOfAButtonIsToldSo() {
    sendText(new String(TestClient.log(), UTF_8));
    JsonNode button = SERVER.awaitReply().content().at("/elements/1/actions/1");
    assertThat(send(press("wrong", "ou_1", button)).statusCode()).isEqualTo(401);
    HttpResponse<String> answer = send(press("verification-token", "ou_1", button));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(answer.body()).at("/toast/content").asString())
        .isNotEmpty()
        .doesNotContain("\u8c22\u8c22");
  }

  @Test
  void aTokenThatNeverEndsIsUsed() {
    SERVER.refuseTokens();
    SERVER.giveTokens("", Long.MAX_VALUE);
    sendText("step 1");
    assertThat(SERVER.awaitReply().body()).isNotEmpty();
  }

  @Test
  void aHugeEventIsRefusedWithTheLimit() {
    HttpResponse<String> answer = sendText("x".repeat(ChatController.MAX_BYTES));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("256 KB");
  }

  @Test
  void theOtherChatsAreOff() {
    for (String path : new String[] {"/chat/slack", "/chat/mattermost", "/chat/dingtalk"}) {
      byte[] body = "text=x&token=".getBytes(UTF_8);
      assertThat(client.post(path, body, "Authorization", "Token ").statusCode())
          .as(path)
          .isEqualTo(404);
    }
    assertThat(client.post("/chat/nothing", new byte[0]).statusCode()).isEqualTo(404);
    assertThat(client.get(FEISHU).statusCode()).isEqualTo(405);
  }
}
