package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.SignatureParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Compares the matcher with a naive reference that tests every fragment list on every line. */
class MatcherPropertyTests {

  private static Set<String> naive(List<List<String>> signatures, String log) {
    Set<String> pairs = new TreeSet<>();
    String[] lines = log.split("\n", -1);
    for (int l = 0; l < lines.length; l++) {
      for (int s = 0; s < signatures.size(); s++) {
        int at = 0;
        for (String fragment : signatures.get(s)) {
          int found = at < 0 ? -1 : lines[l].indexOf(fragment, at);
          at = found < 0 ? -1 : found + fragment.length();
        }
        if (at >= 0) {
          pairs.add((l + 1) + ":" + s);
        }
      }
    }
    return pairs;
  }

  private static Set<String> matched(List<List<String>> signatures, String log) {
    List<LinePattern> patterns = new ArrayList<>();
    for (int i = 0; i < signatures.size(); i++) {
      patterns.add(SignatureParser.ofFragments("s" + i, signatures.get(i)));
    }
    Set<String> pairs = new TreeSet<>();
    Matcher.findPairs(
        new PatternIndex(patterns),
        log.getBytes(UTF_8),
        (line, pattern) -> assertThat(pairs.add(line + ":" + pattern)).isTrue());
    return pairs;
  }

  /** A small vocabulary makes the fragments overlap, repeat and match often. */
  @Property(tries = 300)
  void randomSignaturesOnRandomLogs(@ForAll long seed) {
    Random random = new Random(seed);
    String[] words = {
      "a",
      "ab",
      "abc",
      "error",
      "Error",
      "NCCL",
      "rank ",
      "显存",
      "不足",
      " ",
      ": ",
      "out of memory",
      "connection closed by remote peer",
      "é",
      "cudaErrorNoKernelImageForDevice",
      "x",
      "0",
      "unhandled system error occurred",
      "\t",
      "😀"
    };
    List<List<String>> signatures = new ArrayList<>();
    int count = 1 + random.nextInt(40);
    for (int i = 0; i < count; i++) {
      List<String> fragments = new ArrayList<>();
      int n = 1 + random.nextInt(3);
      for (int f = 0; f < n; f++) {
        fragments.add(text(random, words, 1 + random.nextInt(3)));
      }
      signatures.add(fragments);
    }
    StringBuilder log = new StringBuilder();
    int lines = random.nextInt(30);
    for (int i = 0; i < lines; i++) {
      if (random.nextInt(4) == 0) {
        List<String> planted = signatures.get(random.nextInt(signatures.size()));
        log.append(text(random, words, random.nextInt(3)));
        for (String fragment : planted) {
          log.append(fragment).append(text(random, words, random.nextInt(2)));
        }
      } else {
        log.append(text(random, words, random.nextInt(12)));
      }
      log.append('\n');
    }
    if (random.nextBoolean()) {
      log.append("the last line has no newline: error");
    }
    assertThat(matched(signatures, log.toString())).isEqualTo(naive(signatures, log.toString()));
  }

  private static String text(Random random, String[] words, int n) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < n; i++) {
      text.append(words[random.nextInt(words.length)]);
    }
    return text.toString();
  }

  @Test
  void fragmentsDoNotOverlapOneAnother() {
    List<List<String>> signatures = List.of(List.of("abab", "abab"), List.of("aba", "bab"));
    String log = "ababab\nabababab\nabaxbab\n";
    assertThat(matched(signatures, log)).containsExactly("1:1", "2:0", "2:1", "3:1");
  }

  @Test
  void aVeryLongLineAmongShortOnes() {
    List<List<String>> signatures =
        List.of(List.of("needle in a very long line"), List.of("start", "end of line"));
    String log =
        "short\nstart "
            + "filler ".repeat(700_000)
            + "needle in a very long line "
            + "filler ".repeat(100)
            + "end of line\nneedle in a very long line\n";
    assertThat(matched(signatures, log)).isEqualTo(naive(signatures, log));
  }

  @Test
  void everyOffsetOfALiteralInTheText() {
    List<List<String>> signatures =
        List.of(List.of("fifteen letters"), List.of("seven77"), List.of("four"), List.of("xy"));
    StringBuilder log = new StringBuilder();
    for (int pad = 0; pad < 20; pad++) {
      for (List<String> signature : signatures) {
        log.append("_".repeat(pad)).append(signature.getFirst()).append('\n');
      }
    }
    assertThat(matched(signatures, log.toString())).isEqualTo(naive(signatures, log.toString()));
  }
}
