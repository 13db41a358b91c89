package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkheadTests {
  private static final long SMALL = 100;
  private static final long LARGE = 101;

  private final CountDownLatch done = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final Bulkhead bulkhead =
      new Bulkhead("test", new Bulkhead.Limits(1, 1, SMALL, Duration.ofMillis(1)));

  @AfterEach
  void close() {
    done.countDown();
    callers.close();
    bulkhead.close();
  }

  @Test
  void whoFindsNoPermitIsRefusedAndTheWorkGoesOn() throws Exception {
    Future<String> first = occupy(bulkhead, LARGE);
    assertThatExceptionOfType(TooBusyException.class)
        .isThrownBy(() -> bulkhead.call("a", LARGE, () -> "second"));
    done.countDown();
    assertThat(first.get()).isEqualTo("first");
    // The permit was released.
    try (Bulkhead patient = patientBulkhead()) {
      assertThat(patient.<String, RuntimeException>call("a", LARGE, () -> "a")).isEqualTo("a");
      assertThat(patient.<String, RuntimeException>call("a", LARGE, () -> "b")).isEqualTo("b");
    }
  }

  /** Regression: while four large logs were in progress, 196 of 200 small pastes got 429. */
  @Test
  void smallWorkDoesNotWaitBehindLargeWork() throws Exception {
    occupy(bulkhead, LARGE);
    for (int i = 0; i < 200; i++) {
      assertThat(bulkhead.<String, RuntimeException>call("a", SMALL, () -> "small"))
          .isEqualTo("small");
    }
    assertThatExceptionOfType(TooBusyException.class)
        .isThrownBy(() -> bulkhead.call("a", LARGE, () -> "large"));
  }

  /** Regression: a paste of 42 bytes waited with logs of 1 MB that took seconds each. */
  @Test
  void eachSizeOfWorkHasItsOwnPermits() throws Exception {
    List<Bulkhead.Places> lanes =
        List.of(
            new Bulkhead.Places(10, 1, 1),
            new Bulkhead.Places(SMALL, 1, 1),
            new Bulkhead.Places(Long.MAX_VALUE, 2, 2));
    try (Bulkhead sorted = new Bulkhead("sorted", new Bulkhead.Limits(lanes, Duration.ZERO))) {
      occupy(sorted, "a", 11);
      occupy(sorted, "a", LARGE);
      occupy(sorted, "a", Long.MAX_VALUE);
      assertThatExceptionOfType(TooBusyException.class)
          .isThrownBy(() -> sorted.call("b", SMALL, () -> "small"));
      assertThatExceptionOfType(TooBusyException.class)
          .isThrownBy(() -> sorted.call("b", LARGE, () -> "large"));
      assertThat(sorted.<String, RuntimeException>call("a", 10, () -> "tiny")).isEqualTo("tiny");
      done.countDown();
    }
  }

  @Test
  void whatTheWorkThrowsComesToItsCallerAndThePermitComesBack() {
    try (Bulkhead patient = patientBulkhead()) {
      IOException checked = new IOException("checked");
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () ->
                  patient.call(
                      "a",
                      LARGE,
                      () -> {
                        throw checked;
                      }))
          .isSameAs(checked);
      OutOfMemoryError error = new OutOfMemoryError("Java heap space");
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(
              () ->
                  patient.call(
                      "a",
                      LARGE,
                      () -> {
                        throw error;
                      }))
          .isSameAs(error);
      assertThat(patient.<String, RuntimeException>call("a", LARGE, () -> "next"))
          .isEqualTo("next");
    }
  }

  /** A virtual thread that computes would block its carrier thread for all other requests. */
  @Test
  void workRunsOnPlatformThreads() throws Exception {
    boolean virtual =
        callers
            .submit(() -> bulkhead.call("a", SMALL, () -> Thread.currentThread().isVirtual()))
            .get();
    assertThat(virtual).isFalse();
  }

  /** Regression: eight looping uploads of one client held all permits for large logs. */
  @Test
  void oneClientTakesNoMoreThanHalfOfALane() throws Exception {
    Bulkhead.Limits limits = Bulkhead.Limits.sharedOut(4, SMALL, Duration.ofMillis(1));
    assertThat(limits.lanes()).allMatch(places -> places.perClient() == 2);
    assertThat(Bulkhead.Places.sharedOut(SMALL, 1).perClient()).isOne();
    try (Bulkhead shared = new Bulkhead("shared", limits)) {
      occupy(shared, "a", LARGE);
      occupy(shared, "a", LARGE);
      assertThatExceptionOfType(TooBusyException.class)
          .isThrownBy(() -> shared.call("a", LARGE, () -> "third"));
      occupy(shared, "b", LARGE);
      occupy(shared, "b", LARGE);
      assertThatExceptionOfType(TooBusyException.class)
          .isThrownBy(() -> shared.call("c", LARGE, () -> "fifth"));
      // The other lane has its own limit per client.
      assertThat(shared.<String, RuntimeException>call("a", SMALL, () -> "s")).isEqualTo("s");
      done.countDown();
    }
  }

  /** Regression: four clients with 32 slow uploads each held all places of large uploads. */
  @Test
  void aTaskGivesItsPermitWayToOneThatWaits() throws Exception {
    Bulkhead.Limits limits = new Bulkhead.Limits(2, 1, SMALL, Duration.ofHours(1));
    try (Bulkhead places = new Bulkhead("places", limits)) {
      Future<String> busy = occupy(places, "busy", LARGE);
      AtomicBoolean slow = new AtomicBoolean();
      CountDownLatch entered = new CountDownLatch(1);
      Future<String> idle =
          callers.submit(
              () ->
                  places.call(
                      "idle",
                      LARGE,
                      () -> slow.getAndSet(false),
                      () -> {
                        entered.countDown();
                        done.await();
                        return "idle";
                      }));
      entered.await();
      slow.set(true);
      places.makeRoom(); // Nobody waits.
      assertThat(slow).isTrue();
      Future<String> next = callers.submit(() -> places.call("next", LARGE, () -> "next"));
      while (!next.isDone()) {
        places.makeRoom();
        Thread.onSpinWait();
      }
      assertThat(next.get()).isEqualTo("next");
      assertThat(slow).isFalse();
      assertThat(idle.isDone()).isFalse();
      assertThat(busy.isDone()).isFalse();
      // The client whose task gave way keeps its share until the task ends.
      Future<String> another = callers.submit(() -> places.call("idle", LARGE, () -> "another"));
      assertThat(places.<String, RuntimeException>call("next", LARGE, () -> "b")).isEqualTo("b");
      assertThat(another.isDone()).isFalse();
      done.countDown();
      assertThat(another.get()).isEqualTo("another");
      assertThat(idle.get()).isEqualTo("idle");
    }
  }

  private Future<String> occupy(Bulkhead target, long size) throws InterruptedException {
    return occupy(target, "a", size);
  }

  private static Bulkhead patientBulkhead() {
    return new Bulkhead("patient", new Bulkhead.Limits(1, 1, 0, Duration.ofHours(1)));
  }

  private Future<String> occupy(Bulkhead target, String client, long size)
      throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    Future<String> work =
        callers.submit(
            () ->
                target.call(
                    client,
                    size,
                    () -> {
                      entered.countDown();
                      done.await();
                      return "first";
                    }));
    entered.await();
    return work;
  }
}
