package dev.faultbook.index;

import dev.faultbook.signature.LinePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses for each pattern the literal that it is found by, and the stretch of that literal whose
 * grams are rarest among all signatures: what few signatures speak of, few lines of a log hold, and
 * what many speak of would make every look at it walk a long list.
 */
final class AnchorChooser {
  /** Counts of grams share slots by hash: an estimate is enough to choose by. */
  private static final int COUNT_BITS = 20;

  private static final TierForm FOUR = TierForm.of(4);

  private final int[][] counts = new int[TierForm.ALL.size()][1 << COUNT_BITS];
  private final Map<String, Choice> choices = new HashMap<>();

  private record Choice(TierForm tier, int window, long cost) {
    boolean worseThan(Choice other) {
      return tier.place() != other.tier.place()
          ? tier.place() > other.tier.place()
          : cost > other.cost;
    }
  }

  private final List<AnchorTable.Anchor> anchors = new ArrayList<>();
  private final Companions companions;

  private AnchorChooser(int patterns) {
    this.companions = new Companions(patterns);
  }

  /**
   * What patterns are found by.
   *
   * @param anchors one for each pattern, or several where an alternation needs them
   * @param companions what else must stand in the line
   */
  record Chosen(List<AnchorTable.Anchor> anchors, Companions companions) {}

  static Chosen choose(List<LinePattern> patterns) {
    AnchorChooser chooser = new AnchorChooser(patterns.size());
    for (LinePattern pattern : patterns) {
      pattern.requirements().forEach(any -> any.forEach(chooser::count));
    }
    for (int i = 0; i < patterns.size(); i++) {
      chooser.add(patterns.get(i), i);
    }
    return new Chosen(chooser.anchors, chooser.companions);
  }

  private void count(String literal) {
    byte[] b = SignatureIndex.bytes(literal);
    // Long literals tell what is common for the short ones too.
    for (TierForm tier : TierForm.ALL) {
      int[] of = counts[tier.place()];
      for (int i = 0; i + tier.gram() <= b.length; i++) {
        of[slot(tier, b, i)]++;
      }
    }
  }

  private void add(LinePattern pattern, int owner) {
    Set<String> best = null;
    Choice least = null;
    for (Set<String> any : pattern.requirements()) {
      // Of an alternation every branch is looked for, so it costs what its worst branch costs.
      Choice worst = null;
      for (String literal : any) {
        Choice choice = choices.computeIfAbsent(literal, this::choice);
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
      byte[] bytes = SignatureIndex.bytes(literal);
      anchors.add(
          new AnchorTable.Anchor(
              bytes, choices.get(literal).window(), pattern.ignoreCase(), owner));
    }
    addCompanion(pattern, owner, best);
  }

  /** The rarest four bytes of the literals that are not looked for. */
  private void addCompanion(LinePattern pattern, int owner, Set<String> anchor) {
    int[] of = counts[FOUR.place()];
    int least = Integer.MAX_VALUE;
    for (Set<String> any : pattern.requirements()) {
      if (any.size() > 1 || any == anchor) {
        continue;
      }
      byte[] b = SignatureIndex.bytes(any.iterator().next());
      int blank = -1;
      for (int i = 0; i < b.length; i++) {
        blank = b[i] == ' ' ? i : blank;
        int place = i - FOUR.gram() + 1;
        if (place > blank && of[slot(FOUR, b, place)] < least) {
          least = of[slot(FOUR, b, place)];
          companions.set(owner, b, place);
        }
      }
    }
  }

  /**
   * The window of a literal whose grams are rarest; squares, because one common gram spoils all.
   */
  private Choice choice(String literal) {
    byte[] b = SignatureIndex.bytes(literal);
    TierForm tier = TierForm.of(b.length);
    int[] of = counts[tier.place()];
    int window = 0;
    long least = Long.MAX_VALUE;
    for (int w = 0; w + tier.shortest() <= b.length; w++) {
      long cost = 0;
      for (int k = 0; k < tier.step(); k++) {
        long count = of[slot(tier, b, w + k)];
        cost += count * count;
      }
      if (cost < least) {
        least = cost;
        window = w;
      }
    }
    return new Choice(tier, window, least);
  }

  private static int slot(TierForm tier, byte[] b, int at) {
    return (int) (tier.key(b, at) * TierForm.MIX >>> 64 - COUNT_BITS);
  }
}
