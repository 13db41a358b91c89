package dev.faultbook.index;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.Entry;
import dev.faultbook.content.FactRule;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.Signature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The patterns of an edition, and where in a text each of them can match. Immutable and safe for
 * use by several threads.
 */
public final class SignatureIndex {
  private final List<LinePattern> patterns;
  private final List<Use> uses;
  private final AnchorTable anchors;

  private SignatureIndex(List<LinePattern> patterns, List<Use> uses) {
    this.patterns = List.copyOf(patterns);
    this.uses = List.copyOf(uses);
    this.anchors = new AnchorTable(AnchorChooser.choose(patterns));
  }

  /** What a pattern is for. */
  public sealed interface Use {
    /**
     * A line of a signature.
     *
     * @param entry the entry
     * @param signature its signature
     * @param number the signature's place in the entry
     * @param part which of the signature's lines
     */
    record Part(Entry entry, Signature signature, int number, int part) implements Use {}

    /** A line that forbids a signature. */
    record Forbids(Entry entry, Signature signature, int number) implements Use {}

    /** A line that states a fact. */
    record States(FactRule rule) implements Use {}

    /** A pattern on its own, known by its source. */
    record Plain() implements Use {}
  }

  /** The index of an edition's signatures and fact rules. */
  public static SignatureIndex of(Edition edition) {
    List<LinePattern> patterns = new ArrayList<>();
    List<Use> uses = new ArrayList<>();
    for (Entry entry : edition.entries()) {
      for (int s = 0; s < entry.signatures().size(); s++) {
        Signature signature = entry.signatures().get(s);
        for (int p = 0; p < signature.parts().size(); p++) {
          patterns.add(signature.parts().get(p));
          uses.add(new Use.Part(entry, signature, s, p));
        }
        for (LinePattern forbidding : signature.unless()) {
          patterns.add(forbidding);
          uses.add(new Use.Forbids(entry, signature, s));
        }
      }
    }
    for (FactRule rule : edition.factRules()) {
      patterns.add(rule.pattern());
      uses.add(new Use.States(rule));
    }
    return new SignatureIndex(patterns, uses);
  }

  /** The index of patterns that stand for themselves. */
  public static SignatureIndex of(List<LinePattern> patterns) {
    return new SignatureIndex(
        patterns, java.util.Collections.nCopies(patterns.size(), new Use.Plain()));
  }

  /** How many patterns there are. */
  public int size() {
    return patterns.size();
  }

  /** The pattern of a number from 0. */
  public LinePattern pattern(int number) {
    return patterns.get(number);
  }

  /** What the pattern of a number is for. */
  public Use use(int number) {
    return uses.get(number);
  }

  /** Told of places where a pattern can match. */
  public interface Candidates {
    /**
     * The pattern's anchor stands here, so the pattern may match the line around it.
     *
     * @param pattern the pattern's number
     * @param at the anchor's first byte
     */
    void candidate(int pattern, int at);
  }

  /**
   * Finds the candidates in {@code bytes[from, to)}, in no order, some more than once. A pattern
   * that matches a line has at least one candidate in it.
   */
  public void candidates(byte[] bytes, int from, int to, Candidates candidates) {
    anchors.scan(bytes, from, to, candidates::candidate);
  }

  static byte[] bytes(String literal) {
    return literal.getBytes(StandardCharsets.UTF_8);
  }
}
