package dev.faultbook.matcher;

import dev.faultbook.signature.LinePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Selects for each pattern the literal by which it is found, and the window of that literal whose
 * grams are rarest among all signatures: a gram of few signatures is in few lines of a log, while a
 * gram of many signatures makes every probe walk a long list.
 */
final class LiteralSelector {
  /** Counts of grams share slots by hash; an estimate is sufficient for the selection. */
  private static final int COUNT_BITS = 20;

  /** Cost of walking a list, in positions that only pass the first-level filter. */
  private static final int LIST = 64;

  private static final GramScheme FOUR =
      GramScheme.ALL.stream().filter(form -> form.gram() == 4).findFirst().orElseThrow();

  private final int[][] counts = new int[GramScheme.ALL.size()][];
  private final Map<String, Choice> choices = new HashMap<>();

  /**
   * @param ordinary whether the literal stands in ordinary lines: others are preferred
   */
  private record Choice(boolean ordinary, GramScheme tier, int window, long cost) {
    boolean worseThan(Choice other) {
      if (ordinary != other.ordinary) {
        return ordinary;
      }
      return tier.place() != other.tier.place()
          ? tier.place() > other.tier.place()
          : cost > other.cost;
    }
  }

  private final List<LiteralPrefilter.Anchor> anchors = new ArrayList<>();
  private final int[] companions;

  private LiteralSelector(int patterns) {
    this.companions = new int[patterns];
    for (GramScheme tier : GramScheme.WITH_OWN_GRAMS) {
      counts[tier.gramPlace()] = new int[1 << COUNT_BITS];
    }
  }

  /** The literals of the patterns: one for each, or several if an alternation needs them. */
  static ChosenLiterals choose(List<LinePattern> patterns) {
    LiteralSelector chooser = new LiteralSelector(patterns.size());
    for (LinePattern pattern : patterns) {
      pattern.requiredLiterals().forEach(any -> any.forEach(chooser::countGrams));
    }
    for (int i = 0; i < patterns.size(); i++) {
      chooser.addPattern(patterns.get(i), i);
    }
    return ChosenLiterals.of(chooser.anchors, chooser.companions);
  }

  /** The literals as anchors, each with its place in the list as its number; case is ignored. */
  static List<LiteralPrefilter.Anchor> anchorsOf(List<String> literals) {
    LiteralSelector chooser = new LiteralSelector(literals.size());
    literals.forEach(chooser::countGrams);
    for (int i = 0; i < literals.size(); i++) {
      Choice choice = chooser.choiceFor(literals.get(i));
      byte[] bytes = PatternIndex.bytesOf(literals.get(i));
      chooser.anchors.add(
          new LiteralPrefilter.Anchor(bytes, choice.tier(), choice.window(), true, i));
    }
    return chooser.anchors;
  }

  private void countGrams(String literal) {
    byte[] b = PatternIndex.bytesOf(literal);
    // Long literals also show what is common among the short ones.
    for (GramScheme tier : GramScheme.WITH_OWN_GRAMS) {
      int[] of = counts[tier.gramPlace()];
      for (int i = 0; i < b.length; i++) {
        if (tier.looksAt(b, i)) {
          of[slot(tier.gramAt(b, i))]++;
        }
      }
    }
  }

  private void addPattern(LinePattern pattern, int owner) {
    Set<String> best = null;
    Choice least = null;
    for (Set<String> any : pattern.requiredLiterals()) {
      // Every branch of an alternation is searched for, so the worst branch determines the cost.
      Choice worst = null;
      for (String literal : any) {
        Choice choice = choices.computeIfAbsent(literal, this::choiceFor);
        worst = worst == null || choice.worseThan(worst) ? choice : worst;
      }
      if (worst != null && (least == null || least.worseThan(worst))) {
        least = worst;
        best = any;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("A pattern without a required literal: " + pattern);
    }
    for (String literal : best) {
      byte[] bytes = PatternIndex.bytesOf(literal);
      Choice choice = Objects.requireNonNull(choices.get(literal));
      anchors.add(
          new LiteralPrefilter.Anchor(
              bytes, choice.tier(), choice.window(), pattern.ignoreCase(), owner));
    }
    addCompanion(pattern, owner, best);
  }

  /** The rarest four bytes, none a blank, of the literals that are not anchors. */
  private void addCompanion(LinePattern pattern, int owner, Set<String> anchor) {
    int[] of = counts[FOUR.gramPlace()];
    int least = Integer.MAX_VALUE;
    for (Set<String> any : pattern.requiredLiterals()) {
      if (any.size() > 1 || any == anchor) {
        continue;
      }
      byte[] b = PatternIndex.bytesOf(any.iterator().next());
      int blank = -1;
      for (int i = 0; i < b.length; i++) {
        blank = b[i] == ' ' ? i : blank;
        int place = i - FOUR.gram() + 1;
        if (place > blank && of[slot(FOUR.gramAt(b, place))] < least) {
          least = of[slot(FOUR.gramAt(b, place))];
          companions[owner] = (int) FOUR.gramAt(b, place);
        }
      }
    }
  }

  /** The cheapest scheme that finds a literal, with the window whose grams are rarest. */
  private Choice choiceFor(String literal) {
    byte[] b = PatternIndex.bytesOf(literal);
    boolean ordinary = OrdinaryLines.contain(literal);
    for (GramScheme tier : GramScheme.ALL) {
      Choice best = null;
      for (int w = 0; w < b.length; w++) {
        if (tier.canFind(b, w)) {
          Choice choice = new Choice(ordinary, tier, w, cost(tier, b, w));
          best = best == null || best.worseThan(choice) ? choice : best;
        }
      }
      if (best != null) {
        return best;
      }
    }
    throw new IllegalArgumentException("An empty literal cannot be found");
  }

  /** Squares, because one common gram dominates the cost. */
  private long cost(GramScheme tier, byte[] b, int window) {
    int[] of = counts[tier.gramPlace()];
    int[] tested = counts[tier.testedPlace()];
    long cost = 0;
    for (int k = 0; k < tier.step(); k++) {
      long walked = of[slot(tier.gramAt(b, window + k))];
      cost += LIST * walked * walked + tested[slot(tier.testKeyAt(b, window + k))];
    }
    return cost;
  }

  private static int slot(long key) {
    return (int) (key * GramScheme.MIX >>> 64 - COUNT_BITS);
  }
}
