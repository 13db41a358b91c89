package dev.faultbook.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTests {

  static Stream<Arguments> hostile() {
    return Stream.of(
        arguments("a\u009b31;1mRED\u009b2J", "aRED"),
        arguments("a\u009d0;title\u009cb", "ab"),
        arguments("a\u001b[31mred\u001b[0mb", "aredb"),
        arguments("a\u202eRLO\u202c", "aRLO"),
        arguments("\u2066a\u2069\u200f\u061cb", "ab"),
        arguments("pass\u200bword\u2060\ufeff", "password"),
        arguments("a\nb\rc\u2028d", "a b c d"),
        arguments("a\u0007\u007fb", "ab"),
        // Invisible characters: tags, fillers and variation selectors without a variant.
        arguments("a\udb40\udc41\udb40\udc42b", "ab"),
        arguments("a\u180eb\u3164c\u115f\u1160\uffa0\u034f", "abc"),
        arguments("a\ufe0f\ufe01b\udb40\udd01", "ab"),
        arguments("❤\ufe0f\ufe0f\ufe0e", "❤\ufe0f"),
        arguments("葛\udb40\udd00\udb40\udd01", "葛\udb40\udd00"));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void whatSteersATerminalOrCannotBeSeenIsLeftOut(String text, String shown) {
    assertThat(VisibleText.of(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tab\tstays", "中文 한국어 é 🚀", "", "─ │ ×"})
  void ordinaryTextStays(String text) {
    assertThat(VisibleText.of(text)).isSameAs(text);
  }

  @Test
  void ofSeveralLinesTheLineEndsStay() {
    String text = "one\r\ntwo\n中文 🚀";
    assertThat(VisibleText.ofLines(text)).isSameAs(text);
    assertThat(VisibleText.ofLines("one\u202e\r\n\u0007two\u2028\u0085")).isEqualTo("one\r\ntwo ");
  }

  @Test
  void escapesThatNeverEndAreReadOnce() {
    assertThat(VisibleText.of("\u001b[".repeat(100_000))).isEmpty();
    assertThat(VisibleText.of("\u001b")).isEmpty();
  }
}
