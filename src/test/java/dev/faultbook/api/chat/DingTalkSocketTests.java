package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server that opens a socket to what speaks as DingTalk does.
 *
 * @see <a href="https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol">The
 *     protocol</a>
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.chat.dingtalk.client-id=dingapp",
      "faultbook.chat.dingtalk.secret=ding-secret",
      "faultbook.chat.pages=https://faults.example"
    })
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class DingTalkSocketTests {
  private static final String CAUSE = "/entries/shm-full";
  private static final BlockingQueue<JsonNode> POSTED = new LinkedBlockingQueue<>();
  private static final List<JsonNode> OPENED = new CopyOnWriteArrayList<>();
  private static final AtomicInteger TOKENS = new AtomicInteger();
  private static SocketServer server;
  private static SocketServer.Link link;

  @Autowired private ChatAnswers answers;
  @Autowired private JsonMapper json;

  @DynamicPropertySource
  static void start(DynamicPropertyRegistry settings) throws IOException {
    server = new SocketServer("");
    AtomicInteger tickets = new AtomicInteger();
    server.answer(
        "/v1.0/gateway/connections/open",
        request -> {
          OPENED.add(request.json());
          return "{\"endpoint\":\"%s\",\"ticket\":\"t-%d\"}"
              .formatted(server.socketUrl(), tickets.incrementAndGet());
        });
    server.answer(
        "/robot/sendBySession?session=76da36b4",
        request -> {
          POSTED.add(request.json());
          return "{\"errcode\":0,\"errmsg\":\"ok\"}";
        });
    server.answer(
        "/v1.0/oauth2/accessToken",
        request -> {
          assertThat(request.json().path("appKey").asString()).isEqualTo("dingapp");
          assertThat(request.json().path("appSecret").asString()).isEqualTo("ding-secret");
          return "{\"accessToken\":\"a-%d\",\"expireIn\":7200}".formatted(TOKENS.incrementAndGet());
        });
    server.answer(
        "/v1.0/robot/messageFiles/download",
        request -> {
          if (!request.head().contains("x-acs-dingtalk-access-token: a-" + TOKENS.get())) {
            return "{\"code\":\"InvalidAuthentication\",\"message\":\"no\"}";
          }
          JsonNode asked = request.json();
          return asked.path("robotCode").asString().equals("dingrobot")
              ? "{\"downloadUrl\":\"" + asked.path("downloadCode").asString() + "\"}"
              : "{\"code\":\"invalidParameter.robotCode\"}";
        });
    server.answer("/file/train.log", _ -> new String(TestClient.log(), UTF_8));
    server.answer("/file/huge.log", _ -> "x".repeat(33 * 1024 * 1024));
    settings.add("faultbook.chat.dingtalk.base-url", server::url);
  }

  @BeforeEach
  void connected() throws InterruptedException {
    if (link == null) {
      link = server.awaitLink();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    link = null;
    server.close();
  }

  private String push(String type, String topic, String id, Object data) {
    return json.writeValueAsString(
        Map.of(
            "specVersion",
            "1.0",
            "type",
            type,
            "headers",
            Map.of("topic", topic, "messageId", id, "contentType", "application/json", "time", "1"),
            "data",
            json.writeValueAsString(data)));
  }

  private Map<String, Object> message(String id, Map<String, Object> content) {
    Map<String, Object> message = new HashMap<>(content);
    message.put("msgId", id);
    message.putIfAbsent("msgtype", "text");
    message.put("robotCode", "dingrobot");
    message.put("conversationType", "2");
    message.put("sessionWebhookExpiredTime", System.currentTimeMillis() + 5_400_000);
    message.put("sessionWebhook", server.url() + "/robot/sendBySession?session=76da36b4");
    return message;
  }

  /** Sends a message to the robot, and waits for its acknowledgement. */
  private void tell(String push, Map<String, Object> message) throws Exception {
    link.send(push("CALLBACK", "/v1.0/im/bot/messages/get", push, message));
    JsonNode acknowledgement = link.await();
    assertThat(acknowledgement)
        .isEqualTo(
            json.readTree(
                """
                {"code":200,"message":"OK","headers":{"contentType":"application/json",
                 "messageId":"%s"},"data":"{\\"response\\": null}"}
                """
                    .formatted(push)));
  }

  private static JsonNode awaitPosted() throws InterruptedException {
    JsonNode posted = POSTED.poll(30, TimeUnit.SECONDS);
    assertThat(posted).isNotNull();
    return posted;
  }

  /** The text of a card, or of a message without one. */
  private static String awaitAnswer() throws InterruptedException {
    JsonNode posted = awaitPosted();
    String type = posted.path("msgtype").asString();
    assertThat(type).isIn("actionCard", "markdown");
    return posted.path(type).path("text").asString();
  }

  private static Map<String, Object> text(byte[] text) {
    return Map.of("text", Map.of("content", new String(text, UTF_8)));
  }

  @Test
  void aMessageIsAcknowledgedAndAnsweredInItsConversationOnce() throws Exception {
    tell("p-1", message("m-1", text(TestClient.log())));
    tell("p-2", message("m-1", text(TestClient.log())));
    assertThat(awaitAnswer()).contains("https://faults.example" + CAUSE);
    tell("p-3", message("m-2", text("\u65e5\u5fd7".getBytes(UTF_8))));
    assertThat(awaitAnswer()).contains("/search?q=%E6%97%A5%E5%BF%97");
    assertThat(OPENED.getFirst())
        .isEqualTo(
            json.readTree(
                """
                {"clientId":"dingapp","clientSecret":"ding-secret","ua":"faultbook",
                 "subscriptions":[{"type":"CALLBACK","topic":"/v1.0/im/bot/messages/get"}]}
                """));
    assertThat(link.target()).startsWith("/link/?ticket=t-");
  }

  @Test
  void richTextAndWhatAReplyIsAboutAreRead() throws Exception {
    String log = new String(TestClient.log(), UTF_8);
    int half = log.indexOf('\n') + 1;
    List<Map<String, String>> pieces =
        List.of(Map.of("text", log.substring(0, half)), Map.of("text", log.substring(half)));
    tell("r-1", message("m-rich", Map.of("content", Map.of("richText", pieces))));
    assertThat(awaitAnswer()).contains(CAUSE);
    tell(
        "r-2",
        message(
            "m-reply",
            Map.of(
                "text",
                Map.of(
                    "content",
                    "why?",
                    "isReplyMsg",
                    true,
                    "repliedMsg",
                    Map.of("msgType", "text", "content", Map.of("text", log))))));
    assertThat(awaitAnswer()).contains(CAUSE);
  }

  /** A file as DingTalk describes it; here its code is its address. */
  private static Map<String, Object> file(String address) {
    return Map.of("downloadCode", address, "fileName", "train.log", "fileId", "2", "spaceId", "2");
  }

  @Test
  void aFileIsReadAlsoWithATokenThatEnded() throws Exception {
    Map<String, Object> file =
        Map.of("msgtype", "file", "content", file(server.url() + "/file/train.log"));
    tell("f-1", message("m-f-1", file));
    tell("f-1 again", message("m-f-1", file));
    assertThat(awaitAnswer()).contains(CAUSE);
    int asked = TOKENS.get();
    tell("f-2", message("m-f-2", file));
    assertThat(awaitAnswer()).contains(CAUSE);
    assertThat(TOKENS).as("the token is kept").hasValue(asked);
    TOKENS.addAndGet(10);
    tell("f-3", message("m-f-3", file));
    assertThat(awaitAnswer()).contains(CAUSE);
    assertThat(TOKENS).as("it is asked for once more").hasValue(asked + 11);
    Map<String, Object> text =
        Map.of(
            "content",
            "why?",
            "repliedMsg",
            Map.of("msgType", "file", "content", file(server.url() + "/file/train.log")));
    tell("f-4", message("m-f-4", Map.of("text", text)));
    assertThat(awaitAnswer()).contains(CAUSE);
    assertThat(POSTED).isEmpty();
  }

  @Test
  void aFileThatCannotBeReadIsAnsweredWithTheReason() throws Exception {
    for (Map.Entry<String, String> address :
        Map.of(
                server.url() + "/file/huge.log",
                "32 MB",
                server.url() + "/file/gone.log",
                "DingTalk answered with status 404",
                "file:///etc/passwd",
                "DingTalk gives no HTTPS address of the file",
                "",
                "DingTalk answered with the error")
            .entrySet()) {
      Map<String, Object> file = Map.of("msgtype", "file", "content", file(address.getKey()));
      String id = "m-no-" + address.getKey();
      tell(id, message(id, file));
      assertThat(awaitAnswer()).contains(address.getValue()).hasLineCount(1);
    }
  }

  @Test
  void theAnswerIsACardWithAddressesOfThePageAndItsFeedback() throws Exception {
    tell("k-1", message("m-k-1", text(TestClient.log())));
    JsonNode posted = awaitPosted();
    assertThat(posted.path("msgtype").asString()).isEqualTo("actionCard");
    assertThat(posted.at("/actionCard/text").asString())
        .startsWith("**[`/dev/shm")
        .contains("NCCL WARN Error while", "--shm-size");
    JsonNode buttons = posted.at("/actionCard/btns");
    assertThat(buttons).hasSize(2);
    assertThat(buttons.at("/0/actionURL").asString()).isEqualTo("https://faults.example" + CAUSE);
    assertThat(buttons.at("/1/actionURL").asString())
        .isEqualTo("https://faults.example" + CAUSE + "#feedback");
    tell("k-2", message("m-k-2", text("step 1".getBytes(UTF_8))));
    assertThat(awaitPosted().path("msgtype").asString()).isEqualTo("markdown");
  }

  @Test
  void pingsAreAnsweredAndOtherPushesAcknowledged() throws Exception {
    link.send(push("SYSTEM", "ping", "s-1", Map.of("opaque", "123-dsfs")));
    JsonNode pong = link.await();
    assertThat(pong.path("data").asString()).isEqualTo("{\"opaque\":\"123-dsfs\"}");
    assertThat(pong.at("/headers/messageId").asString()).isEqualTo("s-1");
    link.send("no JSON");
    link.send(push("EVENT", "*", "s-2", Map.of()));
    assertThat(link.await().path("data").asString()).contains("SUCCESS");
  }

  @Test
  void theAnswerGoesToDingTalkAlone(CapturedOutput output) throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    try (SocketServer other = new SocketServer("")) {
      other.answer(
          "/",
          request -> {
            asked.add(request.target());
            return "{\"errcode\":0}";
          });
      int id = 0;
      for (String address :
          List.of(other.url() + "/robot", "https://oapi.dingtalk.com.example/x", "", "a b")) {
        id++;
        Map<String, Object> message = message("m-away-" + id, text(TestClient.log()));
        message.put("sessionWebhook", address);
        tell("a-" + id, message);
      }
      Map<String, Object> late = message("m-late", text(TestClient.log()));
      late.put("sessionWebhookExpiredTime", System.currentTimeMillis() - 1);
      tell("a-late", late);
      tell("a-last", message("m-last", text(TestClient.log())));
      assertThat(awaitAnswer()).contains(CAUSE);
      while (!output.getAll().contains("after the end of its conversation")) {
        Thread.sleep(20);
      }
      assertThat(asked).isEmpty();
      assertThat(POSTED).isEmpty();
      assertThat(output.getAll()).contains("is not DingTalk's").doesNotContain("ding-secret");
    }
  }

  @Test
  void whenDingTalkAsksAndWhenTheNetworkBreaksItConnectsAgainWithANewTicket() throws Exception {
    SocketServer.Link old = link;
    old.send(push("SYSTEM", "disconnect", "", Map.of("reason", "connection is expired")));
    link = server.awaitLink();
    assertThat(link.target()).isNotEqualTo(old.target());
    tell("d-1", message("m-d-1", text(TestClient.log())));
    assertThat(awaitAnswer()).contains(CAUSE);
    link.cut();
    link = server.awaitLink();
    tell("d-2", message("m-d-2", text(TestClient.log())));
    assertThat(awaitAnswer()).contains(CAUSE);
  }

  @Test
  void aWrongSecretIsOneLineAndNoSecondTry(CapturedOutput output) throws Exception {
    try (SocketServer strict = new SocketServer("")) {
      AtomicInteger tries = new AtomicInteger();
      strict.answer(
          "/v1.0/gateway/connections/open",
          _ ->
              tries.incrementAndGet() == 1
                  ? "{\"code\":\"ServiceUnavailable\",\"message\":\"busy\"}"
                  : "{\"requestid\":\"1\",\"code\":\"authFailed\",\"message\":\"no\"}");
      ChatSocket socket =
          ChatSockets.openDingTalk(
              ChatSettingsTests.settings(
                      Map.of(
                          "FAULTBOOK_CHAT_DINGTALK_BASEURL",
                          strict.url(),
                          "FAULTBOOK_CHAT_DINGTALK_CLIENTID",
                          "dingold",
                          "FAULTBOOK_CHAT_DINGTALK_SECRET",
                          "old-secret"))
                  .dingtalk(),
              answers,
              json,
              "http://localhost",
              Duration.ofMillis(200));
      socket.start();
      while (!output.getAll().contains("DingTalk refuses the app (authFailed)")) {
        Thread.sleep(50);
      }
      Thread.sleep(1500);
      assertThat(tries).as("after a passing fault").hasValue(2);
      assertThat(output.getAll())
          .contains("FAULTBOOK_CHAT_DINGTALK_CLIENTID")
          .doesNotContain("old-secret");
      socket.close();
    }
  }
}
