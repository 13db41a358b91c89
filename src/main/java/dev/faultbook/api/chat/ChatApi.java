package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls a chat's API. Follows no redirects. Messages of exceptions name the chat and no secret.
 * Thread-safe.
 */
final class ChatApi {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration WHOLE_CALL = Duration.ofSeconds(10);
  private static final Duration WHOLE_FILE = Duration.ofMinutes(1);
  private static final long MAX_BYTES = 1024 * 1024;
  private static final int OK = 200;

  /** What the JDK says of a body that is longer than its reader allows. */
  private static final String TOO_LONG = "body exceeds capacity";

  private final String chat;
  private final URI base;
  private final JsonMapper json;
  private @Nullable HttpClient client;

  /**
   * @param chat what it is called
   * @param base address of the API
   */
  ChatApi(String chat, URI base, JsonMapper json) {
    this.chat = chat;
    this.base = base;
    this.json = json;
  }

  /** Made with the first call: most servers make none. */
  synchronized HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .connectTimeout(CONNECT)
              .followRedirects(HttpClient.Redirect.NEVER)
              .build();
    }
    return client;
  }

  /** Ends what is under way. */
  synchronized void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }

  /**
   * A request to the API.
   *
   * @param path with its query
   */
  HttpRequest.Builder request(String path) {
    String address = base.toString();
    return HttpRequest.newBuilder(
        URI.create(
            (address.endsWith("/") ? address.substring(0, address.length() - 1) : address) + path));
  }

  /** A chat refuses a request. */
  static final class StatusException extends IOException {
    private static final long serialVersionUID = 1;

    StatusException(String message) {
      super(message);
    }
  }

  /** A file is larger than allowed. */
  static final class LargeFileException extends IOException {
    private static final long serialVersionUID = 1;

    LargeFileException() {
      super("the file is too large");
    }
  }

  /**
   * An address that a message names; empty unless it is HTTPS on one of the chat's servers, or on
   * the server of the API.
   *
   * @param servers the names of the servers
   */
  Optional<URI> findOwn(String text, Predicate<String> servers) {
    try {
      URI address = URI.create(text);
      boolean known =
          "https".equals(address.getScheme())
              && address.getPort() < 0
              && address.getHost() != null
              && servers.test(address.getHost());
      boolean own = base.resolve("/").equals(address.resolve("/"));
      return known || own ? Optional.of(address) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /**
   * Posts a document, and reads the one that answers.
   *
   * @throws IOException if the chat cannot be reached or answers with something else
   */
  JsonNode post(HttpRequest.Builder request, Object body) throws IOException, InterruptedException {
    return call(withJson(request, body));
  }

  /**
   * Posts a document to what answers with none.
   *
   * @throws IOException if the chat cannot be reached or refuses
   */
  void tell(HttpRequest.Builder request, Object body) throws IOException, InterruptedException {
    requireOk(send(withJson(request, body), BodyHandlers.discarding(), MAX_BYTES, WHOLE_CALL));
  }

  private HttpRequest.Builder withJson(HttpRequest.Builder request, Object body) {
    return request
        .header("Content-Type", "application/json; charset=utf-8")
        .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
  }

  /**
   * Reads the document that answers, whatever its status.
   *
   * @throws IOException if the chat cannot be reached or answers with something else
   */
  JsonNode call(HttpRequest.Builder request) throws IOException, InterruptedException {
    try {
      return json.readTree(
          send(request, BodyHandlers.ofString(UTF_8), MAX_BYTES, WHOLE_CALL).body());
    } catch (JacksonException e) {
      throw new IOException(chat + " did not answer in JSON", e);
    }
  }

  /**
   * Reads a file.
   *
   * @param max most bytes of it
   * @throws LargeFileException if it is larger
   * @throws StatusException if the chat does not give it
   * @throws IOException if the chat cannot be reached
   */
  byte[] fetch(HttpRequest.Builder request, long max) throws IOException, InterruptedException {
    try {
      HttpResponse<byte[]> file = send(request, BodyHandlers.ofByteArray(), max, WHOLE_FILE);
      requireOk(file);
      return file.body();
    } catch (IOException e) {
      throw String.valueOf(e.getMessage()).contains(TOO_LONG) ? new LargeFileException() : e;
    }
  }

  private void requireOk(HttpResponse<?> answer) throws StatusException {
    if (answer.statusCode() != OK) {
      throw new StatusException(chat + " answered with status " + answer.statusCode());
    }
  }

  private <T> HttpResponse<T> send(
      HttpRequest.Builder request, BodyHandler<T> body, long max, Duration limit)
      throws IOException, InterruptedException {
    // The request's own limit ends with the headers of the answer; this one covers the body.
    return await(
        client().sendAsync(request.timeout(limit).build(), BodyHandlers.limiting(body, max)),
        limit);
  }

  /**
   * What a future of the client holds.
   *
   * @throws IOException if it fails or is late
   */
  <T> T await(CompletableFuture<T> future, Duration limit)
      throws IOException, InterruptedException {
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      future.cancel(true);
      throw new IOException(chat + " did not answer within " + limit.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(chat + " cannot be reached: " + e.getCause(), e);
    }
  }
}
