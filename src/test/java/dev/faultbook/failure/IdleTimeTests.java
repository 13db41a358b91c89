package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Verifies how long a job had been idle when its time limit ended it. */
class IdleTimeTests {
  private static final String PROGRESS =
      """
      2026-03-11 01:02:10,114 - trainer - INFO - step 4100 loss: 2.114
      2026-03-11 01:04:12,020 - trainer - INFO - step 4200 loss: 2.108
      2026-03-11 01:06:11,951 - trainer - INFO - step 4300 loss: 2.101
      """;

  private static Duration idleTime(String end, String... between) {
    String limit =
        "slurmstepd: error: *** JOB 4411 ON gpu07 CANCELLED AT " + end + " DUE TO TIME LIMIT ***\n";
    return LogOf.failures(PROGRESS + String.join("", between) + limit).idle();
  }

  @Test
  void theTimeFromTheLastReportToTheLimitIsIdle() {
    assertThat(idleTime("2026-03-11T04:16:12")).isEqualTo(Duration.ofMillis(11_400_049));
    String waiting =
        "2026-03-11 02:10:00,000 - store - INFO - waiting for rank 3\n"
            + "2026-03-11 03:10:00,000 - store - INFO - waiting for rank 3\n";
    assertThat(idleTime("2026-03-11T04:16:12", waiting)).isEqualTo(Duration.ofMillis(11_400_049));
  }

  @Test
  void progressUntilTheEndIsNoIdleTime() {
    assertThat(idleTime("2026-03-11T01:08:02")).isNull();
  }

  @Test
  void aPauseThatIsUsualInThisLogIsNoIdleTime() {
    String slow =
        "2026-03-11 02:40:00,000 - trainer - INFO - epoch 2 loss: 2.0\n"
            + "2026-03-11 04:13:00,000 - trainer - INFO - epoch 3 loss: 1.9\n";
    assertThat(idleTime("2026-03-11T05:30:10", slow)).isNull();
  }

  @Test
  void progressWithoutATimeAfterTheLastOneLeavesItOpen() {
    assertThat(
            idleTime(
                "2026-03-11T04:16:12",
                " 43%|####3     | 4310/10000 [1:22:04<1:40:00]\n",
                "step 4310 loss: 2.1\n"))
        .isNull();
  }

  @Test
  void clocksThatDifferByATimeZoneSayNothing() {
    assertThat(idleTime("2026-03-11T09:06:40")).isNull();
    assertThat(idleTime("2026-03-11T06:37:00")).isNull();
  }

  @Test
  void aLimitWithoutATimeSaysNothing() {
    String log = PROGRESS + "=>> PBS: job killed: walltime 36040 exceeded limit 36000\n";
    assertThat(LogOf.failures(log).idle()).isNull();
  }
}
