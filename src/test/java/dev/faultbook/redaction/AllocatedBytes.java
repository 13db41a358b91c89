package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/**
 * Counts the work of a redaction in bytes that it allocates: each pass over a line makes copies of
 * what it found there. Unlike time, they are the same on every machine.
 */
final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Buffers that double, and what is allocated once. */
  private static final double SLACK = 1.5;

  private static final long ONCE = 64 * 1024;

  private AllocatedBytes() {}

  /** Fails when an input 2, 4 or 8 times as long takes more than as many times the work. */
  static void assertLinear(String name, IntConsumer work) {
    work.accept(1);
    long once = count(work, 1);
    assertThat(once).as(name).isPositive();
    for (int times : new int[] {2, 4, 8}) {
      assertThat(count(work, times))
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
