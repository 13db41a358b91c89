package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.run.RunLog;
import dev.faultbook.run.RunReader;
import dev.faultbook.stream.LogStreams;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineShapesTests {
  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();

  private static Chunk chunkOf(byte[] log) {
    return new Chunk(
        Arrays.copyOf(log, log.length + LineShapes.PADDING), 0, log.length, 1, false, 0);
  }

  private static List<Integer> needsOf(String log) {
    ChunkLines lines =
        new LineShapes(KNOWLEDGE.lineFilter()).readLines(chunkOf(log.getBytes(UTF_8)));
    List<Integer> needs = new ArrayList<>();
    for (int i = 0; i < lines.count(); i++) {
      needs.add((int) lines.needs()[i]);
    }
    return needs;
  }

  @Test
  void onlyTheFirstLineOfAnOrdinaryShapeIsRead() {
    int all = ChunkLines.allNeeds();
    assertThat(needsOf("step 1 loss 2.50\nstep 20 loss 2.41\n\nstep 300 loss 0.1"))
        .containsExactly(all, 0, all, 0);
  }

  @Test
  void aNumberInALiteralNeedsEveryLineOfItsShape() {
    assertThat(needsOf("NVRM: Xid 1\nNVRM: Xid 31\nNVRM: Xid 79\n"))
        .allMatch(needs -> (needs & Need.PATTERNS.bit()) != 0);
  }

  @Test
  void theDigitsOfAnEscapedCharacterAreNoNumber() {
    assertThat(needsOf("{\"log\":\"\\u0041\"}\n{\"log\":\"\\u0042\"}\n{\"log\":\"\\u0043\"}\n"))
        .containsOnly((int) ChunkLines.allNeeds());
  }

  /** Lines of any length up to several words of the marks, at all places in them. */
  @Test
  void linesEndWhereAPlainSearchFindsTheirEnds() {
    Random random = new Random(3);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    LineShapes shapes = new LineShapes(KNOWLEDGE.lineFilter());
    for (int i = 0; i < 700; i++) {
      log.writeBytes("1".repeat(random.nextInt(150)).getBytes(UTF_8));
      log.write(random.nextInt(3) == 0 ? 'x' : '\n');
      Chunk chunk = chunkOf(log.toByteArray());
      ChunkLines plain = ChunkLines.of(chunk);
      ChunkLines lines = shapes.readLines(chunk);
      assertThat(lines.count()).isEqualTo(plain.count());
      assertThat(Arrays.copyOf(lines.ends(), lines.count()))
          .isEqualTo(Arrays.copyOf(plain.ends(), plain.count()));
    }
  }

  /** The example logs, each three times with some digits changed. */
  private static Chunk examples(long seed) {
    Random random = new Random(seed);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    for (Entry entry : KNOWLEDGE.entries()) {
      for (int copy = 0; copy < 3; copy++) {
        for (byte b : entry.logs().getFirst().bytes()) {
          boolean digit = b >= '0' && b <= '9';
          log.write(digit && random.nextInt(4) == 0 ? '0' + random.nextInt(10) : b);
        }
        log.write('\n');
      }
    }
    return chunkOf(log.toByteArray());
  }

  /** Writers, times and numbers are those that are read from each line by itself. */
  @Test
  void repeatedLinesAreReadLikeOthers() {
    Chunk chunk = examples(8);
    LogStreams plain = new LogStreams(List.of("a.log"));
    plain.acceptChunk(chunk);
    LogStreams repeated = new LogStreams(List.of("a.log"));
    LineShapes shapes = new LineShapes(KNOWLEDGE.lineFilter());
    repeated.acceptLines(shapes.readLines(chunk));
    for (long line = 1; line <= plain.lines().count(); line++) {
      assertThat(repeated.utteranceOf(line)).isEqualTo(plain.utteranceOf(line));
    }
    assertThat(runOf(repeated)).isEqualTo(runOf(plain));
  }

  private static RunLog runOf(LogStreams streams) {
    RunReader reader = new RunReader(List.of("a.log"));
    reader.acceptChunk(streams.latest());
    return reader.finish();
  }

  /** What the plain search finds in a line is never missed in its shape. */
  @Test
  void noLiteralIsMissed() {
    Chunk chunk = examples(7);
    ChunkLines lines = new LineShapes(KNOWLEDGE.lineFilter()).readLines(chunk);
    List<Long> all = new ArrayList<>();
    List<Long> needed = new ArrayList<>();
    LineScanner scanner = new LineScanner(KNOWLEDGE.signatures().patterns(), false);
    scanner.scanChunk(chunk, pairsInto(all));
    scanner.scanLines(lines, pairsInto(needed));
    assertThat(needed).isEqualTo(all).hasSizeGreaterThan(1000);
    assertThat(skipped(lines)).isGreaterThan(100);
  }

  private static long skipped(ChunkLines lines) {
    long skipped = 0;
    for (int i = 0; i < lines.count(); i++) {
      skipped += lines.isNeeded(i, Need.PATTERNS) ? 0 : 1;
    }
    return skipped;
  }

  private static LineScanner.Hits pairsInto(List<Long> pairs) {
    return new LineScanner.Hits() {
      @Override
      public boolean wantsPattern(int pattern) {
        return true;
      }

      @Override
      public void acceptHit(int pattern, LineHit hit) {
        pairs.add(hit.number() << 32 | pattern);
      }
    };
  }
}
