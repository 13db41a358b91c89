package dev.faultbook.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnwrappedLineTests {

  private static UnwrappedLine of(String line) {
    byte[] bytes = line.getBytes(UTF_8);
    return UnwrappedLine.of(bytes, 0, bytes.length);
  }

  private static String text(UnwrappedLine line) {
    return Lines.decodeText(line.bytes(), line.from(), line.to());
  }

  @Test
  void anOrdinaryLineIsNotCopied() {
    byte[] bytes = "plain".getBytes(UTF_8);
    assertThat(UnwrappedLine.of(bytes, 0, 5).bytes()).isSameAs(bytes);
  }

  @Test
  void ansiCodesAreTakenOutAndPlacesAreKept() {
    String line = "\u001b[31mERROR\u001b[0m: \u001b[1;4mboom\u001b[K";
    UnwrappedLine plain = of(line);
    assertThat(text(plain)).isEqualTo("ERROR: boom");
    int boom = text(plain).indexOf("boom");
    assertThat(line.substring(plain.originalIndex(boom), plain.originalIndex(boom + 3) + 1))
        .isEqualTo("boom");
  }

  @Test
  void dockersJsonIsUnwrapped() {
    UnwrappedLine plain =
        of("{\"log\":\"NCCL WARN \\\"x\\\" at C:\\\\a\\n\",\"stream\":\"stderr\"}");
    assertThat(text(plain)).isEqualTo("NCCL WARN \"x\" at C:\\a");
  }

  @Test
  void ansiCodesInsideJsonAreTakenOut() {
    assertThat(text(of("{\"log\":\"\\u001b[31mred\\u001b[0m line\\r\\n\"}"))).isEqualTo("red line");
  }

  @Test
  void escapedCharactersOfAnyLanguageAreWritten() {
    UnwrappedLine plain =
        of("{\"log\":\"\\u663e\\u5b58\\u4e0d\\u8db3 \\ud83d\\ude00 \\ud83d. \\u00\"}");
    assertThat(text(plain)).startsWith("显存不足 😀 ?. ");
    assertThat(plain.originalIndex(0)).isEqualTo(8);
    assertThat(plain.originalIndex(2)).isEqualTo(8);
    assertThat(plain.originalIndex(3)).isEqualTo(14);
  }

  @Test
  void jsonWithoutAMessageIsLeftAlone() {
    assertThat(text(of("{\"level\":\"warn\"}"))).isEqualTo("{\"level\":\"warn\"}");
  }

  @Test
  void cutCodesAndCutJsonDoNotRunOverTheEnd() {
    assertThat(text(of("x\u001b"))).isEqualTo("x");
    assertThat(text(of("x\u001b["))).isEqualTo("x");
    assertThat(text(of("x\u001b[31"))).isEqualTo("x");
    assertThat(text(of("{\"log\":\"abc\\"))).startsWith("abc");
    assertThat(text(of("{\"log\":\"abc\\u00"))).startsWith("abc");
    assertThat(text(of("{\"log\":\""))).isEmpty();
    assertThat(of("{\"log\":\"\"").originalIndex(0)).isZero();
  }
}
