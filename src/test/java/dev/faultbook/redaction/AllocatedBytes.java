package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;

/**
 * Measures the work of a redaction in allocated bytes, because each pass over a line copies what it
 * finds there. Unlike time, they are the same on every machine.
 */
final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Allowance for buffers that double in size. */
  private static final double SLACK = 1.5;

  private static final long ONCE = 64 * 1024;

  /**
   * Runs of each size. The compiler removes allocations at times of its own choice, so that one run
   * may allocate less than another; work that is not linear allocates more in every run.
   */
  private static final int RUNS = 3;

  private AllocatedBytes() {}

  /** Fails if 2, 4 or 8 times the input takes more than 2, 4 or 8 times the work. */
  static void assertLinear(String name, IntConsumer work) {
    work.accept(1);
    long once = LongStream.generate(() -> count(work, 1)).limit(RUNS).max().orElseThrow();
    assertThat(once).as(name).isPositive();
    for (int times : new int[] {2, 4, 8}) {
      long least = LongStream.generate(() -> count(work, times)).limit(RUNS).min().orElseThrow();
      assertThat(least)
          .as("%s, %d times", name, times)
          .isLessThanOrEqualTo((long) (SLACK * times * once) + ONCE);
    }
  }

  private static long count(IntConsumer work, int times) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.accept(times);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
