package dev.faultbook.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PickleTextTests {
  /** {@code {'version': '2.10', 'entries': [{'frames': [], 'state': 'started', 'n': -3}]}}. */
  @Test
  void oneRecordALineWithItsFramesLast() throws IOException {
    String body =
        "}(X\7\0\0\0versionX\4\0\0\0002.10X\7\0\0\0entries](}(X\6\0\0\0frames]X\5\0\0\0state"
            + "X\7\0\0\0startedX\1\0\0\0nJ\u00fd\u00ff\u00ff\u00ffueu.";
    assertThat(text(body))
        .isEqualTo(
            "{\"version\": \"2.10\",\n\"entries\": [\n"
                + "{\"state\": \"started\", \"n\": -3, \"frames\": []}\n]}\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // names a class, calls it, builds an object, asks for an object from outside
        "}X\7\0\0\0entriescos\nsystem\ns.",
        "}X\7\0\0\0entriesX\1\0\0\0a)Rs.",
        "}X\7\0\0\0entries]}bs.",
        "}X\7\0\0\0entriesX\1\0\0\0aQs.",
        "}X\7\0\0\0entriesi__main__\nX\ns.",
        "}X\7\0\0\0entries\u0082\1s.",
        // ends early, has no value, an unknown value, a length below zero, another dictionary
        "}X\7\0\0\0entr",
        "}.",
        "}0.",
        "}h\5s.",
        "}X\u00ff\u00ff\u00ff\u00ff.",
        "}X\3\0\0\0keyNs.",
        "}X\7\0\0\0entries]]s.",
        "}(](K\1eK\2u."
      })
  void anythingButPlainDataOfARecordingIsRefused(String body) {
    assertThatThrownBy(() -> text(body)).isInstanceOf(IOException.class);
  }

  /** Lists that hold the list before them a thousand times, and one that holds itself. */
  @Test
  void valuesThatReferToOthersManyTimesAreLimited() {
    StringBuilder body = new StringBuilder("}X\7\0\0\0entries]q\0");
    for (int depth = 1; depth < 20; depth++) {
      char key = (char) depth;
      body.append(']').append('q').append(key).append('(');
      body.append(("h" + (char) (depth - 1)).repeat(1000)).append('e');
    }
    assertThatThrownBy(() -> text(body + "s.")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> text("}X\7\0\0\0entries]q\0h\0as.")).isInstanceOf(IOException.class);
  }

  private static String text(String body) throws IOException {
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    pickle.write(0x80);
    pickle.write(2);
    pickle.writeBytes(body.getBytes(StandardCharsets.ISO_8859_1));
    byte[] bytes = pickle.toByteArray();
    assertThat(PickleText.isPickle(bytes)).isTrue();
    return new String(
        PickleText.open(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
  }
}
