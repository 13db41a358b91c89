package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies that the ends of a text are kept, with the numbers of their lines. */
class LogTailTests {
  private static final int LIMIT = 1024 * 1024;

  private static String fill(int lines, int... blocks) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= lines; i++) {
      text.append("line ").append(i).append('\n');
    }
    byte[] bytes = text.append("unfinished").toString().getBytes(UTF_8);
    LogTail tail = new LogTail(LIMIT);
    int at = 0;
    for (int i = 0; at < bytes.length; i++) {
      int to = Math.min(bytes.length, at + blocks[i % blocks.length]);
      tail.append(bytes, at, to);
      at = to;
    }
    return new String(tail.open().readAllBytes(), UTF_8);
  }

  @Test
  void aShortTextIsKeptWhole() throws IOException {
    assertThat(fill(100, 7)).startsWith("line 1\n").endsWith("line 100\nunfinished");
    assertThat(fill(0, 1)).isEqualTo("unfinished");
    assertThat(new LogTail(LIMIT).isEmpty()).isTrue();
  }

  @Test
  void theLinesOfALongTextKeepTheirNumbers() throws IOException {
    for (int[] blocks : new int[][] {{13}, {64 * 1024}, {3, 900_000}, {5_000_000}}) {
      String kept = fill(300_000, blocks);
      List<String> lines = kept.lines().toList();
      assertThat(lines).hasSize(300_001);
      assertThat(kept.lines().filter(line -> !line.isEmpty()).mapToInt(String::length).sum())
          .isBetween(LIMIT / 2, LIMIT);
      for (int i = 0; i < lines.size() - 1; i++) {
        assertThat(lines.get(i)).isIn("line " + (i + 1), "");
      }
      assertThat(lines.getFirst()).isEqualTo("line 1");
      assertThat(lines.getLast()).isEqualTo("unfinished");
    }
  }
}
