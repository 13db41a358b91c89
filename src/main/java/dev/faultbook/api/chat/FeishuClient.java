package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls Feishu's API, at the address of the settings alone. Messages of exceptions name no secret.
 */
@Component
final class FeishuClient {
  /** A token that ends sooner is not used. */
  private static final Duration REMAINING = Duration.ofMinutes(5);

  /** Limits the use of a token whatever end Feishu states; its tokens live for two hours. */
  private static final Duration MAX_USE = Duration.ofDays(1);

  /** Feishu's code for an access token that it no longer accepts. */
  private static final int INVALID_TOKEN = 99991663;

  private final JsonMapper json;
  private final ChatSettings.Feishu settings;
  private final ChatApi api;
  private @Nullable Token token;

  FeishuClient(JsonMapper json, ChatSettings settings) {
    this.json = json;
    this.settings = settings.feishu();
    this.api = new ChatApi("Feishu", settings.feishu().baseUrl(), json);
  }

  /**
   * @param end in nanoseconds of {@link System#nanoTime}
   */
  private record Token(String value, long end) {}

  /**
   * Replies to a message with text. Feishu sends one reply to a message within an hour, whichever
   * instance got the event and its repetitions.
   *
   * @param message id of the message; letters, digits, {@code _} and {@code -}
   * @throws IOException if Feishu cannot be reached or refuses
   */
  void reply(String message, String text) throws IOException, InterruptedException {
    String once = UUID.nameUUIDFromBytes(message.getBytes(UTF_8)).toString();
    String content = json.writeValueAsString(Map.of("text", text));
    Map<String, String> body = Map.of("msg_type", "text", "content", content, "uuid", once);
    String path = "/open-apis/im/v1/messages/" + message + "/reply";
    int code = codeOf(call(path, body, Optional.of(accessToken())));
    if (code == INVALID_TOKEN) {
      forgetToken();
      code = codeOf(call(path, body, Optional.of(accessToken())));
    }
    if (code != 0) {
      throw new IOException("Feishu answered with code " + code);
    }
  }

  private synchronized String accessToken() throws IOException, InterruptedException {
    if (token != null && token.end() - System.nanoTime() > 0) {
      return token.value();
    }
    JsonNode answer =
        call(
            "/open-apis/auth/v3/tenant_access_token/internal",
            Map.of("app_id", settings.appId(), "app_secret", settings.appSecret().value()),
            Optional.empty());
    String value = answer.path("tenant_access_token").asString("");
    if (codeOf(answer) != 0 || value.isEmpty()) {
      throw new IOException("Feishu gave no access token, code " + codeOf(answer));
    }
    if (!isHeaderText(value)) {
      throw new IOException("Feishu gave an access token with characters that no header can hold");
    }
    long expires = Math.clamp(answer.path("expire").asLong(0), 0, MAX_USE.toSeconds());
    Duration life = Duration.ofSeconds(expires).minus(REMAINING);
    token = new Token(value, System.nanoTime() + life.toNanos());
    return value;
  }

  /** Whether text consists of visible ASCII characters: no line break ends the header. */
  private static boolean isHeaderText(String text) {
    return text.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  private synchronized void forgetToken() {
    token = null;
  }

  private static int codeOf(JsonNode answer) {
    return answer.path("code").asInt(-1);
  }

  private JsonNode call(String path, Map<String, String> body, Optional<String> bearer)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = api.request(path);
    bearer.ifPresent(value -> request.header("Authorization", "Bearer " + value));
    return api.post(request, body);
  }
}
