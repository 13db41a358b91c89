package dev.faultbook.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkheadTests {
  private static final long SMALL = 100;
  private static final long LARGE = 101;

  private final CountDownLatch done = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final Bulkhead bulkhead = new Bulkhead("test", 1, SMALL, Duration.ofMillis(1));

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
        .isThrownBy(() -> bulkhead.call(LARGE, () -> "second"));
    done.countDown();
    assertThat(first.get()).isEqualTo("first");
    // The permit came back.
    try (Bulkhead patient = new Bulkhead("patient", 1, 0, Duration.ofHours(1))) {
      assertThat(patient.<String, RuntimeException>call(LARGE, () -> "a")).isEqualTo("a");
      assertThat(patient.<String, RuntimeException>call(LARGE, () -> "b")).isEqualTo("b");
    }
  }

  /** Four large logs at work: 196 of 200 small pastes got 429. */
  @Test
  void smallWorkDoesNotWaitBehindLargeWork() throws Exception {
    occupy(bulkhead, LARGE);
    for (int i = 0; i < 200; i++) {
      assertThat(bulkhead.<String, RuntimeException>call(SMALL, () -> "small")).isEqualTo("small");
    }
    assertThatExceptionOfType(TooBusyException.class)
        .isThrownBy(() -> bulkhead.call(LARGE, () -> "large"));
  }

  @Test
  void whatTheWorkThrowsComesToItsCallerAndThePermitComesBack() {
    try (Bulkhead patient = new Bulkhead("patient", 1, 0, Duration.ofHours(1))) {
      IOException checked = new IOException("checked");
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () ->
                  patient.call(
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
                      LARGE,
                      () -> {
                        throw error;
                      }))
          .isSameAs(error);
      assertThat(patient.<String, RuntimeException>call(LARGE, () -> "next")).isEqualTo("next");
    }
  }

  /** A virtual thread that computes keeps its processor from every other request. */
  @Test
  void workRunsOnPlatformThreads() throws Exception {
    boolean virtual =
        callers.submit(() -> bulkhead.call(SMALL, () -> Thread.currentThread().isVirtual())).get();
    assertThat(virtual).isFalse();
  }

  @Test
  void oneClientDoesNotTakeAllPermits() throws Exception {
    ClientLimit clients = new ClientLimit(1, Duration.ofMillis(1));
    CountDownLatch entered = new CountDownLatch(1);
    Future<String> first =
        callers.submit(
            () ->
                clients.call(
                    "a",
                    () -> {
                      entered.countDown();
                      done.await();
                      return "first";
                    }));
    entered.await();
    assertThatExceptionOfType(TooBusyException.class)
        .isThrownBy(() -> clients.call("a", () -> "second"));
    assertThat(clients.<String, RuntimeException>call("b", () -> "other")).isEqualTo("other");
    done.countDown();
    assertThat(first.get()).isEqualTo("first");
    assertThat(clients.size()).isZero();
  }

  private Future<String> occupy(Bulkhead one, long size) throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    Future<String> work =
        callers.submit(
            () ->
                one.call(
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
