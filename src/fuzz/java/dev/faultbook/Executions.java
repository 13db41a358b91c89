package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Counts the executions of a fuzz target, so that a run without fuzzing fails, and stops fuzzing
 * when its time is over. The time starts with the first input that is not a seed, because loading
 * classes takes long on a busy machine and must not count.
 */
public final class Executions {
  private final long seeds;
  private final long nanos = TimeUnit.SECONDS.toNanos(Long.getLong(FuzzRunner.SECONDS, 0));
  private final String end = System.getProperty(FuzzRunner.END, "");
  private long count;
  private long start;
  private boolean over;

  private Executions(long seeds) {
    this.seeds = seeds;
  }

  /** Creates the counter of a target, whose seeds are in {@code src/test/resources}. */
  public static Executions of(Class<?> target) {
    Path folder =
        Path.of("src/test/resources", target.getName().replace('.', '/').concat("Inputs"));
    try (Stream<Path> files = Files.walk(folder)) {
      return new Executions(files.filter(Files::isRegularFile).count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts an execution, and stops fuzzing when the time is over. */
  public void countOne() {
    count++;
    if (!isFuzzed() || end.isEmpty() || over) {
      return;
    }
    long now = System.nanoTime();
    start = start == 0 ? now : start;
    if (now - start >= nanos) {
      over = true;
      endFuzzing();
    }
  }

  /** Whether any input other than the seeds and the empty input was run. */
  private boolean isFuzzed() {
    return count > seeds + 1;
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
    System.out.println("Executions: " + count);
    assertThat(isFuzzed()).as("%d executions; is JAZZER_FUZZ set?", count).isTrue();
  }
}
