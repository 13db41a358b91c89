package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls Feishu's API, at the address of the settings alone. Messages of exceptions name no secret.
 */
@Component
final class FeishuClient {
  /** Feishu's code for an access token that it no longer accepts. */
  private static final int INVALID_TOKEN = 99991663;

  private static final String MESSAGES = "/open-apis/im/v1/messages/";

  private final JsonMapper json;
  private final FeishuEvents events;
  private final ChatSettings.Feishu settings;
  private final ChatApi api;
  private final AccessToken token = new AccessToken("Feishu", this::askForToken);

  FeishuClient(JsonMapper json, FeishuEvents events, ChatSettings settings) {
    this.json = json;
    this.events = events;
    this.settings = settings.feishu();
    this.api = new ChatApi("Feishu", settings.feishu().baseUrl(), json);
  }

  /**
   * Replies to a message, with a card if there is one. Feishu sends one reply to a message within
   * an hour, whichever instance got the event and its repetitions.
   *
   * @param message id of the message; letters, digits, {@code _} and {@code -}
   * @throws IOException if Feishu cannot be reached or refuses
   */
  void reply(String message, ChatAnswer answer) throws IOException, InterruptedException {
    String once = UUID.nameUUIDFromBytes(message.getBytes(UTF_8)).toString();
    Map<String, Object> card = ChatCards.feishu(answer);
    String type = card == null ? "text" : "interactive";
    String content = json.writeValueAsString(card == null ? Map.of("text", answer.text()) : card);
    call(MESSAGES + message + "/reply", Map.of("msg_type", type, "content", content, "uuid", once));
  }

  /**
   * Reads a message: {@code {"data": {"items": [{"body": {"content": "{…}"}, "mentions": […]}]}}}.
   *
   * @see <a
   *     href="https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/get">The
   *     call</a>
   */
  FeishuEvents.Content read(String message) throws IOException, InterruptedException {
    JsonNode item = call(MESSAGES + message, null).at("/data/items/0");
    try {
      return events.read(item.at("/body/content").asString("{}"), item.path("mentions"));
    } catch (JacksonException e) {
      throw new IOException("the message that it replies to is no JSON", e);
    }
  }

  /**
   * Fetches the file of a message.
   *
   * @see <a
   *     href="https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-resource/get">The
   *     call</a>
   */
  byte[] fetch(String message, String file) throws IOException, InterruptedException {
    String path = MESSAGES + message + "/resources/" + file + "?type=file";
    try {
      return api.fetch(request(path), ChatAnswers.MAX_FILE);
    } catch (ChatApi.StatusException refused) {
      // Perhaps of a token that Feishu no longer accepts.
      token.forget();
      return api.fetch(request(path), ChatAnswers.MAX_FILE);
    }
  }

  private AccessToken.Given askForToken() throws IOException, InterruptedException {
    JsonNode answer =
        api.post(
            api.request("/open-apis/auth/v3/tenant_access_token/internal"),
            Map.of("app_id", settings.appId(), "app_secret", settings.appSecret().value()));
    String value = answer.path("tenant_access_token").asString("");
    if (codeOf(answer) != 0 || value.isEmpty()) {
      throw new IOException("Feishu gave no access token, code " + codeOf(answer));
    }
    return new AccessToken.Given(value, answer.path("expire").asLong(0));
  }

  private JsonNode call(String path, @Nullable Object body)
      throws IOException, InterruptedException {
    JsonNode answer = callOnce(path, body);
    if (codeOf(answer) == INVALID_TOKEN) {
      token.forget();
      answer = callOnce(path, body);
    }
    if (codeOf(answer) != 0) {
      throw new IOException("Feishu answered with code " + codeOf(answer));
    }
    return answer;
  }

  private JsonNode callOnce(String path, @Nullable Object body)
      throws IOException, InterruptedException {
    return body == null ? api.call(request(path)) : api.post(request(path), body);
  }

  private HttpRequest.Builder request(String path) throws IOException, InterruptedException {
    return api.request(path).header("Authorization", "Bearer " + token.value());
  }

  private static int codeOf(JsonNode answer) {
    return answer.path("code").asInt(-1);
  }
}
