package dev.faultbook.api.alert;

import dev.faultbook.report.Dialect;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Posts answers to the chats of the settings. What goes wrong is a line of the server's log. */
@Component
final class AlertPoster {
  private static final Logger LOG = LoggerFactory.getLogger(AlertPoster.class);
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration WHOLE_CALL = Duration.ofSeconds(10);

  private final JsonMapper json;

  AlertPoster(JsonMapper json) {
    this.json = json;
  }

  /**
   * Posts a short answer.
   *
   * @param title Faultbook's own words and plain names
   * @param text in the chat's dialect
   */
  void post(Dialect chat, URI address, String title, String text) {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(WHOLE_CALL)
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    json.writeValueAsBytes(chat.message(title, title + "\n" + text))))
            .build();
    // The address of a chat is a secret.
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build()) {
      int status = http.send(request, BodyHandlers.discarding()).statusCode();
      if (status >= 300) {
        LOG.warn("The answer to an alert could not be posted: {} answered with {}", chat, status);
      }
    } catch (IOException e) {
      LOG.warn("The answer to an alert could not be posted: {} cannot be reached", chat);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
