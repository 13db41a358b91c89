package dev.faultbook.matcher;

import dev.faultbook.signature.ExceptionPattern;
import dev.faultbook.signature.FactRule;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.PatternTraits;
import dev.faultbook.signature.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The patterns of an edition, and an index of the positions where each of them can match. Immutable
 * and thread-safe.
 */
public final class SignatureIndex {
  private final List<Map.Entry<String, List<Signature>>> entries;
  private final List<FactRule> rules;
  private final Plan plan;
  private final PatternIndex patterns;

  /** The uses of each pattern that was found in a log; read on first use. */
  private final List<Use>[] uses;

  /**
   * Indexes signatures and the rules that read facts.
   *
   * @param signatures the signatures of each entry, by its id
   * @param plan {@link Plan#of} the same signatures and rules
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
  public SignatureIndex(Map<String, List<Signature>> signatures, List<FactRule> rules, Plan plan) {
    this.entries = List.copyOf(signatures.entrySet());
    this.rules = List.copyOf(rules);
    this.plan = plan;
    this.uses = new List[plan.firstUses().length - 1];
    this.patterns =
        new PatternIndex(
            uses.length, plan.literals(), number -> usesOf(number).getFirst().pattern());
  }

  /**
   * What is chosen once for the signatures of an edition: choosing takes longer than most
   * diagnoses.
   *
   * @param uses four numbers for each use of a pattern: its kind, the place of the entry or the
   *     fact rule, and the two indexes of the use
   * @param firstUses the place of each pattern's first use in {@code uses}, and the end of all
   * @param literals how the patterns are found
   */
  public record Plan(int[] uses, int[] firstUses, ChosenLiterals literals) {
    private static final int NUMBERS = 4;

    /** Chooses for the signatures of each entry, by its id, and the rules that read facts. */
    public static Plan of(Map<String, List<Signature>> signatures, List<FactRule> rules) {
      Map<Key, Shared> shared = new LinkedHashMap<>();
      int entry = 0;
      for (List<Signature> all : signatures.values()) {
        for (int s = 0; s < all.size(); s++) {
          addUses(shared, entry, all.get(s), s);
        }
        entry++;
      }
      for (int r = 0; r < rules.size(); r++) {
        addUse(shared, rules.get(r).pattern(), STATES, r, 0, 0);
      }
      int[] first = new int[shared.size() + 1];
      List<int[]> uses = new ArrayList<>();
      int pattern = 0;
      for (Shared one : shared.values()) {
        uses.addAll(one.uses());
        first[++pattern] = uses.size();
      }
      return new Plan(
          uses.stream().flatMapToInt(Arrays::stream).toArray(),
          first,
          LiteralSelector.choose(shared.values().stream().map(Shared::pattern).toList()));
    }
  }

  /** Identifies equal patterns: the matched text and the options. */
  private record Key(PatternTraits traits, boolean exception) {}

  private record Shared(LinePattern pattern, List<int[]> uses) {}

  private static final int PART = 0;
  private static final int FORBIDS = 1;
  private static final int STATES = 2;

  private static void addUse(Map<Key, Shared> shared, LinePattern pattern, int... use) {
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

  private static void addUses(Map<Key, Shared> shared, int entry, Signature signature, int number) {
    for (int p = 0; p < signature.parts().size(); p++) {
      addUse(shared, signature.parts().get(p), PART, entry, number, p);
    }
    for (int u = 0; u < signature.unless().size(); u++) {
      addUse(shared, signature.unless().get(u).pattern(), FORBIDS, entry, number, u);
    }
  }

  /** The use of a pattern. */
  sealed interface Use {
    /** The pattern. */
    LinePattern pattern();

    /** A line of a signature, with its index in it and the index of the signature in its entry. */
    record Part(String entry, Signature signature, int number, int part) implements Use {
      @Override
      public LinePattern pattern() {
        return signature.parts().get(part);
      }
    }

    /** A line that forbids a signature, with the same indexes. */
    record Forbids(String entry, Signature signature, int number, int unless) implements Use {
      @Override
      public LinePattern pattern() {
        return signature.unless().get(unless).pattern();
      }
    }

    /** A line that states a fact. */
    record States(FactRule rule) implements Use {
      @Override
      public LinePattern pattern() {
        return rule.pattern();
      }
    }
  }

  /** What was chosen for the signatures, to be packed with them. */
  public Plan plan() {
    return plan;
  }

  /** All patterns; several signatures may share one. */
  public PatternIndex patterns() {
    return patterns;
  }

  /**
   * The uses of the pattern with a number, at least one; several signatures may share a pattern.
   */
  List<Use> usesOf(int number) {
    List<Use> known = uses[number];
    if (known == null) {
      known =
          IntStream.range(plan.firstUses()[number], plan.firstUses()[number + 1])
              .mapToObj(this::useAt)
              .toList();
      uses[number] = known;
    }
    return known;
  }

  private Use useAt(int place) {
    int at = place * Plan.NUMBERS;
    int[] numbers = plan.uses();
    if (numbers[at] == STATES) {
      return new Use.States(rules.get(numbers[at + 1]));
    }
    Map.Entry<String, List<Signature>> entry = entries.get(numbers[at + 1]);
    Signature signature = entry.getValue().get(numbers[at + 2]);
    return numbers[at] == PART
        ? new Use.Part(entry.getKey(), signature, numbers[at + 2], numbers[at + 3])
        : new Use.Forbids(entry.getKey(), signature, numbers[at + 2], numbers[at + 3]);
  }
}
