package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.TimeLimitException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Verifies that a diagnosis stops at its time limit, whatever it is doing. */
class TimeLimitTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static final byte[] LOG =
      "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB.\n"
          .repeat(60_000)
          .getBytes(UTF_8);

  @Test
  void whatHasNoTimeLeftIsStopped() {
    Deadline expired = Deadline.after(Duration.ofNanos(1));
    for (int length : new int[] {100, LOG.length}) {
      ByteArrayInputStream log = new ByteArrayInputStream(LOG, 0, length);
      assertThatExceptionOfType(TimeLimitException.class)
          .isThrownBy(() -> DIAGNOSER.withDeadline(expired).diagnose(log));
    }
  }

  @Test
  void aDiagnosisCanBeCancelledWhileItRuns() {
    Deadline deadline = Deadline.after(Duration.ofMinutes(5));
    AtomicLong seen = new AtomicLong();
    InputStream log =
        new FilterInputStream(new ByteArrayInputStream(LOG)) {
          @Override
          public int read(byte[] bytes, int at, int length) throws IOException {
            deadline.cancel();
            int n = super.read(bytes, at, Math.min(length, 4096));
            seen.addAndGet(n);
            return n;
          }
        };
    assertThatExceptionOfType(TimeLimitException.class)
        .isThrownBy(() -> DIAGNOSER.withDeadline(deadline).diagnose(log))
        .satisfies(stopped -> assertThat(stopped.limit()).isEqualTo(Duration.ofMinutes(5)))
        .withMessageContaining("300 s");
    assertThat(seen.get()).isPositive().isLessThan(LOG.length);
  }

  @Test
  void unpackingCounts() {
    LogFiles files = unpackedIn(Duration.ofMinutes(6));
    Deadline deadline = Deadline.after(Duration.ofMinutes(5));
    assertThatExceptionOfType(TimeLimitException.class)
        .isThrownBy(() -> DIAGNOSER.withDeadline(deadline).diagnose(files));
  }

  @Test
  void waitingDoesNotCount() {
    Deadline deadline = Deadline.after(Duration.ofMinutes(5));
    deadline.addSpent(Duration.ofMinutes(6));
    assertThatExceptionOfType(TimeLimitException.class).isThrownBy(deadline::checkTime);
    deadline.leaveOut(Duration.ofMinutes(2).toNanos());
    deadline.checkTime();
    assertThat(deadline.spent()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
    Deadline.NONE.addSpent(Duration.ofDays(1));
    Deadline.NONE.checkTime();
  }

  private static LogFiles unpackedIn(Duration time) {
    return new LogFiles() {
      @Override
      public int count() {
        return 1;
      }

      @Override
      public String name(int file) {
        return "";
      }

      @Override
      public InputStream openFile(int file) {
        return new ByteArrayInputStream(LOG, 0, 100);
      }

      @Override
      public Duration unpackingTime() {
        return time;
      }
    };
  }

  @Test
  void withoutALimitItEndsByItself() throws IOException {
    Deadline none = Deadline.after(Duration.ZERO);
    Diagnosis diagnosis = DIAGNOSER.withDeadline(none).diagnose(new ByteArrayInputStream(LOG));
    assertThat(diagnosis.lines()).isEqualTo(60_000);
    Deadline.NONE.cancel();
    Deadline.NONE.checkTime();
  }
}
