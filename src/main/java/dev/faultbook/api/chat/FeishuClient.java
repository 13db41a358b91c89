package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration WHOLE_CALL = Duration.ofSeconds(10);
  private static final long MAX_BYTES = 256 * 1024;

  /** A token that ends sooner is not used. */
  private static final Duration REMAINING = Duration.ofMinutes(5);

  /** Limits the use of a token whatever end Feishu states; its tokens live for two hours. */
  private static final Duration MAX_USE = Duration.ofDays(1);

  /** Feishu's code for an access token that it no longer accepts. */
  private static final int INVALID_TOKEN = 99991663;

  private final JsonMapper json;
  private final ChatSettings.Feishu settings;
  private @Nullable HttpClient client;
  private @Nullable Token token;

  FeishuClient(JsonMapper json, ChatSettings settings) {
    this.json = json;
    this.settings = settings.feishu();
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
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address(path))
            .timeout(WHOLE_CALL)
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
    bearer.ifPresent(value -> request.header("Authorization", "Bearer " + value));
    // The request's own limit ends with the headers of the answer; this one covers the body.
    CompletableFuture<HttpResponse<String>> answer =
        client()
            .sendAsync(
                request.build(), BodyHandlers.limiting(BodyHandlers.ofString(UTF_8), MAX_BYTES));
    try {
      return json.readTree(answer.get(WHOLE_CALL.toMillis(), TimeUnit.MILLISECONDS).body());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("Feishu did not answer within " + WHOLE_CALL.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException("Feishu cannot be reached: " + e.getCause(), e);
    } catch (JacksonException e) {
      throw new IOException("Feishu did not answer in JSON", e);
    }
  }

  private URI address(String path) {
    String base = settings.baseUrl().toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }

  /** Made with the first reply: most servers send none. Follows no redirects. */
  private synchronized HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .connectTimeout(CONNECT)
              .followRedirects(HttpClient.Redirect.NEVER)
              .build();
    }
    return client;
  }
}
