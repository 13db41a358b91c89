package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.faultbook.TestClient;
import dev.faultbook.server.DiagnosisGate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the routes of Slack, Mattermost and DingTalk as these do. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.chat.slack.signing-secret=slack-secret",
      "faultbook.chat.mattermost.token=mattermost-token",
      "faultbook.chat.dingtalk.secret=dingtalk-secret",
      "faultbook.diagnosis.max-concurrent=1",
      "faultbook.diagnosis.max-wait=1s",
      "faultbook.chat.feishu.verification-token=without-the-app-it-is-off",
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
      "spring.datasource.username=nobody"
    })
class ChatTests {
  private static final String SLACK = "/chat/slack";
  private static final String MATTERMOST = "/chat/mattermost";
  private static final String DINGTALK = "/chat/dingtalk";
  private static final String LOG = new String(TestClient.log(), UTF_8);
  private static final String HOSTILE =
      "RuntimeError: <!channel> <@U024BE7LH> @all <http://evil.example|here> ![x](http://evil.example)"
          + " `code` & *bold*";

  @LocalServerPort private int port;
  @Autowired private DiagnosisGate gate;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  private static long seconds() {
    return System.currentTimeMillis() / 1000;
  }

  private HttpResponse<String> slack(String query, String text) {
    byte[] body = Signing.form(text);
    return client.post(SLACK + query, body, Signing.slack("slack-secret", seconds(), body));
  }

  private String slackText(String query, String text) {
    HttpResponse<String> answer = slack(query, text);
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode json = json(answer);
    assertThat(json.path("response_type").asString()).isEqualTo("ephemeral");
    return json.path("text").asString();
  }

  private String mattermostText(String query, String text) {
    HttpResponse<String> answer =
        client.post(
            MATTERMOST + query, Signing.form(text), "Authorization", "Token mattermost-token");
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode json = json(answer);
    assertThat(json.path("response_type").asString()).isEqualTo("ephemeral");
    assertThat(json.path("skip_slack_parsing").asBoolean()).isTrue();
    return json.path("text").asString();
  }

  private String dingTalkText(String query, String text) {
    HttpResponse<String> answer =
        client.post(
            DINGTALK + query,
            dingTalkBody(text),
            Signing.dingTalk("dingtalk-secret", System.currentTimeMillis()));
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode json = json(answer);
    String type = json.path("msgtype").asString();
    assertThat(type).isIn("actionCard", "markdown");
    assertThat(json.path(type).path("title").asString()).isEqualTo("Faultbook");
    return json.path(type).path("text").asString();
  }

  private static byte[] dingTalkBody(String text) {
    return new JsonMapper()
        .writeValueAsBytes(Map.of("msgtype", "text", "text", Map.of("content", " " + text)));
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return new JsonMapper().readTree(answer.body());
  }

  private static void assertRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body()).doesNotContain("shm-full");
  }

  @Test
  void slackIsAnsweredInItsMrkdwn() {
    String text = slackText("", LOG);
    assertThat(text)
        .startsWith("*`/dev/shm is too small`* (")
        .contains("\n<http://127.0.0.1:" + port + "/entries/shm-full>\n")
        .contains("\n- `4: ", "NCCL WARN Error while creating shared memory", "\n```\n")
        .doesNotContain("**", "](", "```bash");
    assertThat(text.lines().count()).isLessThanOrEqualTo(13);
  }

  @Test
  void mattermostIsAnsweredLikeTheShortFormOfRest() {
    String rest =
        client
            .post(
                "/api/v1/diagnoses?detail=short&lang=en",
                LOG.getBytes(UTF_8),
                "Accept",
                "text/markdown")
            .body();
    assertThat(mattermostText("", LOG)).isEqualTo(rest).contains("**[`/dev/shm is too small`](");
  }

  @Test
  void dingTalkIsAnsweredInChineseMarkdown() {
    assertThat(dingTalkText("", LOG))
        .startsWith("**[`")
        .contains("](http://127.0.0.1:" + port + "/entries/shm-full)**", "- `4: ")
        .isNotEqualTo(dingTalkText("?lang=en", LOG));
    assertThat(dingTalkText("?lang=en", LOG)).contains("/dev/shm is too small");
  }

  @Test
  void theQueryThenTheTextThenTheChatChoosesTheLanguage() {
    String chinese = "\u62a5\u9519 " + LOG;
    assertThat(mattermostText("", LOG)).contains("/dev/shm is too small");
    assertThat(mattermostText("", chinese)).doesNotContain("/dev/shm is too small");
    assertThat(mattermostText("?lang=en", chinese)).contains("/dev/shm is too small");
    assertThat(mattermostText("?lang=zh", LOG)).doesNotContain("/dev/shm is too small");
    assertThat(slack("?lang=fr", LOG).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "``` ```", "/faultbook"})
  void withoutTextTheUsageIsAnswered(String text) {
    assertThat(slackText("", text)).startsWith("Usage: /faultbook").hasLineCount(1);
    assertThat(dingTalkText("?lang=en", text)).startsWith("Usage: /faultbook").hasLineCount(1);
  }

  @Test
  void theCommandAndAFenceAreNotPartOfTheLog() {
    assertThat(dingTalkText("", "/faultbook ```\n" + LOG + "\n```"))
        .contains("/entries/shm-full", "`5: ");
  }

  @Test
  void whereNothingMatchesASearchIsOffered() {
    assertThat(mattermostText("", "step 1 & more"))
        .contains("http://127.0.0.1:" + port + "/search?q=step+1+%26+more");
    assertThat(slackText("", "step 1")).contains("<http://127.0.0.1:" + port + "/search?q=step+1>");
  }

  @Test
  void textOfALogStaysText() {
    String slack = slackText("", HOSTILE.replace("<", "&lt;").replace(">", "&gt;"));
    assertThat(slack)
        .contains("`1: RuntimeError: &lt; !channel&gt; &lt; @U024BE7LH&gt; @ all")
        .contains("&lt;http://evil.example|here&gt;", "'code' &amp; *bold*`")
        .doesNotContain("<!", "<@", "@all", "<http://evil");
    String mattermost = mattermostText("", HOSTILE);
    assertThat(mattermost)
        .contains("``1: RuntimeError: < !channel> < @U024BE7LH> @ all")
        .doesNotContain("<!", "<@", "@all");
    assertThat(dingTalkText("", HOSTILE))
        .contains("``1: RuntimeError: < !channel>")
        .doesNotContain("<!", "<@", "@all", "](http://evil", "http://evil");
  }

  @Test
  void aWrongOldOrMissingSignatureOfSlackIsRefused() {
    byte[] body = Signing.form(LOG);
    long now = seconds();
    String[] right = Signing.slack("slack-secret", now, body);
    assertThat(client.post(SLACK, body, right).statusCode()).isEqualTo(200);
    assertRefused(client.post(SLACK, body));
    assertRefused(client.post(SLACK, body, right[0], right[1]));
    assertRefused(client.post(SLACK, body, right[2], right[3]));
    assertRefused(client.post(SLACK, body, Signing.slack("another", now, body)));
    assertRefused(client.post(SLACK, Signing.form("another text"), right));
    assertRefused(client.post(SLACK, body, right[0], Long.toString(now - 1), right[2], right[3]));
    assertRefused(client.post(SLACK, body, Signing.slack("slack-secret", now - 400, body)));
    assertRefused(client.post(SLACK, body, Signing.slack("slack-secret", now + 400, body)));
    assertRefused(
        client.post(SLACK, body, Signing.slack("slack-secret", Long.MAX_VALUE / 1000, body)));
    assertRefused(client.post(SLACK, body, Signing.slack("slack-secret", -now, body)));
    assertThat(
            client.post(SLACK, body, Signing.slack("slack-secret", now - 240, body)).statusCode())
        .isEqualTo(200);
  }

  @Test
  void mattermostsTokenIsReadFromTheHeaderAndTheForm() {
    String form = "text=" + URLEncoder.encode(LOG, UTF_8);
    byte[] without = form.getBytes(UTF_8);
    byte[] with = (form + "&token=mattermost-token").getBytes(UTF_8);
    byte[] wrong = (form + "&token=wrong").getBytes(UTF_8);
    String right = "Token mattermost-token";
    assertThat(client.post(MATTERMOST, with).statusCode()).isEqualTo(200);
    assertThat(client.post(MATTERMOST, without, "Authorization", right).statusCode())
        .isEqualTo(200);
    assertThat(client.post(MATTERMOST, with, "Authorization", right).statusCode()).isEqualTo(200);
    assertRefused(client.post(MATTERMOST, without));
    assertRefused(client.post(MATTERMOST, wrong));
    assertRefused(client.post(MATTERMOST, (form + "&token=").getBytes(UTF_8)));
    assertRefused(client.post(MATTERMOST, wrong, "Authorization", right));
    assertRefused(client.post(MATTERMOST, with, "Authorization", "Token wrong"));
    assertRefused(client.post(MATTERMOST, without, "Authorization", "Token"));
    // A token in the address would be in every log of a proxy.
    assertRefused(client.post(MATTERMOST + "?token=mattermost-token", without));
  }

  @Test
  void aWrongOldOrMissingSignatureOfDingTalkIsRefused() {
    byte[] body = dingTalkBody(LOG);
    long now = System.currentTimeMillis();
    String[] right = Signing.dingTalk("dingtalk-secret", now);
    assertRefused(client.post(DINGTALK, body));
    assertRefused(client.post(DINGTALK, body, right[0], right[1]));
    assertRefused(client.post(DINGTALK, body, Signing.dingTalk("another", now)));
    assertRefused(
        client.post(DINGTALK, body, right[0], Long.toString(now - 1), right[2], right[3]));
    assertRefused(
        client.post(DINGTALK, body, Signing.dingTalk("dingtalk-secret", now - 3_700_000)));
    assertRefused(
        client.post(DINGTALK, body, Signing.dingTalk("dingtalk-secret", now + 3_700_000)));
    assertThat(
            client
                .post(DINGTALK, body, Signing.dingTalk("dingtalk-secret", now - 3_000_000))
                .statusCode())
        .isEqualTo(200);
    assertThat(client.post(DINGTALK, "{".getBytes(UTF_8), right).statusCode()).isEqualTo(400);
    assertThat(client.post(DINGTALK, "[]".getBytes(UTF_8), right).statusCode()).isEqualTo(200);
  }

  @Test
  void aHugeMessageIsRefusedWithTheLimit() {
    byte[] body = Signing.form("x".repeat(ChatController.MAX_BYTES));
    HttpResponse<String> answer =
        client.post(SLACK, body, Signing.slack("slack-secret", seconds(), body));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body()).contains("256 KB");
    // The longest message of Mattermost, in the characters that take most room.
    String longest = "\u62a5".repeat(16_383);
    assertThat(mattermostText("", longest)).contains("/search?q=");
  }

  @Test
  void noAddressOfARequestIsCalled() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    HttpServer trap =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    trap.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    trap.start();
    try {
      String url = "http://127.0.0.1:" + trap.getAddress().getPort() + "/";
      byte[] body =
          (new String(Signing.form(LOG + url), UTF_8)
                  + "&response_url="
                  + URLEncoder.encode(url, UTF_8))
              .getBytes(UTF_8);
      assertThat(
              client.post(SLACK, body, Signing.slack("slack-secret", seconds(), body)).statusCode())
          .isEqualTo(200);
      assertThat(calls).hasValue(0);
    } finally {
      trap.stop(0);
    }
  }

  @Test
  void whoFindsNoPermitIsToldToComeAgain() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      callers.submit(
          () ->
              gate.call(
                  1,
                  () -> {
                    entered.countDown();
                    done.await();
                    return null;
                  }));
      entered.await();
      HttpResponse<String> refused = slack("", LOG);
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      done.countDown();
    } finally {
      done.countDown();
    }
    assertThat(slack("", LOG).statusCode()).isEqualTo(200);
  }

  @Test
  void aChatWithoutItsSecretsIsOff() {
    HttpResponse<String> answer = client.post("/chat/feishu", "{}".getBytes(UTF_8));
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }
}
