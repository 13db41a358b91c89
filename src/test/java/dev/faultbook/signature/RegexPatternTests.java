package dev.faultbook.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.ShippedCatalogue;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a regular expression finds, and how often its automaton runs. */
class RegexPatternTests {
  /** Parts of expressions: texts, choices, repeats, anchors and classes. */
  private static final List<String> PARTS =
      List.of(
          "a",
          "ab",
          "b ",
          "(?:a|bc)",
          "(?:ab|a)",
          "(?:ab|c)?",
          "(?:b|c)+",
          "(?:a|b){2}",
          "c{0,2}",
          "[ab]+",
          "a*",
          "\\b",
          "$",
          "(?<x>a|b)",
          "(?:(?:a|b)c|ba)",
          "(?:a|)",
          ".",
          "b+?");

  /** Numbers of Xid errors that the catalogue tells apart. */
  private static final int[] XIDS = {13, 31, 43, 48, 63, 74, 79, 94, 119, 145, 1};

  private static String random(Random random, List<String> parts, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(parts.get(random.nextInt(parts.size())));
    }
    return text.toString();
  }

  /** The literals and the texts are short cuts: the automaton alone finds the same. */
  @Test
  void findsWhatTheAutomatonFinds() throws PatternException {
    Random random = new Random(5);
    int found = 0;
    for (int round = 0; round < 3000; round++) {
      boolean anyCase = random.nextInt(4) == 0;
      String regex =
          random.nextInt(3) == 0
              ? "(?:%sword|%sother|wordy)"
                  .formatted(
                      random(random, List.of("a", "b", "(?:a|ab)"), 2),
                      random(random, List.of("a", "c"), 2))
              : random(random, PARTS, 3) + "word" + random(random, PARTS, 4);
      // A group may occur only once.
      regex = regex.replaceFirst("\\(\\?<x>", "(?<y>").replace("(?<x>", "(?:");
      RegexPattern pattern = RegexPattern.compile(regex, anyCase);
      Pattern automaton =
          Pattern.compile(regex.replace("(?<", "(?P<"), anyCase ? Pattern.CASE_INSENSITIVE : 0);
      for (int i = 0; i < 20; i++) {
        String line =
            random(random, List.of("a", "b", "c", " ", "B", "other"), 3)
                + (random.nextBoolean() ? "word" : "Word")
                + random(random, List.of("a", "b", "c", " ", "A", "y"), 6);
        byte[] bytes = line.getBytes(UTF_8);
        Matcher matcher = automaton.matcher(bytes);
        LineMatch match = pattern.findMatch(bytes, 0, bytes.length);
        boolean matches = matcher.find();
        assertThat(match != null).as("%s on '%s'", regex, line).isEqualTo(matches);
        if (match != null) {
          found++;
          assertThat(match.spans())
              .as("%s on '%s'", regex, line)
              .containsExactly(new LineMatch.Span(matcher.start(), matcher.end()));
        }
      }
    }
    assertThat(found).isGreaterThan(5000);
  }

  @Test
  void literalsAreAsLongAsPossible() {
    assertThat(RequiredLiterals.fromRegex("Xid (?:PCI:[0-9]+ )?x: (?:63|156), y", true))
        .containsExactly(Set.of("Xid "), Set.of("x: 63, y", "x: 156, y"));
    assertThat(RequiredLiterals.fromRegex("a(?:b|[0-9]c)d", true))
        .containsExactly(Set.of("a"), Set.of("b", "c"), Set.of("d"));
    assertThat(RequiredLiterals.fromRegex("torch +2", true)).contains(Set.of("torch "));
    assertThat(RequiredLiterals.fromRegex("(?:a|b)*c", true)).containsExactly(Set.of("c"));
  }

  /** Signatures of other numbers ran their automaton on each line with an Xid: 20 runs per line. */
  @Test
  void theAutomatonOfAnotherXidDoesNotRun() {
    List<RegexPattern> patterns =
        ShippedCatalogue.knowledge().entries().stream()
            .flatMap(entry -> entry.signatures().stream())
            .flatMap(signature -> signature.parts().stream())
            .filter(LinePattern::isRegularExpression)
            .filter(pattern -> pattern.source().startsWith("Xid \\(PCI:"))
            .map(RegexPatternTests::compile)
            .toList();
    assertThat(patterns).hasSizeGreaterThan(10);
    int runs = 0;
    for (int xid : XIDS) {
      byte[] line =
          "NVRM: Xid (PCI:0000:31:00): %d, pid=846, name=x".formatted(xid).getBytes(UTF_8);
      runs += (int) patterns.stream().filter(p -> p.mayMatch(line, 0, line.length)).count();
    }
    // Some have two signatures; none runs for the number of another one.
    assertThat(runs).isBetween(XIDS.length / 2, 3 * XIDS.length);
  }

  private static RegexPattern compile(LinePattern pattern) {
    try {
      return RegexPattern.compile(pattern.source(), pattern.ignoreCase());
    } catch (PatternException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Regression: two thousand groups ended a trial with a StackOverflowError. */
  @Test
  void groupsAreNestedToALimit() {
    assertThatThrownBy(
            () -> RegexPattern.compile("(".repeat(2000) + "error" + ")*".repeat(2000), false))
        .isInstanceOf(PatternException.class)
        .hasMessageContaining("more than 100 deep");
    assertThatCode(
            () ->
                RegexPattern.compile(
                    "\\(".repeat(200) + "(".repeat(90) + "error" + ")".repeat(90), false))
        .doesNotThrowAnyException();
  }
}
