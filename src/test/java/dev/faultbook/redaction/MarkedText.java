package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redacts samples whose secrets are between «marks». The character ¦ is removed before; it prevents
 * alarms of secret scanners.
 */
final class MarkedText {

  private MarkedText() {}

  static String redact(String text) {
    return Redactor.shared().redact(text).text();
  }

  /**
   * Asserts that the marked parts go and nothing else, and that redacting again changes nothing.
   */
  static void assertOnlyMarkedGoes(String sample) {
    String marked = sample.replace("¦", "");
    String once = redact(marked.replaceAll("[«»]", ""));
    String expected = marked.replaceAll("«[^»]*»", "<>");
    assertThat(once.replaceAll("<(secret|user|email|ip)-[0-9]+>", "<>")).isEqualTo(expected);
    assertThat(redact(once)).isEqualTo(once);
  }

  static void assertStays(String text) {
    assertThat(redact(text)).isEqualTo(text);
  }
}
