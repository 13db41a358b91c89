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
        arguments("a\u009b31;1mRED\u009b2J", "a31;1mRED2J"),
        arguments("a\u009d0;title\u009cb", "a0;titleb"),
        arguments("a\u001b[31mred\u001b[0mb", "aredb"),
        arguments("a\u202eRLO\u202c", "aRLO"),
        arguments("\u2066a\u2069\u200f\u061cb", "ab"),
        arguments("pass\u200bword\u2060\ufeff", "password"),
        arguments("a\nb\rc\u2028d", "a b c d"),
        arguments("a\u0007\u007fb", "ab"));
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
  void escapesThatNeverEndAreReadOnce() {
    assertThat(VisibleText.of("\u001b[".repeat(100_000))).isEmpty();
    assertThat(VisibleText.of("\u001b")).isEmpty();
  }
}
