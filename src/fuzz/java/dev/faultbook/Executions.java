package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Counts the executions of a fuzz target, so that a run without fuzzing fails, and stops fuzzing
 * after a number of executions. The number, not the time, decides how much a build tries: as much
 * on a slow machine as on a fast one. The time is only an upper bound. Both count from the first
 * input that is not a seed, because loading classes takes long on a busy machine.
 */
public final class Executions {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long seeds;
  private final long most;
  private final long nanos = TimeUnit.SECONDS.toNanos(Long.getLong(FuzzRunner.SECONDS, 0));
  private final String end = System.getProperty(FuzzRunner.END, "");
  private long count;
  private long start;
  private long startOfWork;
  private long work;
  private boolean over;
  private boolean late;

  private Executions(long seeds, long most) {
    this.seeds = seeds;
    this.most = most;
  }

  /**
   * Creates the counter of a target, whose seeds are in {@code src/test/resources}.
   *
   * @param each the executions after the seeds in a build, about eight seconds of one processor; a
   *     run may multiply them, see {@link FuzzRunner#EFFORT}
   */
  public static Executions of(Class<?> target, long each) {
    long effort = Long.getLong(FuzzRunner.EFFORT, 0);
    Path folder =
        Path.of("src/test/resources", target.getName().replace('.', '/').concat("Inputs"));
    try (Stream<Path> files = Files.walk(folder)) {
      long seeds = files.filter(Files::isRegularFile).count();
      return new Executions(seeds, effort == 0 ? Long.MAX_VALUE : effort * each);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts an execution, and stops fuzzing after the last one. */
  public void countOne() {
    count++;
    if (!isFuzzed() || end.isEmpty() || over) {
      return;
    }
    long now = System.nanoTime();
    if (start == 0) {
      start = now;
      startOfWork = THREADS.getCurrentThreadCpuTime();
    }
    late = now - start >= nanos;
    over = late || countFuzzed() >= most;
    if (over) {
      work = THREADS.getCurrentThreadCpuTime() - startOfWork;
      endFuzzing();
    }
  }

  /**
   * Whether this input is a seed, or this run is one on request, without a number of executions:
   * not the fuzzing of a build.
   */
  public boolean isSeedOrOnRequest() {
    return !isFuzzed() || most == Long.MAX_VALUE;
  }

  private long countFuzzed() {
    return count - seeds - 1;
  }

  /** Whether any input other than the seeds and the empty input was run. */
  private boolean isFuzzed() {
    return countFuzzed() > 0;
  }

  private void endFuzzing() {
    try {
      Files.writeString(Path.of(end), "over");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails if only the seeds and the empty input were run. */
  public void assertFuzzed() {
    System.out.printf(
        "Executions: %d in %.1f s of a processor%s%n",
        count,
        work / 1e9,
        late && most < Long.MAX_VALUE ? "; ended by the time limit before " + most : "");
    assertThat(isFuzzed()).as("%d executions; is JAZZER_FUZZ set?", count).isTrue();
  }
}
