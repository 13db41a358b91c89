package dev.faultbook.index;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The table of anchors against a naive search. */
class AnchorTableTests {

  private static Set<String> found(
      List<AnchorTable.Anchor> anchors, byte[] text, int from, int to) {
    Set<String> found = new TreeSet<>();
    new AnchorTable(anchors).scan(text, from, to, (owner, at) -> found.add(owner + "@" + at));
    return found;
  }

  private static Set<String> naive(
      List<AnchorTable.Anchor> anchors, byte[] text, int from, int to) {
    Set<String> found = new TreeSet<>();
    for (AnchorTable.Anchor anchor : anchors) {
      String all = new String(text, US_ASCII);
      String literal = new String(anchor.bytes(), US_ASCII);
      for (int at = from; at + literal.length() <= to; at++) {
        if (all.regionMatches(anchor.foldCase(), at, literal, 0, literal.length())) {
          found.add(anchor.owner() + "@" + at);
        }
      }
    }
    return found;
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append("aAbB \0@`".charAt(random.nextInt(8)));
    }
    return text.toString();
  }

  /** Few letters, so that grams repeat and overlap; parts of the text are taken as literals. */
  @Property(tries = 400)
  void everyLiteralIsFoundWhereverItStands(@ForAll long seed) {
    Random random = new Random(seed);
    String text = text(random, 1 + random.nextInt(400));
    List<AnchorTable.Anchor> anchors = new ArrayList<>();
    int count = random.nextInt(12);
    for (int i = 0; i < count; i++) {
      int length = 1 + random.nextInt(48);
      int at = random.nextInt(text.length());
      String literal =
          at + length <= text.length() ? text.substring(at, at + length) : text(random, length);
      boolean fold = random.nextBoolean();
      byte[] bytes =
          (fold ? literal.toLowerCase(java.util.Locale.ROOT) : literal).getBytes(US_ASCII);
      int room = bytes.length - TierForm.of(bytes.length).shortest();
      anchors.add(new AnchorTable.Anchor(bytes, random.nextInt(room + 1), fold, i));
    }
    byte[] bytes = text.getBytes(US_ASCII);
    int from = random.nextInt(bytes.length);
    int to = from + random.nextInt(bytes.length - from + 1);
    assertThat(found(anchors, bytes, from, to)).isEqualTo(naive(anchors, bytes, from, to));
  }

  /** Texts are looked at in blocks; a literal may stand across the border of two. */
  @Test
  void literalsAcrossBlocks() {
    for (int length : new int[] {1, 5, 7, 11, 14, 17, 23, 40}) {
      String literal = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH".substring(0, length);
      List<AnchorTable.Anchor> anchors =
          List.of(new AnchorTable.Anchor(literal.getBytes(US_ASCII), 0, false, 7));
      for (int at = (1 << 15) - 48; at < (1 << 15) + 4; at++) {
        byte[] text = ".".repeat(70_000).getBytes(US_ASCII);
        System.arraycopy(literal.getBytes(US_ASCII), 0, text, at, length);
        assertThat(found(anchors, text, 0, text.length)).containsExactly("7@" + at);
      }
    }
  }
}
