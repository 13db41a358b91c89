package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MinimumRateInputStreamTests {
  private static final MinimumRateInputStream.Limits LIMITS =
      new MinimumRateInputStream.Limits(1000, Duration.ofSeconds(10), Duration.ofSeconds(100));

  private final AtomicLong now = new AtomicLong();

  /** Regression: 200 clients that sent a byte every ten seconds blocked every page. */
  @Test
  void aByteInTenSecondsEndsTheUpload() throws IOException {
    InputStream slow = new MinimumRateInputStream(sender(1, 10), LIMITS, now::get);
    assertThat(slow.read()).isZero();
    assertThatExceptionOfType(UnreadableLogException.class)
        .isThrownBy(slow::read)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(UnreadableLogException.Reason.SLOW));
  }

  @Test
  void theRateCountsAfterTheGraceOnly() throws IOException {
    InputStream hesitant = new MinimumRateInputStream(sender(1, 9), LIMITS, now::get);
    assertThat(hesitant.read()).isZero();
  }

  @Test
  void aSteadySenderIsReadUpToTheLongestTime() throws IOException {
    MinimumRateInputStream steady = new MinimumRateInputStream(sender(1000, 1), LIMITS, now::get);
    for (int second = 1; second <= 100; second++) {
      assertThat(steady.readNBytes(1000)).hasSize(1000);
    }
    assertThat(steady.received()).isEqualTo(100_000);
    assertThatExceptionOfType(UnreadableLogException.class).isThrownBy(steady::read);
  }

  @Test
  void aServerThatIsBusyBetweenReadsBlamesNobody() throws IOException {
    InputStream fast = new MinimumRateInputStream(sender(1, 0), LIMITS, now::get);
    for (int i = 0; i < 100; i++) {
      assertThat(fast.read()).isZero();
      now.addAndGet(Duration.ofMinutes(1).toNanos());
    }
  }

  /** Regression: 128 senders of a byte a second held all places for large uploads for 15 s. */
  @Test
  void whoHardlySendsGivesWayAfterTwoSecondsOfWaiting() throws IOException {
    MinimumRateInputStream slow = new MinimumRateInputStream(sender(10_000, 1), LIMITS, now::get);
    slow.readNBytes(10_000);
    assertThat(slow.giveWayBelow(20_000)).isFalse();
    slow.readNBytes(10_000);
    assertThat(slow.giveWayBelow(20_000)).isTrue();
    assertThat(slow.giveWayBelow(20_000)).isFalse();
    assertThat(slow.isTooSlow()).isTrue();
    assertThatExceptionOfType(UnreadableLogException.class)
        .isThrownBy(slow::read)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(UnreadableLogException.Reason.SLOW));
  }

  /** What was sent before does not count: nobody keeps a place with a fast start. */
  @Test
  void theRateThatKeepsAPlaceIsThatOfTheLastSeconds() throws IOException {
    MinimumRateInputStream uneven = new MinimumRateInputStream(sender(16_000, 1), LIMITS, now::get);
    for (int i = 0; i < 10; i++) {
      assertThat(uneven.readNBytes(16_000)).hasSize(16_000);
      assertThat(uneven.giveWayBelow(10_000)).isFalse();
    }
    now.addAndGet(Duration.ofSeconds(5).toNanos());
    assertThat(uneven.giveWayBelow(10_000)).isFalse();
    MinimumRateInputStream stalled = new MinimumRateInputStream(burst(), LIMITS, now::get);
    assertThat(stalled.read(new byte[10_000_000])).isEqualTo(10_000_000);
    assertThat(stalled.giveWayBelow(10_000)).isFalse();
    stalled.readNBytes(1);
    assertThat(stalled.giveWayBelow(10_000)).isFalse();
    stalled.readNBytes(1);
    assertThat(stalled.giveWayBelow(10_000)).isTrue();
  }

  /** A read that has not returned yet counts: the client may have stopped sending. */
  @Test
  void whoStoppedSendingGivesWayDuringTheRead() throws IOException {
    AtomicReference<MinimumRateInputStream> observed = new AtomicReference<>();
    AtomicBoolean gaveWay = new AtomicBoolean();
    InputStream silent =
        new InputStream() {
          @Override
          public int read() {
            now.addAndGet(Duration.ofSeconds(3).toNanos());
            gaveWay.set(observed.get().giveWayBelow(1));
            return 'x';
          }
        };
    MinimumRateInputStream stalled = new MinimumRateInputStream(silent, LIMITS, now::get);
    observed.set(stalled);
    assertThatExceptionOfType(UnreadableLogException.class).isThrownBy(stalled::read);
    assertThat(gaveWay).isTrue();
  }

  /** Regression: a read that trailers keep going had no end. */
  @Test
  void aReadThatGoesOnBeyondTheGraceIsStalled() {
    AtomicReference<MinimumRateInputStream> observed = new AtomicReference<>();
    List<Boolean> stalled = new ArrayList<>();
    InputStream endless =
        new InputStream() {
          @Override
          public int read() throws IOException {
            for (int second = 1; second <= 11; second++) {
              now.addAndGet(Duration.ofSeconds(1).toNanos());
              stalled.add(observed.get().isStalled());
            }
            observed.get().cutOff();
            throw new EOFException("input ended");
          }
        };
    MinimumRateInputStream body = new MinimumRateInputStream(endless, LIMITS, now::get);
    observed.set(body);
    assertThat(body.isStalled()).isFalse();
    assertThatExceptionOfType(UnreadableLogException.class)
        .isThrownBy(body::read)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(UnreadableLogException.Reason.SLOW));
    assertThat(stalled).hasSize(11).endsWith(true).containsOnlyOnce(true);
    assertThat(body.isTooSlow()).isTrue();
    assertThat(body.isStalled()).isFalse();
  }

  @Test
  void whoTheServerDoesNotWaitForKeepsItsPlace() throws IOException {
    MinimumRateInputStream fast = new MinimumRateInputStream(sender(1, 0), LIMITS, now::get);
    for (int i = 0; i < 10; i++) {
      assertThat(fast.read()).isZero();
      now.addAndGet(Duration.ofMinutes(1).toNanos());
      assertThat(fast.giveWayBelow(1000)).isFalse();
    }
  }

  /** A stream that sends 10 MB in a second, and then a byte every three seconds. */
  private InputStream burst() {
    return new InputStream() {
      private boolean sent;

      @Override
      public int read() {
        throw new UnsupportedOperationException();
      }

      @Override
      public int read(byte[] bytes, int at, int length) {
        now.addAndGet(Duration.ofSeconds(sent ? 3 : 1).toNanos());
        int n = sent ? 1 : length;
        sent = true;
        return n;
      }
    };
  }

  /** A stream of which each read takes {@code seconds} and returns at most {@code bytes}. */
  private InputStream sender(int bytes, int seconds) {
    return new InputStream() {
      @Override
      public int read() {
        throw new UnsupportedOperationException();
      }

      @Override
      public int read(byte[] into, int at, int length) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
        return Math.min(length, bytes);
      }
    };
  }
}
