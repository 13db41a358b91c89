package dev.faultbook.api.chat;

import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends replies to Feishu, one for each event however often it is repeated. Thread-safe. */
@Component
final class FeishuReplies {
  private static final Logger LOG = LoggerFactory.getLogger(FeishuReplies.class);
  private static final int THREADS = 2;
  private static final int MAX_WAITING = 64;

  /** Feishu repeats an event for up to six hours; this many fit into half a megabyte. */
  private static final int MAX_EVENTS = 4096;

  private final FeishuClient client;
  private final SeenIds events = new SeenIds(MAX_EVENTS);
  private final ThreadPoolExecutor sender =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          30,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          Thread.ofPlatform().daemon().name("feishu-", 1).factory());

  FeishuReplies(FeishuClient client) {
    this.client = client;
    sender.allowCoreThreadTimeOut(true);
  }

  /**
   * Answers a message, unless its event was answered before.
   *
   * @param answer the answer in Feishu's dialect
   * @throws RefusedException if too many replies are waiting, or the answer is refused; its
   *     repetition is answered
   */
  void answer(FeishuEvents.Event.Message message, Answer answer) throws IOException {
    if (!events.claim(message.event())) {
      return;
    }
    boolean queued = false;
    try {
      send(message.message(), answer.find());
      queued = true;
    } finally {
      if (!queued) {
        events.release(message.event());
      }
    }
  }

  /** Finds an answer. */
  interface Answer {
    String find() throws IOException;
  }

  /**
   * Queues a reply.
   *
   * @throws RefusedException if too many replies are waiting
   */
  private void send(String message, String text) {
    try {
      sender.execute(() -> sendNow(message, text));
    } catch (RejectedExecutionException e) {
      throw new RefusedException(RefusalReason.BUSY);
    }
  }

  private void sendNow(String message, String text) {
    try {
      client.reply(message, text);
    } catch (IOException failed) {
      LOG.warn("A reply to Feishu was not sent: {}", failed.getMessage());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @PreDestroy
  void close() {
    sender.shutdownNow();
  }
}
