package dev.faultbook.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/**
 * Fuzzes the parsing of prefixes: it never fails and never depends on bytes outside of the line.
 */
class PrefixFuzzTests {
  private static final int AROUND = 7;

  @FuzzTest
  void anyLineHasAPrefixOrNone(byte[] line) {
    if (line == null) {
      return;
    }
    LinePrefix prefix = LinePrefix.of(line, 0, line.length);
    assertThat(prefix.messageStart()).isBetween(0, line.length);
    assertThat(prefix.rank() == null || prefix.rank() >= 0).isTrue();
    assertThat(prefix.node() == null || !prefix.node().isEmpty()).isTrue();
    for (byte other : new byte[] {'1', ']', ':', ' ', '['}) {
      byte[] padded = new byte[line.length + 2 * AROUND];
      Arrays.fill(padded, other);
      System.arraycopy(line, 0, padded, AROUND, line.length);
      assertThat(LinePrefix.of(padded, AROUND, AROUND + line.length)).isEqualTo(prefix);
    }
  }
}
