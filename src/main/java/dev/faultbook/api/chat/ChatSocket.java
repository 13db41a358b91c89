package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebSocket that this server opens to a chat, and opens again whenever the chat asks for it, or
 * the connection is lost or silent. Each connection has an address of its own, for which the chat
 * wants the secret of the settings.
 */
final class ChatSocket {
  private static final Logger LOG = LoggerFactory.getLogger(ChatSocket.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

  /** How long an old connection stays for what is on its way. */
  private static final Duration OVERLAP = Duration.ofSeconds(15);

  private static final int MAX_MESSAGE = 1024 * 1024;

  private final Chat chat;
  private final ChatApi api;
  private final Duration beat;
  private volatile @Nullable Thread worker;

  /**
   * @param beat between two pings; a connection that is silent for two of them is lost
   */
  ChatSocket(Chat chat, ChatApi api, Duration beat) {
    this.chat = chat;
    this.api = api;
    this.beat = beat;
  }

  /** What a chat says on its socket. */
  interface Chat {
    /** What it is called. */
    String name();

    /**
     * Asks for the address of the next connection.
     *
     * @throws RefusedSecretException if no second try changes the answer
     * @throws IOException if another try may
     */
    URI findAddress() throws IOException, InterruptedException;

    /** Answers a message; on a thread of its own. */
    void receive(Link link, byte[] message) throws IOException, InterruptedException;

    /** Asks whether the other side is there. */
    default void ping(Link link) {
      link.ping();
    }
  }

  /** A chat refuses a secret of the settings; the message names the setting. */
  static final class RefusedSecretException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedSecretException(String message) {
      super(message);
    }
  }

  /** Connects, and stays connected until it is closed. */
  void start() {
    worker = Thread.ofPlatform().daemon().name("socket-" + chat.name()).start(this::keepConnected);
  }

  void close() {
    Thread running = worker;
    if (running != null) {
      running.interrupt();
    }
  }

  private void keepConnected() {
    try {
      Duration pause = MIN_PAUSE;
      while (true) {
        try {
          pause = stayConnected() ? Duration.ZERO : MIN_PAUSE;
        } catch (RefusedSecretException e) {
          LOG.error("{}, and restart", e.getMessage());
          return;
        } catch (IOException e) {
          LOG.warn(
              "No socket to {}, next try in {} s: {}",
              chat.name(),
              pause.toSeconds(),
              e.getMessage());
        }
        Thread.sleep(pause);
        pause = pause.isZero() ? MIN_PAUSE : pause.multipliedBy(2);
        pause = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
      }
    } catch (InterruptedException stopping) {
      LOG.debug("closed");
    } finally {
      api.close();
    }
  }

  /** Connects, and returns when it needs a new connection: whether the chat asked for one. */
  private boolean stayConnected() throws IOException, InterruptedException {
    Link link = new Link();
    WebSocket socket =
        api.await(
            api.client()
                .newWebSocketBuilder()
                .connectTimeout(CONNECT)
                .buildAsync(chat.findAddress(), link),
            CONNECT.multipliedBy(2));
    LOG.info("{} sends its messages over a socket", chat.name());
    try {
      boolean asked = link.awaitEnd();
      if (!link.spoken) {
        throw new IOException(chat.name() + " said nothing");
      }
      return asked;
    } finally {
      CompletableFuture.delayedExecutor(OVERLAP.toMillis(), TimeUnit.MILLISECONDS)
          .execute(socket::abort);
    }
  }

  /** One connection. */
  final class Link implements WebSocket.Listener {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private volatile @Nullable WebSocket socket;
    private volatile boolean spoken;
    private volatile boolean asked;
    private volatile boolean heard = true;

    /** Whether the chat asked for another connection; otherwise this one is lost. */
    private boolean awaitEnd() throws InterruptedException {
      while (!ended.await(beat.toMillis(), TimeUnit.MILLISECONDS)) {
        if (!heard) {
          LOG.warn("The socket to {} is silent, and is opened again", chat.name());
          return false;
        }
        heard = false;
        chat.ping(this);
      }
      return asked;
    }

    /**
     * Opens another connection; what is on its way over this one is still answered.
     *
     * @param atOnce whether the chat asked for it; otherwise after a pause
     */
    void end(boolean atOnce) {
      asked = atOnce;
      ended.countDown();
    }

    /** One that cannot be sent is not answered either. */
    void ping() {
      WebSocket open = socket;
      if (open != null) {
        CompletableFuture<WebSocket> _ = open.sendPing(ByteBuffer.allocate(0));
      }
    }

    void send(String message) {
      send(open -> open.sendText(message, true));
    }

    void send(byte[] message) {
      send(open -> open.sendBinary(ByteBuffer.wrap(message), true));
    }

    /** One message at a time, as the socket demands. */
    private synchronized void send(Function<WebSocket, CompletableFuture<WebSocket>> message) {
      WebSocket open = socket;
      if (open == null) {
        return;
      }
      try {
        api.await(message.apply(open), CONNECT);
      } catch (IOException e) {
        LOG.warn("An answer was not sent: {}", e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void onOpen(WebSocket open) {
      socket = open;
      open.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket open, CharSequence part, boolean last) {
      text.append(part);
      return take(
          open,
          text.length(),
          last,
          () -> {
            byte[] whole = text.toString().getBytes(UTF_8);
            text.setLength(0);
            return whole;
          });
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket open, ByteBuffer part, boolean last) {
      byte[] piece = new byte[part.remaining()];
      part.get(piece);
      bytes.writeBytes(piece);
      return take(
          open,
          bytes.size(),
          last,
          () -> {
            byte[] whole = bytes.toByteArray();
            bytes.reset();
            return whole;
          });
    }

    private @Nullable CompletionStage<?> take(
        WebSocket open, int length, boolean last, Supplier<byte[]> whole) {
      if (length > MAX_MESSAGE) {
        open.abort();
        ended.countDown();
        return null;
      }
      if (last) {
        byte[] message = whole.get();
        Thread.startVirtualThread(() -> receive(message));
      }
      return hear(open);
    }

    private void receive(byte[] message) {
      try {
        chat.receive(this, message);
      } catch (IOException e) {
        LOG.warn("A message of {} was not answered: {}", chat.name(), e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private @Nullable CompletionStage<?> hear(WebSocket open) {
      spoken = true;
      heard = true;
      open.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket open, ByteBuffer data) {
      return hear(open);
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket open, ByteBuffer data) {
      return hear(open);
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket open, int status, String reason) {
      ended.countDown();
      return null;
    }

    @Override
    public void onError(WebSocket open, Throwable error) {
      ended.countDown();
    }
  }
}
