package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import dev.faultbook.server.ErrorAnswer;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Slack's Socket Mode: this server opens a WebSocket to Slack, over which slash commands come and
 * are answered. It reconnects whenever Slack asks for it or the connection is lost.
 *
 * @see <a href="https://docs.slack.dev/apis/events-api/using-socket-mode/">Socket Mode</a>
 */
@Component
final class SlackSocket implements ApplicationListener<ApplicationReadyEvent> {
  private static final Logger LOG = LoggerFactory.getLogger(SlackSocket.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

  /** How long an old connection stays for what is on its way. */
  private static final Duration OVERLAP = Duration.ofSeconds(15);

  private static final long MAX_ANSWER = 64 * 1024;
  private static final int MAX_MESSAGE = 1024 * 1024;
  private static final int MAX_ENVELOPES = 1024;

  /** Answers of Slack that no second try changes. */
  private static final Set<String> LASTING =
      Set.of(
          "invalid_auth",
          "not_authed",
          "token_expired",
          "token_revoked",
          "account_inactive",
          "missing_scope",
          "no_permission",
          "not_allowed_token_type");

  private final ChatSettings.Slack settings;
  private final ChatAnswers answers;
  private final JsonMapper json;
  private final Duration beat;
  private final Set<String> envelopes = new LinkedHashSet<>();
  private volatile @Nullable Thread worker;
  private volatile String pages = "";

  @Autowired
  SlackSocket(ChatSettings settings, ChatAnswers answers, JsonMapper json) {
    this(settings, answers, json, Duration.ofSeconds(30));
  }

  /**
   * @param beat between two pings; a connection that is silent for two of them is lost
   */
  SlackSocket(ChatSettings settings, ChatAnswers answers, JsonMapper json, Duration beat) {
    this.settings = settings.slack();
    this.answers = answers;
    this.json = json;
    this.beat = beat;
  }

  /** Slack refuses the token. */
  private static final class RefusedTokenException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedTokenException(String error) {
      super(error);
    }
  }

  @Override
  public void onApplicationEvent(ApplicationReadyEvent ready) {
    if (settings.appToken().isSet()) {
      String port = ready.getApplicationContext().getEnvironment().getProperty("local.server.port");
      start(settings.pages().isBlank() ? "http://localhost:" + port : settings.pages());
    }
  }

  /**
   * Connects, and stays connected until it is closed.
   *
   * @param base address of the pages
   */
  void start(String base) {
    pages = base;
    worker = Thread.ofPlatform().daemon().name("slack-socket").start(this::keepConnected);
  }

  @PreDestroy
  void close() {
    Thread running = worker;
    if (running != null) {
      running.interrupt();
    }
  }

  private void keepConnected() {
    HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
    try {
      Duration pause = MIN_PAUSE;
      while (true) {
        try {
          pause = stayConnected(http) ? Duration.ZERO : MIN_PAUSE;
        } catch (RefusedTokenException e) {
          LOG.error(
              "Slack refuses the app-level token ({}); set FAULTBOOK_CHAT_SLACK_APPTOKEN to a valid"
                  + " one and restart",
              e.getMessage());
          return;
        } catch (IOException e) {
          LOG.warn("No socket to Slack, next try in {} s: {}", pause.toSeconds(), e.getMessage());
        }
        Thread.sleep(pause);
        pause = pause.isZero() ? MIN_PAUSE : pause.multipliedBy(2);
        pause = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
      }
    } catch (InterruptedException stopping) {
      LOG.debug("closed");
    } finally {
      http.shutdownNow();
    }
  }

  /** Connects, and returns when it needs a new connection: whether Slack asked for one. */
  private boolean stayConnected(HttpClient http) throws IOException, InterruptedException {
    Connection connection = new Connection();
    WebSocket socket =
        await(
            http.newWebSocketBuilder()
                .connectTimeout(CONNECT)
                .buildAsync(openConnection(http), connection));
    try {
      boolean asked = connection.awaitEnd(socket);
      if (!connection.greeted) {
        throw new IOException("Slack did not say hello");
      }
      return asked;
    } finally {
      CompletableFuture.delayedExecutor(OVERLAP.toMillis(), TimeUnit.MILLISECONDS)
          .execute(socket::abort);
    }
  }

  /** {@code {"ok": true, "url": "wss://wss-primary.slack.com/link/?ticket=…"}}. */
  private URI openConnection(HttpClient http) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(settings.baseUrl().resolve("/api/apps.connections.open"))
            .timeout(CONNECT)
            .header("Authorization", "Bearer " + settings.appToken().value())
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      String body =
          await(
                  http.sendAsync(
                      request, BodyHandlers.limiting(BodyHandlers.ofString(UTF_8), MAX_ANSWER)))
              .body();
      JsonNode answer = json.readTree(body);
      String error = answer.path("error").asString("");
      if (LASTING.contains(error)) {
        throw new RefusedTokenException(error);
      }
      if (!answer.path("ok").asBoolean(false)) {
        throw new IOException("Slack answered with the error " + error);
      }
      return URI.create(answer.path("url").asString(""));
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException("Slack did not answer with the address of a socket", e);
    }
  }

  private static <T> T await(CompletableFuture<T> future) throws IOException, InterruptedException {
    try {
      return future.get(2 * CONNECT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      future.cancel(true);
      throw new IOException("no answer in time", e);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    }
  }

  /** Whether an envelope is new; from now on it is not. The oldest are forgotten. */
  private boolean claim(String envelope) {
    synchronized (envelopes) {
      boolean isNew = envelopes.add(envelope);
      if (envelopes.size() > MAX_ENVELOPES) {
        envelopes.remove(envelopes.iterator().next());
      }
      return isNew;
    }
  }

  private ChatController.SlackAnswer answer(JsonNode payload) {
    String text = ChatController.SlackAnswer.plain(payload.path("text").asString(""));
    Language language = ChatAnswers.languageOf(text, Language.EN);
    try {
      return ChatController.SlackAnswer.of(answers.answer(text, Dialect.SLACK, language, pages));
    } catch (IOException | RuntimeException e) {
      String why = ErrorAnswer.of(e).text(Locale.forLanguageTag(language.tag()));
      return ChatController.SlackAnswer.of(Dialect.SLACK.words(why));
    }
  }

  /** Receives the messages of one connection. */
  private final class Connection implements WebSocket.Listener {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final StringBuilder message = new StringBuilder();
    private volatile boolean greeted;
    private volatile boolean asked;
    private volatile boolean heard = true;

    /** Whether Slack asked for another connection; otherwise this one is lost. */
    boolean awaitEnd(WebSocket socket) throws InterruptedException {
      while (!ended.await(beat.toMillis(), TimeUnit.MILLISECONDS)) {
        if (!heard) {
          LOG.warn("The socket to Slack is silent, and is opened again");
          return false;
        }
        heard = false;
        // One that cannot be sent is not answered either.
        CompletableFuture<WebSocket> _ = socket.sendPing(ByteBuffer.allocate(0));
      }
      return asked;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      heard = true;
      message.append(part);
      if (message.length() > MAX_MESSAGE) {
        socket.abort();
        ended.countDown();
        return null;
      }
      if (last) {
        String text = message.toString();
        message.setLength(0);
        Thread.startVirtualThread(() -> receive(socket, text));
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer data) {
      heard = true;
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer data) {
      heard = true;
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
      ended.countDown();
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      ended.countDown();
    }

    /**
     * {@code {"type": "slash_commands", "envelope_id": "…", "payload": {"text": "…"}}}, {@code
     * {"type": "hello"}}, {@code {"type": "disconnect", "reason": "refresh_requested"}}.
     */
    private void receive(WebSocket socket, String text) {
      try {
        JsonNode envelope = json.readTree(text);
        String type = envelope.path("type").asString("");
        String id = envelope.path("envelope_id").asString("");
        switch (type) {
          case "hello" -> {
            greeted = true;
            LOG.info("Slack sends its commands over a socket");
          }
          case "disconnect" -> {
            asked = !envelope.path("reason").asString("").equals("link_disabled");
            if (!asked) {
              LOG.warn("Socket Mode is switched off in the settings of the app at Slack");
            }
            ended.countDown();
          }
          case "slash_commands" -> {
            if (claim(id)) {
              send(socket, Map.of("envelope_id", id, "payload", answer(envelope.path("payload"))));
            } else {
              send(socket, Map.of("envelope_id", id));
            }
          }
          default -> {
            if (!id.isEmpty()) {
              send(socket, Map.of("envelope_id", id));
            }
          }
        }
      } catch (JacksonException e) {
        LOG.warn("Slack sent a message that is no JSON");
      }
    }

    /** One message at a time, as the socket demands. */
    private synchronized void send(WebSocket socket, Map<String, Object> answer) {
      try {
        await(socket.sendText(json.writeValueAsString(answer), true));
      } catch (IOException e) {
        LOG.warn("An answer to Slack was not sent: {}", e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
