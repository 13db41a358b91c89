package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairQueueTests {
  private static final long MB = 1024 * 1024;
  private static final Duration LONG = Duration.ofHours(1);

  private final AtomicLong clock = new AtomicLong();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    callers.shutdownNow();
  }

  /**
   * Regression: ten addresses whose logs took 20 s each held both permits for large logs, so that
   * seven of eight logs of another address were refused.
   */
  @Test
  void clientsThatWereServedLatelyDoNotKeepOutOneThatWasNot() throws Exception {
    FairQueue queue = queue(2, 1, 0);
    Queue<FairQueue.Turn> running = new ArrayDeque<>();
    for (int i = 0; i < 10; i++) {
      FairQueue.Turn turn = queue.enter("heavy " + i, 24 * MB, Duration.ZERO);
      running.add(turn);
      pass(Duration.ofSeconds(20));
      if (running.size() == 2) {
        end(queue, running.remove());
      }
    }
    running.add(queue.enter("heavy 0", 24 * MB, Duration.ZERO));
    for (int i = 1; i < 9; i++) {
      wait(queue, "heavy " + i, 24 * MB);
    }
    Future<FairQueue.Turn> honest = wait(queue, "honest", 24 * MB);
    end(queue, running.remove());
    assertThat(honest.get()).isNotNull();
    // Having been served, it takes its turn like all others.
    end(queue, honest.get());
    pass(Duration.ofSeconds(1));
    wait(queue, "honest", 3 * MB);
    assertThat(queue.waiting()).isEqualTo(8);
  }

  @Test
  void ofClientsThatWereNotServedTheShorterTaskGoesFirst() throws Exception {
    FairQueue queue = queue(1, 1, 0);
    FairQueue.Turn first = queue.enter("a", MB, LONG);
    Future<FairQueue.Turn> large = wait(queue, "b", 24 * MB);
    Future<FairQueue.Turn> small = wait(queue, "c", 2 * MB);
    Future<FairQueue.Turn> later = wait(queue, "d", 2 * MB);
    end(queue, first);
    end(queue, small.get());
    end(queue, later.get());
    assertThat(large.get()).isNotNull();
  }

  /** Regression: on a busy server, a log of 2 MB that took 8 s put its client behind all others. */
  @Test
  void tasksAreExpectedToTakeAsLongAsTheLatestOnes() throws Exception {
    FairQueue queue = queue(1, 1, 0);
    FairQueue.Turn running = queue.enter("honest", 2 * MB, LONG);
    pass(Duration.ofSeconds(8));
    end(queue, running);
    running = queue.enter("another", 2 * MB, LONG);
    Future<FairQueue.Turn> large = wait(queue, "heavy", 24 * MB);
    Future<FairQueue.Turn> again = wait(queue, "honest", 2 * MB);
    end(queue, running);
    end(queue, again.get());
    assertThat(large.get()).isNotNull();
  }

  /** The body of a chunked request may have any size. */
  @Test
  void anUnknownSizeCountsAsALargeOne() throws Exception {
    FairQueue queue = queue(1, 1, 0);
    use(queue, "lately", Duration.ofSeconds(20));
    FairQueue.Turn running = queue.enter("a", 0, LONG);
    Future<FairQueue.Turn> lately = wait(queue, "lately", 0);
    Future<FairQueue.Turn> unknown = wait(queue, "b", Long.MAX_VALUE);
    end(queue, running);
    end(queue, unknown.get());
    assertThat(lately.get()).isNotNull();
  }

  @Test
  void runningTasksCountAsUsedTime() throws Exception {
    FairQueue queue = queue(2, 2, 0);
    queue.enter("a", 0, LONG);
    pass(Duration.ofSeconds(10));
    FairQueue.Turn other = queue.enter("b", 0, LONG);
    Future<FairQueue.Turn> again = wait(queue, "a", 0);
    Future<FairQueue.Turn> next = wait(queue, "b", 0);
    pass(Duration.ofSeconds(1));
    end(queue, other);
    assertThat(next.get()).isNotNull();
    assertThat(again.isDone()).isFalse();
  }

  @Test
  void usedTimeHalvesEveryMinute() throws Exception {
    FairQueue queue = queue(1, 1, 0);
    use(queue, "earlier", Duration.ofSeconds(20));
    pass(Duration.ofMinutes(3)); // leaves 2.5 s
    use(queue, "lately", Duration.ofSeconds(3));
    FairQueue.Turn running = queue.enter("other", 0, LONG);
    Future<FairQueue.Turn> lately = wait(queue, "lately", 0);
    Future<FairQueue.Turn> earlier = wait(queue, "earlier", 0);
    end(queue, running);
    end(queue, earlier.get());
    assertThat(lately.get()).isNotNull();
  }

  /** Regression: slow senders of small bodies kept the pastes of others waiting for seconds. */
  @Test
  void aReservedPermitIsForClientsThatHoldNone() throws Exception {
    FairQueue queue = queue(3, 3, 1);
    FairQueue.Turn first = queue.enter("slow", 0, Duration.ZERO);
    assertThat(queue.enter("slow", 0, Duration.ZERO)).isNotNull();
    Future<FairQueue.Turn> third = wait(queue, "slow", 0);
    FairQueue.Turn other = queue.enter("other", 0, Duration.ZERO);
    assertThat(other).isNotNull();
    end(queue, other);
    assertThat(third.isDone()).isFalse();
    end(queue, first);
    assertThat(third.get()).isNotNull();
  }

  @Test
  void theNextInLineWaitsForLongerThanOthers() throws Exception {
    FairQueue queue = queue(1, 1, 0);
    use(queue, "heavy", Duration.ofSeconds(20));
    FairQueue.Turn running = queue.enter("a", 0, LONG);
    Duration brief = Duration.ofMillis(1);
    Future<FairQueue.Turn> next = callers.submit(() -> queue.enter("honest", MB, brief));
    while (queue.waiting() < 1) {
      Thread.onSpinWait();
    }
    // The clock stands still, so the next in line may wait for ever.
    assertThat(queue.enter("heavy", 0, brief)).isNull();
    assertThat(next.isDone()).isFalse();
    end(queue, running);
    FairQueue.Turn honest = next.get();
    assertThat(honest).isNotNull();

    Future<FairQueue.Turn> patient = callers.submit(() -> queue.enter("b", MB, brief));
    while (queue.waiting() < 1) {
      Thread.onSpinWait();
    }
    pass(brief.multipliedBy(FairQueue.LONGER_WAIT));
    assertThat(patient.get()).isNull();
    end(queue, honest);
    assertThat(queue.enter("c", 0, Duration.ZERO)).isNotNull();
  }

  @Test
  void whoIsInterruptedLeavesTheLine() throws Exception {
    FairQueue queue = queue(1, 1, 0);
    FairQueue.Turn running = queue.enter("a", 0, LONG);
    wait(queue, "b", 0);
    callers.shutdownNow();
    while (queue.waiting() > 0) {
      Thread.onSpinWait();
    }
    end(queue, running);
    assertThat(queue.enter("c", 0, Duration.ZERO)).isNotNull();
  }

  @Test
  void aClientIsForgottenWhenHardlyAnyUsedTimeIsLeft() throws Exception {
    FairQueue queue = queue(1, 1, 0);
    use(queue, "a", Duration.ofMinutes(1));
    pass(Duration.ofMinutes(15));
    use(queue, "b", Duration.ZERO);
    assertThat(queue.clients()).isEqualTo(2);
    pass(Duration.ofMinutes(1));
    use(queue, "c", Duration.ZERO);
    assertThat(queue.clients()).isOne();
  }

  /** Addresses of IPv6 cost nothing. */
  @Test
  void manyClientsAreForgottenEarlier() throws Exception {
    FairQueue queue = queue(2, 1, 0);
    assertThat(queue.enter("runs", 0, LONG)).isNotNull();
    for (int i = 0; i < 10_001; i++) {
      FairQueue.Turn turn = queue.enter("client " + i, 0, LONG);
      clock.addAndGet(Duration.ofMillis(2).toNanos() / 10_000);
      end(queue, turn);
    }
    pass(Duration.ofSeconds(10));
    queue.enter("last", 0, LONG);
    assertThat(queue.clients()).isEqualTo(2);
  }

  private FairQueue queue(int concurrency, int perClient, int reserved) {
    return new FairQueue(
        new Bulkhead.Places(Long.MAX_VALUE, concurrency, perClient, reserved), clock::get);
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  private void use(FairQueue queue, String client, Duration time) throws InterruptedException {
    FairQueue.Turn turn = queue.enter(client, 0, LONG);
    pass(time);
    end(queue, turn);
  }

  private static void end(FairQueue queue, FairQueue.Turn turn) {
    queue.release();
    queue.leave(turn);
  }

  /** Returns once the task waits, unless it waits for the share of its client. */
  private Future<FairQueue.Turn> wait(FairQueue queue, String client, long size) {
    int before = queue.waiting();
    Future<FairQueue.Turn> turn = callers.submit(() -> queue.enter(client, size, LONG));
    while (queue.waiting() == before) {
      Thread.onSpinWait();
    }
    return turn;
  }
}
