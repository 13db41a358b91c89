package dev.faultbook.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.SignatureParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompanionsTests {
  private static boolean matches(LinePattern pattern, String line) {
    byte[] b = line.getBytes(UTF_8);
    return SignatureIndex.of(List.of(pattern)).match(0, b, 0, b.length) != null;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the shared segment cannot be mapped ... (size a b c d {size:int})",
        "the shared segment cannot be mapped ... size\ta b",
        "the shared segment cannot be mapped ... A bc",
        "the shared segment cannot be mapped ... 显存不足",
      })
  void nothingThatThePatternMatchesIsKeptFromIt(String signature) {
    LinePattern pattern =
        SignatureParser.parseLine(signature).signature().orElseThrow().parts().getFirst();
    for (String line :
        List.of(
            "the shared segment cannot be mapped (size a b c d 12)",
            "the shared\t segment cannot be mapped: (size \t a\t\tb c  d 12)",
            "x the shared segment cannot be mapped A bc",
            "the shared segment cannot be mapped: 显存不足",
            "the shared segment cannot be mapped")) {
      byte[] b = line.getBytes(UTF_8);
      assertThat(matches(pattern, line)).as(line).isEqualTo(pattern.match(b, 0, b.length) != null);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "the rendezvous store opens a port for lost peer 2, true",
    "the rendezvous store opens a port, false",
    "lost peer 2: the rendezvous store opens a port, true"
  })
  void aLineWithoutTheOtherLiteralIsNotAskedFor(String line, boolean allowed) {
    Companions companions =
        AnchorChooser.choose(
                List.of(
                    SignatureParser.fragments(
                        "one", List.of("the rendezvous store opens", "lost peer"))))
            .companions();
    byte[] b = line.getBytes(UTF_8);
    assertThat(companions.allow(0, b, 0, b.length)).isEqualTo(allowed);
  }

  @Test
  void aPatternOfOneLiteralHasNone() {
    Companions companions =
        AnchorChooser.choose(List.of(SignatureParser.fragments("one", List.of("open port"))))
            .companions();
    assertThat(companions.allow(0, new byte[0], 0, 0)).isTrue();
  }
}
