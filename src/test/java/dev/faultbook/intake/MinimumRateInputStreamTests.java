package dev.faultbook.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
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
