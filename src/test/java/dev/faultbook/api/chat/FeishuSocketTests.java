package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.TestClient;
import dev.faultbook.store.DiagnosisStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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
 * A server that opens a connection to what speaks as Feishu does: frames as its own client defines
 * them, and the API by which replies are sent.
 *
 * @see <a href="https://github.com/larksuite/oapi-sdk-go/blob/v3_main/ws/pbbp2.pb.go">The frame</a>
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.chat.feishu.app-id=cli_app",
      "faultbook.chat.feishu.app-secret=app-secret",
      "faultbook.chat.feishu.socket=true",
      "faultbook.chat.pages=https://faults.example"
    })
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class FeishuSocketTests {
  private static FeishuServer api;
  private static SocketServer server;
  private static SocketServer.Link link;

  @Autowired private ChatFeedback feedback;
  @Autowired private DiagnosisStore archive;
  @Autowired private FeishuEvents events;
  @Autowired private FeishuReplies replies;
  @Autowired private JsonMapper json;

  @DynamicPropertySource
  static void start(DynamicPropertyRegistry settings) throws IOException {
    server = new SocketServer("");
    api = FeishuServer.start();
    api.giveSocket(server.socketUrl() + "?device_id=7&service_id=33554678&ticket=a");
    settings.add("faultbook.chat.feishu.base-url", api::url);
  }

  @BeforeEach
  void connected() throws InterruptedException {
    api.reset();
    if (link == null) {
      link = server.awaitLink();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    link = null;
    server.close();
    api.close();
  }

  private static ProtoFields.Field header(String key, String value) {
    return new ProtoFields.Bytes(
        5,
        new ProtoFields(List.of(ProtoFields.Bytes.of(1, key), ProtoFields.Bytes.of(2, value)))
            .toBytes());
  }

  /** A frame with data, as Feishu sends it; {@code LogIDNew} is its field 9. */
  private static byte[] frame(String type, String id, int parts, int at, byte[] payload) {
    List<ProtoFields.Field> fields = new ArrayList<>();
    fields.add(new ProtoFields.Varint(1, 8_589_934_593L));
    fields.add(new ProtoFields.Varint(2, 17));
    fields.add(new ProtoFields.Varint(3, 33_554_678));
    fields.add(new ProtoFields.Varint(4, type.equals("pong") ? 0 : 1));
    fields.add(header("type", type));
    fields.add(header("message_id", id));
    fields.add(header("sum", Integer.toString(parts)));
    fields.add(header("seq", Integer.toString(at)));
    fields.add(header("trace_id", "t1"));
    fields.add(new ProtoFields.Bytes(8, payload));
    fields.add(ProtoFields.Bytes.of(9, "log-id"));
    return new ProtoFields(fields).toBytes();
  }

  /** The same event as at an address, of an app without a token. */
  private static byte[] event(String id, String text) {
    return FeishuTests.event("", id, text).getBytes(UTF_8);
  }

  private static ProtoFields awaitAcknowledgement() throws Exception {
    return ProtoFields.parse(link.awaitBytes());
  }

  private void assertCode(ProtoFields answer, int code) {
    assertThat(json.readTree(answer.all(8).getFirst()).path("code").asInt()).isEqualTo(code);
    assertThat(answer.number(1)).isEqualTo(8_589_934_593L);
    assertThat(answer.number(3)).isEqualTo(33_554_678);
    assertThat(answer.number(4)).isEqualTo(1);
    assertThat(answer.all(5)).hasSize(5);
    assertThat(answer.text(9)).isEqualTo("log-id");
  }

  private String awaitText() {
    return api.awaitReply().text();
  }

  @Test
  void aMessageIsAcknowledgedAndAnsweredOnce() throws Exception {
    byte[] event = event("l-1", "@_user_1 /faultbook " + new String(TestClient.log(), UTF_8));
    link.send(frame("event", "om-1", 1, 0, event));
    assertCode(awaitAcknowledgement(), 200);
    link.send(frame("event", "om-2", 1, 0, event));
    assertCode(awaitAcknowledgement(), 200);
    assertThat(awaitText())
        .contains("NCCL WARN Error while creating shared memory")
        .contains("https://faults.example/entries/shm-full");
    link.send(frame("event", "om-3", 1, 0, event("l-2", "another message")));
    assertCode(awaitAcknowledgement(), 200);
    assertThat(awaitText()).contains("another+message");
    assertThat(api.socketRequest())
        .isEqualTo(json.readTree("{\"AppID\":\"cli_app\",\"AppSecret\":\"app-secret\"}"));
  }

  @Test
  void anEventInPartsIsReadOnceAllHaveCome() throws Exception {
    byte[] event = event("s-1", new String(TestClient.log(), UTF_8));
    int half = event.length / 2;
    link.send(frame("event", "om-s", 2, 1, Arrays.copyOfRange(event, half, event.length)));
    link.send(frame("event", "om-s", 2, 0, Arrays.copyOf(event, half)));
    assertCode(awaitAcknowledgement(), 200);
    assertThat(awaitText()).contains("/entries/shm-full");
  }

  private void tell(String id, Map<String, Object> message) throws Exception {
    byte[] event = FeishuTests.event("", id, message).getBytes(UTF_8);
    link.send(frame("event", "om-" + id, 1, 0, event));
    assertCode(awaitAcknowledgement(), 200);
  }

  private Map<String, Object> file(String message, String key) {
    String content = json.writeValueAsString(Map.of("file_key", key, "file_name", "train.log.gz"));
    return Map.of("message_id", message, "message_type", "file", "content", content);
  }

  private Map<String, Object> reply(String message, String parent, String text) {
    return Map.of(
        "message_id",
        message,
        "parent_id",
        parent,
        "message_type",
        "text",
        "content",
        json.writeValueAsString(Map.of("text", text)));
  }

  @Test
  void aFileIsReadAlsoWithATokenThatEnded() throws Exception {
    api.keepFile("om_f1", "file_v2_a-b", TestClient.gzip(TestClient.log()));
    tell("f-1", file("om_f1", "file_v2_a-b"));
    FeishuServer.Reply answer = api.awaitReply();
    assertThat(answer.path()).isEqualTo("/open-apis/im/v1/messages/om_f1/reply");
    assertThat(answer.text()).contains("https://faults.example/entries/shm-full");
    int fetched = api.tokensGiven();
    api.refuseTokens();
    tell("f-2", file("om_f1", "file_v2_a-b"));
    answer = api.awaitReply();
    assertThat(answer.text()).contains("/entries/shm-full");
    assertThat(answer.authorization()).isEqualTo("Bearer t-" + (fetched + 1));
    api.keepFile("om_f2", "file_v2_c", new byte[33 * 1024 * 1024]);
    tell("f-3", file("om_f2", "file_v2_c"));
    assertThat(awaitText()).contains("32 MB").hasLineCount(1);
    tell("f-4", file("om_f3", "../../../secret"));
    assertThat(awaitText()).contains("/faultbook").hasLineCount(1);
  }

  @Test
  void aReplyOfOneLineAsksAboutTheMessageThatItRepliesTo() throws Exception {
    api.keepMessage("om_p1", "text", Map.of("text", new String(TestClient.log(), UTF_8)));
    tell("p-1", reply("om_q1", "om_p1", "@_user_1 why?"));
    FeishuServer.Reply answer = api.awaitReply();
    assertThat(answer.path()).isEqualTo("/open-apis/im/v1/messages/om_q1/reply");
    assertThat(answer.text()).contains("/entries/shm-full");
    api.keepMessage("om_p2", "file", Map.of("file_key", "file_1", "file_name", "a.log"));
    api.keepFile("om_p2", "file_1", TestClient.log());
    api.refuseTokens();
    tell("p-2", reply("om_q2", "om_p2", ""));
    assertThat(awaitText()).contains("/entries/shm-full");
    // One that holds a log itself is not about the other message.
    tell("p-3", reply("om_q3", "om_none", "see\n" + new String(TestClient.log(), UTF_8)));
    assertThat(awaitText()).contains("/entries/shm-full");
    tell("p-4", reply("om_q4", "om_none", "why?"));
    assertThat(awaitText()).contains("Feishu answered with code 230110").hasLineCount(1);
    api.keepMessage("om_p5", "image", Map.of("image_key", "img_1"));
    tell("p-5", reply("om_q5", "om_p5", "own words"));
    assertThat(awaitText()).contains("own+words");
  }

  @Test
  void theAnswerIsACardWhoseButtonsCountOnceForEachUser() throws Exception {
    link.send(frame("event", "om-b", 1, 0, event("b-1", new String(TestClient.log(), UTF_8))));
    assertCode(awaitAcknowledgement(), 200);
    FeishuServer.Reply answer = api.awaitReply();
    assertThat(json.readTree(answer.body()).path("msg_type").asString()).isEqualTo("interactive");
    JsonNode card = answer.content();
    assertThat(card.at("/header/title/tag").asString()).isEqualTo("plain_text");
    assertThat(card.at("/elements/0/text/tag").asString()).isEqualTo("plain_text");
    // Proof, restart and first step.
    assertThat(card.at("/elements/0/text/content").asString())
        .contains("NCCL WARN Error while", "\u91cd\u8dd1", "--shm-size")
        .doesNotContain("/entries/");
    JsonNode buttons = card.at("/elements/1/actions");
    assertThat(buttons.at("/0/url").asString())
        .isEqualTo("https://faults.example/entries/shm-full");
    Votes before = Votes.count(archive);
    JsonNode toast = press("ou_1", buttons.get(2));
    assertThat(toast.at("/toast/type").asString()).isEqualTo("info");
    assertThat(toast.at("/toast/content").asString()).startsWith("\u8c22\u8c22");
    assertThat(press("ou_1", buttons.get(2))).isEqualTo(toast);
    assertThat(press("ou_1", buttons.get(1))).isEqualTo(toast);
    press("ou_2", buttons.get(1));
    assertThat(Votes.count(archive)).isEqualTo(before.plus(1, 1));
  }

  /** What is shown to who pressed a button. */
  private JsonNode press(String user, JsonNode button) throws Exception {
    byte[] event = FeishuTests.press("", user, button).getBytes(UTF_8);
    link.send(frame("event", "om-press", 1, 0, event));
    ProtoFields acknowledgement = awaitAcknowledgement();
    assertCode(acknowledgement, 200);
    // As Feishu's client writes it: bytes in a document are Base64.
    String data = json.readTree(acknowledgement.all(8).getFirst()).path("data").asString();
    return json.readTree(Base64.getDecoder().decode(data));
  }

  @Test
  void anAccessTokenThatEndedIsFetchedAgain() throws Exception {
    link.send(frame("event", "om-t1", 1, 0, event("t-1", "step 1")));
    awaitAcknowledgement();
    api.awaitReply();
    int fetched = api.tokensGiven();
    api.refuseTokens();
    link.send(frame("event", "om-t2", 1, 0, event("t-2", "step 2")));
    awaitAcknowledgement();
    assertThat(api.awaitReply().authorization()).isEqualTo("Bearer t-" + (fetched + 1));
  }

  @Test
  void otherFramesArePassedOver() throws Exception {
    link.send(frame("pong", "", 1, 0, "{\"PingInterval\":120}".getBytes(UTF_8)));
    link.send(frame("card", "om-c", 1, 0, "{}".getBytes(UTF_8)));
    link.send(frame("event", "om-p", 65, 0, "{}".getBytes(UTF_8)));
    link.send(frame("event", "om-j", 1, 0, "no JSON".getBytes(UTF_8)));
    link.send(new byte[] {8, -1});
    link.send("text");
    byte[] read =
        FeishuTests.event("", "o-1", "x")
            .replace("im.message.receive_v1", "im.message.message_read_v1")
            .getBytes(UTF_8);
    link.send(frame("event", "om-r", 1, 0, read));
    assertCode(awaitAcknowledgement(), 200);
    link.send(frame("event", "om-l", 1, 0, event("o-2", "the only reply")));
    assertCode(awaitAcknowledgement(), 200);
    assertThat(awaitText()).contains("the+only+reply");
    assertThat(link.hasMore()).isFalse();
  }

  @Test
  void tooManyWaitingRepliesAreAskedForAgain() throws Exception {
    api.holdReplies();
    int waiting = 0;
    int code = 200;
    while (code == 200 && waiting < 100) {
      byte[] event = event("w-" + waiting, "waiting " + waiting);
      link.send(frame("event", "om-w" + waiting, 1, 0, event));
      code = json.readTree(awaitAcknowledgement().all(8).getFirst()).path("code").asInt();
      waiting++;
    }
    assertThat(code).isEqualTo(500);
    api.releaseReplies();
    for (int i = 0; i < waiting - 1; i++) {
      assertThat(awaitText()).contains("waiting+");
    }
    byte[] again = event("w-" + (waiting - 1), "waiting " + (waiting - 1));
    link.send(frame("event", "om-again", 1, 0, again));
    assertCode(awaitAcknowledgement(), 200);
    assertThat(awaitText()).contains("waiting+" + (waiting - 1));
  }

  @Test
  void whenTheNetworkBreaksItConnectsAgain() throws Exception {
    link.cut();
    link = server.awaitLink();
    link.send(frame("event", "om-d", 1, 0, event("d-1", new String(TestClient.log(), UTF_8))));
    assertCode(awaitAcknowledgement(), 200);
    assertThat(awaitText()).contains("/entries/shm-full");
  }

  private ChatSocket socketTo(FeishuServer feishu) {
    Map<String, Object> environment = new HashMap<>();
    environment.put("FAULTBOOK_CHAT_FEISHU_BASEURL", feishu.url());
    environment.put("FAULTBOOK_CHAT_FEISHU_APPID", "cli_old");
    environment.put("FAULTBOOK_CHAT_FEISHU_APPSECRET", "old-secret");
    return ChatSockets.openFeishu(
        ChatSettingsTests.settings(environment).feishu(),
        new FeishuChat.Desk(events, replies, feedback, "http://localhost"),
        json,
        Duration.ofMillis(200));
  }

  @Test
  void aWrongSecretIsOneLineAndNoSecondTry(CapturedOutput output) throws Exception {
    try (FeishuServer strict = FeishuServer.start()) {
      // Busy, then a refusal.
      AtomicInteger tries = strict.refuseSockets(1, 1_000_040_345);
      ChatSocket socket = socketTo(strict);
      socket.start();
      while (!output.getAll().contains("Feishu refuses the app (code 1000040345)")) {
        Thread.sleep(50);
      }
      Thread.sleep(1500);
      assertThat(tries).hasValue(2);
      assertThat(output.getAll())
          .contains("FAULTBOOK_CHAT_FEISHU_APPSECRET")
          .doesNotContain("old-secret");
      socket.close();
    }
  }

  @Test
  void itSendsPingsAsFramesAndLeavesASilentConnection() throws Exception {
    try (FeishuServer feishu = FeishuServer.start();
        SocketServer silent = new SocketServer("")) {
      feishu.giveSocket(silent.socketUrl() + "?service_id=9");
      ChatSocket socket = socketTo(feishu);
      socket.start();
      SocketServer.Link first = silent.awaitLink();
      ProtoFields ping = ProtoFields.parse(first.awaitBytes());
      assertThat(ping.number(3)).isEqualTo(9);
      assertThat(ping.number(4)).isZero();
      ProtoFields header = ProtoFields.parse(ping.all(5).getFirst());
      assertThat(header.text(1) + "=" + header.text(2)).isEqualTo("type=ping");
      silent.awaitLink();
      socket.close();
    }
  }

  /** The examples of the guide to the encoding. */
  @Test
  void fieldsAreReadAndWrittenAsProtocolBuffersDefineThem() throws Exception {
    byte[] example = HexFormat.of().parseHex("089601120774657374696e67");
    ProtoFields fields = ProtoFields.parse(example);
    assertThat(fields.number(1)).isEqualTo(150);
    assertThat(fields.text(2)).isEqualTo("testing");
    assertThat(fields.number(3)).isZero();
    assertThat(fields.text(4)).isEmpty();
    assertThat(fields.toBytes()).isEqualTo(example);
    byte[] negative = HexFormat.of().parseHex("08feffffffffffffffff01");
    assertThat(ProtoFields.parse(negative).number(1)).isEqualTo(-2);
    assertThat(ProtoFields.parse(negative).toBytes()).isEqualTo(negative);
    for (String broken : List.of("08", "0896", "120774", "12ffffffffffffffffff01", "0d000000")) {
      assertThatThrownBy(() -> ProtoFields.parse(HexFormat.of().parseHex(broken)))
          .as(broken)
          .isInstanceOf(IOException.class);
    }
  }
}
