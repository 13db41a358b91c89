package dev.faultbook.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.diagnosis.Knowledge;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that matching a line takes work linear in its length, whatever the line repeats. The
 * work is counted in bytes that a search looks at.
 */
class TextSearchWorkTests {
  private static final int SMALLEST_LINE = 8 * 1024;

  /** Most times that a search may look at a byte of a line. */
  private static final int MOST_LOOKS = 16;

  /** Values, runs that no value takes whole, and runs longer than any value. */
  private static final List<String> FILLINGS =
      List.of(
          "",
          "x",
          "7",
          "2 GiB",
          "1.",
          "::b",
          "a:",
          "/a",
          "0x1f",
          "0000:00:00.0",
          "          ",
          "x".repeat(600),
          "1.".repeat(250),
          " ".repeat(600));

  private static byte[] line(String unit, int length) {
    byte[] bytes = unit.getBytes(UTF_8);
    byte[] line = new byte[length];
    for (int i = 0; i < length; i++) {
      line[i] = bytes[i % bytes.length];
    }
    return line;
  }

  private static long looks(TextPattern pattern, byte[] line) {
    TextSearch search = new TextSearch(pattern, line, line.length);
    pattern.findMatch(search, 0);
    return search.lookedBytes();
  }

  private static void assertLinear(TextPattern pattern, String unit, int... times) {
    for (int n : times) {
      int length = SMALLEST_LINE * n;
      assertThat(looks(pattern, line(unit, length)))
          .as("%s on %d bytes of '%s'", pattern, length, unit)
          .isLessThanOrEqualTo((long) MOST_LOOKS * length);
    }
  }

  /** The beginnings of a pattern and of its pieces, up to each gap and capture. */
  private static Set<String> beginnings(TextPattern pattern, String filling) {
    Set<String> beginnings = new LinkedHashSet<>();
    StringBuilder whole = new StringBuilder();
    for (TextPattern.Piece piece : pattern.pieces()) {
      StringBuilder own = new StringBuilder();
      for (TextPattern.Part part : piece.parts()) {
        String text = filling;
        if (part instanceof TextPattern.Literal literal) {
          text = new String(literal.bytes(), UTF_8);
        } else {
          beginnings.add(whole.toString());
          beginnings.add(own.toString());
          beginnings.add(filling);
        }
        whole.append(text);
        own.append(text);
      }
      beginnings.add(whole.toString());
      beginnings.add(own.toString());
      whole.append(' ');
    }
    beginnings.remove("");
    return beginnings;
  }

  private static Stream<TextPattern> shipped() {
    Knowledge knowledge = ShippedCatalogue.knowledge();
    Stream<LinePattern> signatures =
        knowledge.entries().stream()
            .flatMap(entry -> entry.signatures().stream())
            .flatMap(
                signature ->
                    Stream.concat(
                        signature.parts().stream(),
                        signature.unless().stream().map(Signature.Unless::pattern)));
    Stream<LinePattern> facts = knowledge.content().factRules().stream().map(FactRule::pattern);
    return Stream.concat(signatures, facts)
        .<TextPattern>mapMulti(TextSearchWorkTests::addText)
        .distinct();
  }

  private static void addText(LinePattern pattern, Consumer<TextPattern> out) {
    switch (pattern) {
      case TextPattern text -> out.accept(text);
      case DeferredPattern deferred -> addText(deferred.compiled(), out);
      case ExceptionPattern exception -> exception.text().ifPresent(text -> addText(text, out));
      case FailurePattern failure -> addText(failure.text(), out);
      case RegexPattern regex -> {}
      case JsonPattern json -> {}
    }
  }

  @Test
  void everyBeginningOfEveryPatternTakesLinearWork() {
    List<TextPattern> patterns = shipped().toList();
    assertThat(patterns).hasSizeGreaterThan(2500);
    for (TextPattern pattern : patterns) {
      for (String filling : FILLINGS) {
        for (String beginning : beginnings(pattern, filling)) {
          assertLinear(pattern, beginning, 4);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel BUG at {file}:{number:int}!",
        "size mismatch, m1: [{one}], m2: [{two}]",
        "TypeError:...{function} missing {count:int} required positional argument",
        "{whole} of {all} ended with {code:int}",
        " {whole} of   {all} ended",
        "ended {one} of {two} of {three} of {four:int}",
        "{file:path} is not a folder",
        "{file:path}: {other:path} is not a folder",
        "{peer:host} is not reachable",
        "{peer:host}<{port:int}> is not reachable",
        "{what:name} is not defined",
        "{version:version} is not supported",
        "{size:size} of {all:size} is not free",
        "{size:size} ended {text} at",
        "{word:word}-{number:int} is not known",
        "{hex:hex}{number:int} is not known",
        "a b c d {x} e f g ended",
      })
  void everyKindOfPatternTakesLinearWork(String source) throws PatternException {
    TextPattern pattern = TextPatternCompiler.compile(source, false);
    List<String> units = new ArrayList<>();
    FILLINGS.forEach(filling -> units.addAll(beginnings(pattern, filling)));
    FILLINGS.stream().filter(filling -> !filling.isEmpty()).forEach(units::add);
    units.add(" ");
    units.add("a ");
    units.add(" of");
    for (String unit : units) {
      assertLinear(pattern, unit, 2, 4, 8);
    }
  }

  /** A beginning that is followed by much white space, each of which could begin a literal. */
  @Test
  void whiteSpaceBehindManyBeginningsIsReadOnce() throws PatternException {
    TextPattern pattern = TextPatternCompiler.compile("ended at {place} in the middle", false);
    for (int blanks : new int[] {10_000, 20_000, 40_000}) {
      byte[] line = ("ended at ".repeat(50) + " ".repeat(blanks)).getBytes(UTF_8);
      assertThat(looks(pattern, line)).isLessThanOrEqualTo((long) MOST_LOOKS * line.length);
    }
  }
}
