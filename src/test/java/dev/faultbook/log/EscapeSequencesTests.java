package dev.faultbook.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies where an escape sequence at the start of a text ends; a ¦ marks the end. */
class EscapeSequencesTests {

  private static final String[][] NAMES = {
    {"ESC", "\u001b"}, {"BEL", "\u0007"}, {"BS", "\b"}, {"CR", "\r"}, {"LF", "\n"},
    {"CSI", "\u009b"}, {"OSC", "\u009d"}, {"DCS", "\u0090"}, {"APC", "\u009f"}, {"ST", "\u009c"},
  };

  private static String decode(String text) {
    String decoded = text;
    for (String[] name : NAMES) {
      decoded = decoded.replace("<" + name[0] + ">", name[1]);
    }
    return decoded;
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
      <ESC>[31m¦red
      <ESC>[m¦red
      <ESC>[38;5;196m¦red
      <ESC>[?25l¦x
      <ESC>[2 q¦x
      <ESC>[4:3m¦x
      <ESC>[31¦
      <ESC>[31¦<ESC>[0m
      <ESC>[31¦<CR>x
      <ESC>[31¦é
      <CSI>1;31m¦red
      <CSI>¦é
      <ESC>]0;title<BEL>¦x
      <ESC>]0;title<ESC>\\¦x
      <ESC>]8;;https://h/x<ESC>\\¦link
      <OSC>0;title<ST>¦x
      <OSC>0;title<BEL>¦x
      <ESC>]¦0;title
      <ESC>]¦0;title<LF>x<BEL>
      <ESC>]¦0;title<ESC>[0m<BEL>
      <OSC>¦0;title<OSC>0;title<BEL>
      <ESC>P1$r0m<ESC>\\¦x
      <DCS>1$r0m<ST>¦x
      <ESC>_secret<ESC>\\¦x
      <APC>secret<ST>¦x
      <ESC>^secret<ESC>\\¦x
      <ESC>Xsecret<ESC>\\¦x
      <ESC>(B¦x
      <ESC>#8¦x
      <ESC>7¦x
      <ESC>c¦x
      <ESC>\\¦x
      <ESC>¦
      <ESC>¦<BS>x
      <ESC>¦<CR>x
      <ESC>¦<ESC>[0m
      <ESC>¦错误
      """)
  void aSequenceEndsWhereATerminalEndsIt(String marked) {
    int end = decode(marked).indexOf('¦');
    String text = decode(marked.replace("¦", ""));
    assertThat(EscapeSequences.isIntroducer(text.charAt(0))).isTrue();
    assertThat(EscapeSequences.sequenceEnd(text, 0)).isEqualTo(end);
    if (text.charAt(0) == EscapeSequences.ESCAPE) {
      byte[] bytes = text.getBytes(UTF_8);
      assertThat(EscapeSequences.endBehindEscape(bytes, 1, bytes.length)).isEqualTo(end);
    }
  }

  @ParameterizedTest
  @CsvSource({"<BS>", "<CR>", "<LF>", "<BEL>", "<ST>", "x", "é"})
  void whatMovesTheCursorByItselfBeginsNoSequence(String text) {
    assertThat(EscapeSequences.isIntroducer(decode(text).charAt(0))).isFalse();
  }

  @Test
  void everyReaderOfSequencesLeavesTheSameText() {
    String line = decode("<ESC>]0;job<BEL>a<ESC>(B<ESC>[1;31mb<ESC>[0mc<ESC>]8;;http://h<ESC>\\d");
    byte[] bytes = line.getBytes(UTF_8);
    UnwrappedLine plain = UnwrappedLine.of(bytes, 0, bytes.length);
    assertThat(new String(plain.bytes(), plain.from(), plain.to(), UTF_8)).isEqualTo("abcd");
    assertThat(VisibleText.of(line)).isEqualTo("abcd");
  }
}
