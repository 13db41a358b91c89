package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.SignatureParser;
import dev.faultbook.signature.TestPatterns;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondaryLiteralsTests {
  private static boolean matches(LinePattern pattern, String line) {
    byte[] b = line.getBytes(UTF_8);
    return new PatternIndex(List.of(pattern)).candidateLine(b, 0, b.length).matchPattern(0) != null;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the shared segment cannot be mapped ... (size a b c d {size:int})",
        "the shared segment cannot be mapped ... size\ta b",
        "the shared segment cannot be mapped ... A bc",
        "the shared segment cannot be mapped ... 显存不足",
      })
  void nothingThatThePatternMatchesIsKeptFromIt(String signature) {
    LinePattern pattern = TestPatterns.ofText(signature);
    for (String line :
        List.of(
            "the shared segment cannot be mapped (size a b c d 12)",
            "the shared\t segment cannot be mapped: (size \t a\t\tb c  d 12)",
            "x the shared segment cannot be mapped A bc",
            "the shared segment cannot be mapped: 显存不足",
            "the shared segment cannot be mapped")) {
      byte[] b = line.getBytes(UTF_8);
      assertThat(matches(pattern, line))
          .as(line)
          .isEqualTo(pattern.findMatch(b, 0, b.length) != null);
    }
  }

  private static final List<String> TWO = List.of("the rendezvous store opens", "lost peer");

  @Test
  void theOtherLiteralGivesIt() {
    int[] companions = companions(TWO);
    assertThat("lost peer").contains(new String(bytes(companions[0]), UTF_8));
    assertThat(companions(List.of("open port"))[0]).isEqualTo(ChosenLiterals.NONE);
  }

  private static int[] companions(List<String> fragments) {
    return LiteralSelector.choose(List.of(SignatureParser.ofFragments("one", fragments)))
        .companions();
  }

  private static byte[] bytes(int four) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(four).array();
  }

  /** The result depends neither on the number of patterns tested on a line nor on its length. */
  @Property(tries = 200)
  void aLineThatIsAskedOftenAnswersAsOneThatIsAskedOnce(@ForAll long seed) {
    Random random = new Random(seed);
    List<LinePattern> patterns = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      patterns.add(SignatureParser.ofFragments("" + i, List.of(text(random, 6), text(random, 4))));
    }
    byte[] b = text(random, random.nextInt(8) == 0 ? 3000 : random.nextInt(80)).getBytes(UTF_8);
    CandidateLine line = new PatternIndex(patterns).candidateLine(b, 0, b.length);
    for (int i = 0; i < patterns.size(); i++) {
      assertThat(line.matchPattern(i)).isEqualTo(patterns.get(i).findMatch(b, 0, b.length));
    }
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append("abC".charAt(random.nextInt(3)));
    }
    return text.toString();
  }
}
