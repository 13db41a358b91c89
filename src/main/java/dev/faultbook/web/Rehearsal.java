package dev.faultbook.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/**
 * Asks a server that has just started for its most visited pages and ends it. The build runs this
 * once and records which classes and methods a server uses ({@code -XX:AOTCacheOutput}).
 */
@Component
@ConditionalOnProperty("faultbook.rehearsal")
final class Rehearsal implements ApplicationListener<ApplicationReadyEvent> {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final List<String> PAGES =
      List.of(
          "/actuator/health",
          "/",
          "/entries",
          "/entries/nccl-shared-memory",
          "/search?q=cuda+out+of+memory");

  /** {@code again}: the diagnosis is no failure of anybody's and is not counted. */
  private static final String DIAGNOSIS = "/?again=1";

  private static final String LOG =
      "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB. GPU 3 has a"
          + " total capacity of 79.15 GiB of which 5.21 GiB is free.\n";

  @Override
  public void onApplicationEvent(ApplicationReadyEvent ready) {
    if (ready.getApplicationContext() instanceof WebServerApplicationContext server) {
      visitPages("http://localhost:" + Objects.requireNonNull(server.getWebServer()).getPort());
      System.exit(SpringApplication.exit(ready.getApplicationContext()));
    }
  }

  private static void visitPages(String server) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String page : PAGES) {
        ask(client, HttpRequest.newBuilder(URI.create(server + page)).GET());
      }
      ask(
          client,
          HttpRequest.newBuilder(URI.create(server + DIAGNOSIS))
              .POST(HttpRequest.BodyPublishers.ofString(LOG)));
    }
  }

  private static void ask(HttpClient client, HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          client.send(
              request.header("Accept", "text/html").timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(answer.uri() + " answers " + answer.statusCode());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
