package dev.faultbook.api.chat;

import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.util.Map;
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
  private final ChatAnswers answers;
  private final SeenIds events = new SeenIds(MAX_EVENTS);
  private final ThreadPoolExecutor sender =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          30,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          Thread.ofPlatform().daemon().name("feishu-", 1).factory());

  FeishuReplies(FeishuClient client, ChatAnswers answers) {
    this.client = client;
    this.answers = answers;
    sender.allowCoreThreadTimeOut(true);
  }

  /**
   * Answers a message, unless its event was answered before. What lies elsewhere, such as a file,
   * is fetched before the reply, when Feishu no longer waits.
   *
   * @param base address of the pages
   * @throws RefusedException if too many replies are waiting, or the answer is refused; its
   *     repetition is answered
   */
  void answer(FeishuEvents.Event.Message message, Language language, String base)
      throws IOException {
    if (!events.claim(message.event())) {
      return;
    }
    boolean queued = false;
    try {
      if (message.content().isText() && !asks(message)) {
        String text = message.content().text();
        ChatAnswer answer = answers.answer(text, Dialect.FEISHU, language, base);
        queue(() -> client.reply(message.message(), answer));
      } else {
        queue(() -> client.reply(message.message(), find(message, language, base)));
      }
      queued = true;
    } finally {
      if (!queued) {
        events.release(message.event());
      }
    }
  }

  /** Whether it is one line, in reply to the message that it is about. */
  private static boolean asks(FeishuEvents.Event.Message message) {
    return !message.parent().isEmpty() && message.content().text().strip().indexOf('\n') < 0;
  }

  private ChatAnswer find(FeishuEvents.Event.Message message, Language language, String base)
      throws InterruptedException {
    String id = message.message();
    FeishuEvents.Content log = message.content();
    try {
      if (log.isText()) {
        FeishuEvents.Content parent = client.read(message.parent());
        if (!parent.isText() || !parent.text().isBlank()) {
          id = message.parent();
          log = parent;
        }
      }
    } catch (IOException e) {
      return ChatAnswers.sayUnread(e, Dialect.FEISHU, language);
    }
    String holder = id;
    FeishuEvents.Content content = log;
    return content.isText()
        ? answers.answerOrSay(content.text(), Dialect.FEISHU, language, base)
        : answers.answerOrSay(
            () -> Map.of(content.name(), client.fetch(holder, content.file())),
            Dialect.FEISHU,
            language,
            base);
  }

  /** Sends a reply. */
  private interface Reply {
    void send() throws IOException, InterruptedException;
  }

  /**
   * Queues a reply.
   *
   * @throws RefusedException if too many replies are waiting
   */
  private void queue(Reply reply) {
    try {
      sender.execute(() -> sendNow(reply));
    } catch (RejectedExecutionException e) {
      throw new RefusedException(RefusalReason.BUSY);
    }
  }

  private static void sendNow(Reply reply) {
    try {
      reply.send();
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
