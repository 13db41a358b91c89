package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Compares the prefilter with a naive search. */
class LiteralPrefilterTests {

  private static Set<String> found(
      List<LiteralPrefilter.Anchor> anchors, byte[] text, int from, int to) {
    Set<String> found = new TreeSet<>();
    new CandidateFinder(new LiteralPrefilter(anchors))
        .findCandidates(text, from, to, (owner, at) -> found.add(owner + "@" + at));
    return found;
  }

  private static Set<String> naive(
      List<LiteralPrefilter.Anchor> anchors, byte[] text, int from, int to) {
    Set<String> found = new TreeSet<>();
    for (LiteralPrefilter.Anchor anchor : anchors) {
      String all = new String(text, ISO_8859_1);
      String literal = new String(anchor.bytes(), ISO_8859_1);
      for (int at = from; at + literal.length() <= to; at++) {
        if (all.regionMatches(anchor.foldCase(), at, literal, 0, literal.length())) {
          found.add(anchor.owner() + "@" + at);
        }
      }
    }
    return found;
  }

  /** An anchor with a random scheme and window that can find the literal, not only the cheapest. */
  private static LiteralPrefilter.Anchor anchor(
      byte[] bytes, Random random, boolean fold, int owner) {
    while (true) {
      GramScheme form = GramScheme.ALL.get(random.nextInt(GramScheme.ALL.size()));
      int window = random.nextInt(bytes.length);
      if (form.canFind(bytes, window)) {
        return new LiteralPrefilter.Anchor(bytes, form, window, fold, owner);
      }
    }
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append("aAbB  (\0@`\u00a0".charAt(random.nextInt(11)));
    }
    return text.toString();
  }

  /** A small alphabet makes grams repeat and overlap. Most literals are taken from the text. */
  @Property(tries = 400)
  void everyLiteralIsFoundWhereverItStands(@ForAll long seed) {
    Random random = new Random(seed);
    String text = text(random, 1 + random.nextInt(400));
    List<LiteralPrefilter.Anchor> anchors = new ArrayList<>();
    int count = random.nextInt(12);
    for (int i = 0; i < count; i++) {
      int length = 1 + random.nextInt(48);
      int at = random.nextInt(text.length());
      String literal =
          at + length <= text.length() ? text.substring(at, at + length) : text(random, length);
      boolean fold = random.nextBoolean();
      byte[] bytes =
          (fold ? literal.toLowerCase(java.util.Locale.ROOT) : literal).getBytes(ISO_8859_1);
      anchors.add(anchor(bytes, random, fold, i));
    }
    byte[] bytes = text.getBytes(ISO_8859_1);
    int from = random.nextInt(bytes.length);
    int to = from + random.nextInt(bytes.length - from + 1);
    assertThat(found(anchors, bytes, from, to)).isEqualTo(naive(anchors, bytes, from, to));
  }

  /** A text is scanned in blocks, and a literal may span two of them. */
  @Test
  void literalsAcrossBlocks() {
    byte[] literal = "the device was lost in (the) rack".getBytes(ISO_8859_1);
    for (GramScheme form : GramScheme.ALL) {
      int ways = 0;
      for (int window = 0; window < literal.length; window++) {
        if (!form.canFind(literal, window)) {
          continue;
        }
        ways++;
        List<LiteralPrefilter.Anchor> anchors =
            List.of(new LiteralPrefilter.Anchor(literal, form, window, false, 7));
        for (int at = (1 << 15) - 40; at < (1 << 15) + 4; at++) {
          byte[] text = ".".repeat(70_000).getBytes(ISO_8859_1);
          System.arraycopy(literal, 0, text, at, literal.length);
          assertThat(found(anchors, text, 0, text.length)).containsExactly("7@" + at);
        }
      }
      assertThat(ways).isPositive();
    }
  }

  /** A literal at the start or the end of a text has few bytes around its grams. */
  @Test
  void literalsAtTheEndsOfAText() {
    for (String words : List.of("from node (rank", "lost it", "no such gpu", "(c")) {
      byte[] literal = words.getBytes(ISO_8859_1);
      byte[] text = (".".repeat(12) + words + ".".repeat(12)).getBytes(ISO_8859_1);
      for (GramScheme form : GramScheme.ALL) {
        for (int window = 0; window < literal.length; window++) {
          if (form.canFind(literal, window)) {
            List<LiteralPrefilter.Anchor> anchors =
                List.of(new LiteralPrefilter.Anchor(literal, form, window, false, 7));
            for (int from = 0; from <= 12; from++) {
              for (int to = text.length - 12; to <= text.length; to++) {
                assertThat(found(anchors, text, from, to)).containsExactly("7@12");
              }
            }
          }
        }
      }
    }
  }

  /** A finder reuses its buffers, so earlier texts must not affect later results. */
  @Property(tries = 50)
  void oneFinderForManyTexts(@ForAll long seed) {
    Random random = new Random(seed);
    List<LiteralPrefilter.Anchor> anchors = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      byte[] bytes = text(random, 1 + random.nextInt(24)).getBytes(ISO_8859_1);
      anchors.add(anchor(bytes, random, false, i));
    }
    CandidateFinder finder = new CandidateFinder(new LiteralPrefilter(anchors));
    for (int i = 0; i < 6; i++) {
      byte[] bytes = text(random, random.nextInt(2000)).getBytes(ISO_8859_1);
      Set<String> found = new TreeSet<>();
      finder.findCandidates(bytes, 0, bytes.length, (owner, at) -> found.add(owner + "@" + at));
      assertThat(found).isEqualTo(naive(anchors, bytes, 0, bytes.length));
    }
  }
}
