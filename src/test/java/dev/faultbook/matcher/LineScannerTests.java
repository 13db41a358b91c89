package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.Chunk;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.SignatureParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that the candidates of a chunk take bounded memory, and that none is lost for that. */
class LineScannerTests {
  private static PatternIndex index(Stream<List<String>> fragments) {
    List<LinePattern> patterns =
        fragments.map(one -> SignatureParser.ofFragments(String.join("|", one), one)).toList();
    return new PatternIndex(patterns);
  }

  private static List<String> hits(LineScanner scanner, byte[] log) {
    List<String> hits = new ArrayList<>();
    scanner.scanChunk(
        Chunk.of(log),
        new LineScanner.Hits() {
          @Override
          public boolean wantsPattern(int pattern) {
            return true;
          }

          @Override
          public void acceptHit(int pattern, LineHit hit) {
            hits.add(hit.number() + ":" + pattern);
          }
        });
    return hits;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40, 1000})
  void aSmallListGivesTheSameHits(int most) {
    PatternIndex index =
        index(IntStream.range(0, 60).mapToObj(i -> List.of("error ", Integer.toString(i % 12))));
    Random random = new Random(most);
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      boolean dense = i > 100 && i < 200;
      for (int word = random.nextInt(dense ? 40 : 3); word > 0; word--) {
        log.append(dense || random.nextBoolean() ? "error " : "step\t\u001b[1m")
            .append(random.nextInt(20))
            .append(random.nextInt(5) == 0 ? "  " : " ");
      }
      log.append(random.nextInt(10) == 0 ? "\r\n" : "\n");
    }
    byte[] bytes = log.toString().getBytes(UTF_8);

    List<String> expected = hits(new LineScanner(index, false), bytes);

    assertThat(expected).hasSizeGreaterThan(1000).doesNotHaveDuplicates();
    assertThat(hits(new LineScanner(index, false, most), bytes)).isEqualTo(expected);
  }

  /** Regression: a hundred patterns with the same word held 8 bytes for each of its occurrences. */
  @ParameterizedTest
  @ValueSource(ints = {300_000, 99, 8})
  void aWordThatManyPatternsShareTakesBoundedMemory(int lineLength) {
    PatternIndex index = index(IntStream.range(0, 300).mapToObj(i -> List.of("aaaaaaaa", i + "b")));
    byte[] log =
        ("a".repeat(lineLength) + "\n").repeat(300_000 / (lineLength + 1) + 1).getBytes(UTF_8);
    LineScanner scanner = new LineScanner(index, true);

    assertThat(hits(scanner, log)).isEmpty();
    assertThat(scanner.capacity()).isLessThanOrEqualTo(1 << 20);
  }

  @Test
  void aLineThatHoldsAWordTwiceIsHitOnce() {
    PatternIndex index = index(Stream.of(List.of("error "), List.of("rank ")));
    assertThat(hits(new LineScanner(index, false, 1), "error rank error rank \n".getBytes(UTF_8)))
        .containsExactly("1:0", "1:1");
  }
}
