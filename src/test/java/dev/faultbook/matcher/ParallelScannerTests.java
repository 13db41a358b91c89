package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that a large log is scanned with the same result by any number of threads. */
class ParallelScannerTests {
  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();
  private static final SignatureIndex INDEX = ShippedCatalogue.knowledge().signatures();

  private static LogMatches matches(byte[] log, int helpers) throws IOException {
    return new Matcher(INDEX, KNOWLEDGE.lineFilter(), helpers)
        .match(
            LogFiles.of(new ByteArrayInputStream(log)),
            new LogReader(),
            (chunk, streams) -> {},
            MatchLimits.DEFAULT);
  }

  /** The example logs of all entries, shuffled, with training steps in between. */
  private static byte[] log(long seed) {
    Random random = new Random(seed);
    List<byte[]> parts = new ArrayList<>();
    for (Entry entry : KNOWLEDGE.entries()) {
      entry.logs().forEach(example -> parts.add(example.bytes()));
    }
    Collections.shuffle(parts, random);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      log.writeBytes(part);
      log.write('\n');
      for (int i = 0; i < 150; i++) {
        log.writeBytes(
            ("[rank" + random.nextInt(8) + "]: step " + i + " loss " + random.nextFloat() + "\n")
                .getBytes(UTF_8));
      }
    }
    return log.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7})
  void theAnswerIsTheSameWhateverTheNumberOfThreads(int helpers) throws IOException {
    byte[] log = log(helpers);
    assertThat(log.length).isGreaterThan(3 * 1024 * 1024);

    LogMatches alone = matches(log, 0);

    assertThat(alone.matches()).hasSizeGreaterThan(100);
    assertThat(matches(log, helpers)).isEqualTo(alone);
  }

  /**
   * Regression: an OutOfMemoryError in a helper thread was reported and logged as an internal
   * error.
   */
  @Test
  void whatAHelperThrowsIsThrownAsItIs() {
    for (Throwable thrown :
        List.of(new OutOfMemoryError("Java heap space"), new IllegalStateException("x"))) {
      assertThatThrownBy(() -> ParallelScanner.joinResult(CompletableFuture.failedFuture(thrown)))
          .isSameAs(thrown);
    }
  }

  /** More hits than a helper stores: the session searches the rest of the chunk. */
  @Test
  void theAnswerIsTheSameWhereEveryLineMatches() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; log.length() < 5 << 20; i++) {
      log.append("[rank").append(i % 40).append("]: KeyError: ").append(i).append('\n');
    }
    byte[] bytes = log.toString().getBytes(UTF_8);

    LogMatches alone = matches(bytes, 0);

    assertThat(alone.counts()).containsValue(alone.size().lines());
    assertThat(matches(bytes, 3)).isEqualTo(alone);
  }
}
