package dev.faultbook.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.log.Lines;
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
    LinePrefix prefix = LinePrefix.of(Lines.decodeText(line, 0, line.length));
    assertThat(prefix.messageStart()).isBetween(0, line.length);
    PrefixScanner scanner = new PrefixScanner();
    scanner.scanWriter(line, 0, line.length);
    LinePrefix.Writer writer = writerOf(scanner, line);
    assertThat(writer.rankOrLocal() == null || writer.rankOrLocal() >= 0).isTrue();
    assertThat(writer.node() == null || !writer.node().isEmpty()).isTrue();
    for (byte other : new byte[] {'1', ']', ':', ' ', '['}) {
      byte[] padded = new byte[line.length + 2 * AROUND];
      Arrays.fill(padded, other);
      System.arraycopy(line, 0, padded, AROUND, line.length);
      scanner.scanWriter(padded, AROUND, AROUND + line.length);
      assertThat(writerOf(scanner, padded)).isEqualTo(writer);
    }
  }

  private static LinePrefix.Writer writerOf(PrefixScanner scanner, byte[] line) {
    return scanner.label.toWriter((from, to) -> new String(line, from, to - from, UTF_8));
  }
}
