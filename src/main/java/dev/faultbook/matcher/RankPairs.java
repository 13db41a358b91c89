package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Evaluates a {@code pair:} signature: the first lines of two ranks that agree in some captures and
 * differ in others.
 *
 * <p>Of lines that agree in both kinds of captures only one is kept; a rank's line is compared with
 * at most {@link #MAX_COMPARED} lines that differ.
 */
final class RankPairs implements FormState {
  /** Most lines per set of common captures, and most such sets. */
  private static final int MAX_ALIKE = 256;

  /** Two are sufficient, unless lines lack captures. */
  private static final int MAX_COMPARED = 8;

  /** Most ranks that are kept apart, counted in each set of common captures. */
  private static final int MAX_HEARD = 32 * 1024;

  /** Represents a missing capture; no decoded line contains it. */
  private static final String ABSENT = "\uFFFF";

  private final Form.Pair form;
  private final EvaluationBudget budget;
  private final Matches matches;
  private final Map<List<String>, Alike> alike = new HashMap<>();
  private int heard;

  /** The lines that agree in the captures listed in {@code same}. */
  private static final class Alike {
    /** By the captures that may differ; the first of equal ones. */
    final Map<List<String>, MatchedLine> lines = new LinkedHashMap<>();

    final Set<Integer> ranks = new HashSet<>();
  }

  RankPairs(Form.Pair form, EvaluationBudget budget, Matches matches) {
    this.form = form;
    this.budget = budget;
    this.matches = matches;
  }

  /** Adds a line; ignores one without a rank. */
  @Override
  public void add(int part, MatchedLine line) {
    budget.spend(1);
    if (line.rank() == null) {
      return;
    }
    List<String> key = valuesOf(form.same(), line);
    Alike others = alike.get(key);
    if (others == null) {
      if (alike.size() >= MAX_ALIKE) {
        return;
      }
      others = new Alike();
      alike.put(key, others);
    }
    List<String> mine = valuesOf(form.differ(), line);
    // Later lines of a rank may be consequences of its first one.
    if (heard >= MAX_HEARD || others.ranks.contains(line.rank()) || isPaired(line, mine, others)) {
      return;
    }
    heard++;
    others.ranks.add(line.rank());
    if (others.lines.size() < MAX_ALIKE
        && !budget.isSpent()
        && others.lines.putIfAbsent(mine, line) == null) {
      budget.hold(line);
    }
  }

  private boolean isPaired(MatchedLine line, List<String> mine, Alike others) {
    int compared = 0;
    for (Map.Entry<List<String>, MatchedLine> other : others.lines.entrySet()) {
      budget.spend(1);
      if (valuesDiffer(other.getKey(), mine)) {
        return matches.add(List.of(other.getValue(), line));
      }
      if (++compared == MAX_COMPARED) {
        break;
      }
    }
    return false;
  }

  /** The values of the captures, in the order of the names. */
  private static List<String> valuesOf(List<String> names, MatchedLine line) {
    return names.stream().map(name -> line.captures().getOrDefault(name, ABSENT)).toList();
  }

  private static boolean valuesDiffer(List<String> mine, List<String> theirs) {
    for (int i = 0; i < mine.size(); i++) {
      boolean both = !mine.get(i).equals(ABSENT) && !theirs.get(i).equals(ABSENT);
      if (!both || mine.get(i).equals(theirs.get(i))) {
        return false;
      }
    }
    return true;
  }
}
