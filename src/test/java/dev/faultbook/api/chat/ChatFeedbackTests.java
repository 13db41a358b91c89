package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.store.DiagnosisStore;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Presses the buttons of answers, as the chats report it at the addresses of this server. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.chat.slack.signing-secret=slack-secret",
      "faultbook.chat.mattermost.token=mattermost-token"
    })
class ChatFeedbackTests {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static SlackServer slack;

  @LocalServerPort private int port;
  @Autowired private DiagnosisStore archive;
  private TestClient client;

  @DynamicPropertySource
  static void start(DynamicPropertyRegistry settings) throws IOException {
    slack = new SlackServer();
    settings.add("faultbook.chat.slack.base-url", slack::url);
  }

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  @AfterAll
  static void stop() throws IOException {
    slack.close();
  }

  private HttpResponse<String> slack(byte[] body, String secret) {
    long now = System.currentTimeMillis() / 1000;
    return client.post("/chat/slack", body, Signing.slack(secret, now, body));
  }

  @Test
  void aPressInSlackIsCountedOnceAndAcknowledgedWithoutABody() throws Exception {
    HttpResponse<String> card =
        slack(Signing.form(new String(TestClient.log(), UTF_8)), "slack-secret");
    JsonNode buttons = JSON.readTree(card.body()).at("/blocks/1/elements");
    Votes before = Votes.count(archive);
    Map<String, Object> payload = SlackSocketTests.press("U7", buttons.get(0), slack.responseUrl());
    byte[] press =
        ("payload=" + URLEncoder.encode(JSON.writeValueAsString(payload), UTF_8)).getBytes(UTF_8);
    assertThat(slack(press, "another").statusCode()).isEqualTo(401);
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> answer = slack(press, "slack-secret");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
      assertThat(slack.awaitTold()).startsWith("Thanks.");
    }
    assertThat(Votes.count(archive)).isEqualTo(before.plus(1, 0));
    byte[] unknown = "payload=%7B%22type%22%3A%22view_closed%22%7D".getBytes(UTF_8);
    assertThat(slack(unknown, "slack-secret").statusCode()).isEqualTo(200);
    assertThat(slack("payload=x".getBytes(UTF_8), "slack-secret").statusCode()).isEqualTo(400);
  }

  /**
   * A press as Mattermost sends it.
   *
   * @see <a href="https://developers.mattermost.com/integrate/plugins/interactive-messages">
   *     Interactive messages</a>
   */
  private HttpResponse<String> pressInMattermost(String user, JsonNode context) {
    byte[] body =
        JSON.writeValueAsBytes(
            Map.of(
                "user_id",
                user,
                "user_name",
                "ada",
                "post_id",
                "p1",
                "type",
                "",
                "context",
                context));
    return client.post("/chat/mattermost/feedback", body, "Content-Type", "application/json");
  }

  @Test
  void aPressInMattermostIsCountedOnceIfItsContextIsSigned() {
    byte[] form = Signing.form(new String(TestClient.log(), UTF_8));
    JsonNode card =
        JSON.readTree(
            client
                .post("/chat/mattermost", form, "Authorization", "Token mattermost-token")
                .body());
    assertThat(card.at("/attachments/0/text").asString()).isEqualTo("Was this right?");
    JsonNode wrong = card.at("/attachments/0/actions/1");
    assertThat(wrong.path("name").asString()).isEqualTo("No, something is wrong");
    assertThat(wrong.at("/integration/url").asString())
        .isEqualTo("http://127.0.0.1:" + port + "/chat/mattermost/feedback");
    JsonNode context = wrong.at("/integration/context");
    assertThat(card.toString()).doesNotContain("mattermost-token");
    Votes before = Votes.count(archive);
    for (String user : new String[] {"u1", "u1", "u2"}) {
      HttpResponse<String> answer = pressInMattermost(user, context);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body())
          .isEqualTo("{\"ephemeral_text\":\"Thanks. A curator will read it.\"}");
    }
    assertThat(Votes.count(archive)).isEqualTo(before.plus(0, 2));
    Map<String, String> forged = new HashMap<>();
    forged.put("vote", "yes shm-full en");
    forged.put("sign", context.path("sign").asString());
    assertThat(pressInMattermost("u3", JSON.valueToTree(forged)).statusCode()).isEqualTo(401);
    assertThat(pressInMattermost("u3", JSON.createObjectNode()).statusCode()).isEqualTo(401);
    assertThat(client.post("/chat/mattermost/feedback", new byte[] {'x'}).statusCode())
        .isEqualTo(400);
    assertThat(Votes.count(archive)).isEqualTo(before.plus(0, 2));
  }
}
