package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Counts the executions of a fuzz target, so that fuzzing that does not happen fails. */
public final class Executions {
  private final long seeds;
  private long count;

  private Executions(long seeds) {
    this.seeds = seeds;
  }

  /** The count of a target, whose seeds lie in {@code src/test/resources}. */
  public static Executions of(Class<?> target) {
    Path folder =
        Path.of("src/test/resources", target.getName().replace('.', '/').concat("Inputs"));
    try (Stream<Path> files = Files.walk(folder)) {
      return new Executions(files.filter(Files::isRegularFile).count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts one more. */
  public void countOne() {
    count++;
  }

  /** Fails when nothing but the seeds and the empty input was tried. */
  public void assertFuzzed() {
    System.out.println("Executions: " + count);
    assertThat(count).as("executions; is JAZZER_FUZZ set?").isGreaterThan(seeds + 1);
  }
}
