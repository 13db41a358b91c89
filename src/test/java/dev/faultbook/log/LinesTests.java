package dev.faultbook.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LinesTests {

  @Property(tries = 500)
  void newlinesAreCountedAndFoundAsOneByOne(
      @ForAll @Size(max = 100) byte[] bytes, @ForAll @IntRange(max = 20) int from) {
    for (int i = 0; i < bytes.length; i += 3) {
      bytes[i] = (byte) (bytes[i] > 40 ? '\n' : bytes[i]);
    }
    int start = Math.min(from, bytes.length);
    int count = 0;
    int first = bytes.length;
    for (int i = bytes.length - 1; i >= start; i--) {
      if (bytes[i] == '\n') {
        count++;
        first = i;
      }
    }
    assertThat(Lines.countNewlines(bytes, start, bytes.length)).isEqualTo(count);
    assertThat(Lines.lineEnd(bytes, start, bytes.length)).isEqualTo(first);
  }

  @Test
  void bytesThatAreNotUtf8AreReadAsLatin1() {
    byte[] latin1 = "Gerät nicht verfügbar".getBytes(ISO_8859_1);
    assertThat(Lines.decodeText(latin1, 0, latin1.length)).isEqualTo("Gerät nicht verfügbar");
    byte[] utf8 = "显存不足".getBytes(UTF_8);
    assertThat(Lines.decodeText(utf8, 0, utf8.length)).isEqualTo("显存不足");
  }

  @Test
  void bytesOfAChineseWindowsAreReadAsGb18030() {
    Charset gb = Charset.forName("GB18030");
    for (String line :
        List.of(
            "OSError: [WinError 1455] 页面文件太小，无法完成操作。 Error loading \"C:\\Users\\张喆\\shm.dll\"",
            "C:\\用户\\train.py",
            "耗时 3 秒")) {
      byte[] bytes = line.getBytes(gb);
      assertThat(Lines.decodeText(bytes, 0, bytes.length)).isEqualTo(line);
    }
  }

  @Test
  void westernWordsAreNotTakenForChinese() {
    for (String line :
        List.of(
            "Le périphérique n'a pas été trouvé : mémoire insuffisante",
            "créée",
            "Größe überschritten",
            "Não foi possível alocar memória; operação cancelada",
            "El módulo «cuda» no está")) {
      byte[] bytes = line.getBytes(ISO_8859_1);
      assertThat(Lines.decodeText(bytes, 0, bytes.length)).isEqualTo(line);
    }
  }

  @Test
  void aLineStartsAfterTheNewlineBeforeIt() {
    byte[] bytes = "ab\ncd\n".getBytes(UTF_8);
    assertThat(Lines.lineStart(bytes, 0, 4)).isEqualTo(3);
    assertThat(Lines.lineStart(bytes, 0, 1)).isZero();
  }
}
