package dev.faultbook.web.curation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.signature.LineMatch;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.TestPatterns;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineGeneralizerTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          Tried to allocate 7.83 GiB. GPU 3 has 5.21 GiB | Tried to allocate {size:size}. GPU ... has {size2:size}
          failed to extend /dev/shm/nccl-w3Kp0e to 9637892 bytes | failed to extend /dev/shm/nccl-... to {size:size}
          connect to 10.0.0.1:29500 refused | connect to ... refused
          No such file: '/home/u/run/train.py' | No such file: '...'
          either a/b or c/d | either a/b or c/d
          rank13 on mlx5_0 died | rank... on mlx... died
          at 0x7f3a1c token <secret-1> end | at ... token ... end
          commit deadbeef01 is gone | commit ... is gone
          2026-11-21 03:43:11 ERROR lost | ERROR lost
          expected {a: b} in C:\\x | expected \\{a: b\\} in C:\\\\x
          limit 'ml.p4d.24xlarge for' is 0.5. Then 3. | limit 'ml.p... for' is ... Then
          waiting... done | waiting... done
          exit code 137 | exit code
          """)
  void whatDiffersFromRunToRunIsAGap(String line, String signature) {
    assertThat(LineGeneralizer.toSignature(line)).isEqualTo(signature);
    LinePattern pattern = (LinePattern) patternOf(signature);
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    LineMatch match = pattern.findMatch(bytes, 0, bytes.length);
    assertThat(match).as("the signature matches its line").isNotNull();
  }

  private static Object patternOf(String signature) {
    return TestPatterns.ofText(signature);
  }

  @Test
  void aTitleHasAnEllipsisForEachGap() {
    assertThat(LineGeneralizer.toTitle("rank 13 needs 7.83 GiB, has {{x}}"))
        .isEqualTo("rank … needs …, has {x}");
  }

  @Test
  void aLongLineIsCutAtABlank() {
    String signature = LineGeneralizer.toSignature("word ".repeat(1000));
    assertThat(signature).hasSizeLessThan(301).endsWith("word");
    assertThat(LineGeneralizer.toSignature("/" + "x/".repeat(500_000))).isEmpty();
  }

  @Test
  void nothingIsLeftOfALineOfNumbers() {
    assertThat(LineGeneralizer.toSignature("12:13 0x1f \u0007 \ud83d\ude00")).isEmpty();
  }
}
