package dev.faultbook.matcher;

import dev.faultbook.signature.ExceptionPattern;
import dev.faultbook.signature.FactRule;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.PatternTraits;
import dev.faultbook.signature.Signature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The patterns of an edition, and an index of the positions where each of them can match. Immutable
 * and thread-safe.
 */
public final class SignatureIndex {
  private final PatternIndex patterns;
  private final List<List<Use>> uses;

  private SignatureIndex(List<LinePattern> patterns, List<List<Use>> uses) {
    this.patterns = new PatternIndex(patterns);
    this.uses = uses;
  }

  /** Identifies equal patterns: the matched text and the options. */
  private record Key(PatternTraits traits, boolean exception) {}

  private record Shared(LinePattern pattern, List<Use> uses) {}

  private static void addUse(Map<Key, Shared> shared, LinePattern pattern, Use use) {
    if (pattern.isStructural()) {
      return;
    }
    shared
        .computeIfAbsent(
            new Key(pattern.traits(), pattern instanceof ExceptionPattern),
            key -> new Shared(pattern, new ArrayList<>()))
        .uses()
        .add(use);
  }

  private static void addUses(
      Map<Key, Shared> shared, String entry, Signature signature, int number) {
    for (int p = 0; p < signature.parts().size(); p++) {
      addUse(shared, signature.parts().get(p), new Use.Part(entry, signature, number, p));
    }
    for (int u = 0; u < signature.unless().size(); u++) {
      addUse(
          shared,
          signature.unless().get(u).pattern(),
          new Use.Forbids(entry, signature, number, u));
    }
  }

  /** The use of a pattern. */
  sealed interface Use {
    /** A line of a signature, with its index in it and the index of the signature in its entry. */
    record Part(String entry, Signature signature, int number, int part) implements Use {}

    /** A line that forbids a signature, with the same indexes. */
    record Forbids(String entry, Signature signature, int number, int unless) implements Use {}

    /** A line that states a fact. */
    record States(FactRule rule) implements Use {}
  }

  /**
   * Indexes signatures and the rules that read facts.
   *
   * @param signatures the signatures of each entry, by its id
   */
  public static SignatureIndex of(Map<String, List<Signature>> signatures, List<FactRule> rules) {
    Map<Key, Shared> shared = new LinkedHashMap<>();
    signatures.forEach(
        (entry, all) -> {
          for (int s = 0; s < all.size(); s++) {
            addUses(shared, entry, all.get(s), s);
          }
        });
    for (FactRule rule : rules) {
      addUse(shared, rule.pattern(), new Use.States(rule));
    }
    return new SignatureIndex(
        shared.values().stream().map(Shared::pattern).toList(),
        shared.values().stream().map(one -> List.copyOf(one.uses())).toList());
  }

  /** All patterns; several signatures may share one. */
  public PatternIndex patterns() {
    return patterns;
  }

  /** The uses of the pattern with a number; several signatures may share a pattern. */
  List<Use> usesOf(int number) {
    return uses.get(number);
  }
}
