package dev.faultbook.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Requests the most visited pages of a server that has just started, and stops it. The build runs
 * this once, with {@code faultbook.rehearsal=true}, to record which classes and methods a server
 * uses ({@code -XX:AOTCacheOutput}).
 */
@Component
final class Rehearsal implements ApplicationListener<ApplicationReadyEvent> {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final String HEALTH = "/actuator/health";

  private static final List<String> PAGES =
      List.of("/", "/entries", "/search?q=cuda+out+of+memory");

  private static final String ENTRY = "nccl-shared-memory";

  /** {@code again}: the diagnosis is not a user's and is not counted. */
  private static final String DIAGNOSIS = "/?again=1";

  /** More than one line, because a single line may count as a question. */
  private static final String LOG =
      """
      Epoch 0: 12%|#2        | 120/1000 [00:10<01:13, 12.0it/s]
      [rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB. GPU 3 has a total capacity of 79.15 GiB of which 5.21 GiB is free.
      torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
      """;

  private final boolean requested;

  Rehearsal(Environment environment) {
    this.requested = environment.getProperty("faultbook.rehearsal", Boolean.class, false);
  }

  @Override
  public void onApplicationEvent(ApplicationReadyEvent ready) {
    if (requested && ready.getApplicationContext() instanceof WebServerApplicationContext server) {
      visitPages(
          "http://localhost:" + Objects.requireNonNull(server.getWebServer()).getPort(), ENTRY);
      System.exit(SpringApplication.exit(ready.getApplicationContext()));
    }
  }

  /**
   * @param server its address without a trailing slash
   * @param entry the id of an entry whose page is visited
   * @throws IllegalStateException if a page answers with a status other than 200; the health page
   *     may answer 503, because it is not up before the last listener of this event has finished
   */
  static void visitPages(String server, String entry) {
    try (HttpClient client =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
      ask(client, request(server + HEALTH, "*/*"), Set.of(200, 503));
      for (String page : PAGES) {
        ask(client, request(server + page, "text/html"), Set.of(200));
      }
      ask(client, request(server + "/entries/" + entry, "text/html"), Set.of(200));
      ask(
          client,
          request(server + DIAGNOSIS, "text/html").POST(BodyPublishers.ofString(LOG)),
          Set.of(200));
    }
  }

  private static HttpRequest.Builder request(String address, String accepted) {
    return HttpRequest.newBuilder(URI.create(address)).header("Accept", accepted).timeout(PATIENCE);
  }

  private static void ask(HttpClient client, HttpRequest.Builder request, Set<Integer> expected) {
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (!expected.contains(answer.statusCode())) {
        throw new IllegalStateException(
            answer.uri() + " answered with status " + answer.statusCode());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
