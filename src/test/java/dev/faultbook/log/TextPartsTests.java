package dev.faultbook.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextPartsTests {
  @ParameterizedTest
  @ValueSource(strings = {"", "a", ".", "a.b", ".a", "a.", "a..b", "训练.练", "...."})
  void theTextIsTakenApartAtEachSeparator(String text) {
    assertThat(TextParts.splitAt(text, '.')).containsExactly(text.split("\\.", -1));
  }
}
