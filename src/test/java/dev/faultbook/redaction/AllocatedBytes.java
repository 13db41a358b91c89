package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/**
 * Measures the work of a redaction in allocated bytes, because each pass over a line copies what it
 * finds there. Unlike time, they are the same on every machine.
 */
final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Allowance for buffers that double in size. */
  private static final double SLACK = 1.5;

  private static final long ONCE = 64 * 1024;

  private AllocatedBytes() {}

  /** Fails if 2, 4 or 8 times the input takes more than 2, 4 or 8 times the work. */
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
