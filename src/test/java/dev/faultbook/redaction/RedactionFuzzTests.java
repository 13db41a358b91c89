package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Fuzzes redaction: it preserves line ends and limits the growth of the text. A run on request also
 * looks for texts that a second redaction changes. Such texts are rare, and a build that met one by
 * chance would fail for a reason that its change did not bring.
 */
class RedactionFuzzTests {
  /**
   * Most characters of the result per character of the text, because a placeholder may replace a
   * single character.
   */
  private static final int GROWTH = 16;

  private static final Redactor REDACTOR = Redactor.shared();

  @FuzzTest
  void anyTextIsRedactedOnceAndForAll(FuzzedDataProvider data) {
    String text = data.consumeRemainingAsString();
    String once = REDACTOR.redact(text).text();
    assertThat(once.length()).isLessThanOrEqualTo(GROWTH * (text.length() + 1));
    assertThat(lineEnds(once)).isEqualTo(lineEnds(text));
    // A secret that contains a marker of a key hides it from a second redaction, which then sees
    // another block.
    if (!text.contains("-----END") && !text.contains("-----BEGIN")) {
      assertThat(REDACTOR.redact(once).text()).isEqualTo(once);
    }
  }

  private static String lineEnds(String text) {
    StringBuilder ends = new StringBuilder();
    text.chars().filter(c -> c == '\n' || c == '\r').forEach(c -> ends.append((char) c));
    return ends.toString();
  }
}
