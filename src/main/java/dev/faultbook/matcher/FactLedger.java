package dev.faultbook.matcher;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which facts a log has stated so far, and who states them, within bounds. What passes a bound is
 * dropped without a word: a fact with that many values tells nothing about a machine.
 */
final class FactLedger {
  /** A fact that has more distinct values than this is no fact. */
  private static final int MOST_VALUES = 64;

  /** Values that every fact may have when the memory for held lines is used up. */
  private static final int FEW_VALUES = 4;

  /**
   * Values, in all, of facts whose names the log gives, such as environment variables. An
   * environment has some hundred.
   */
  private static final int MOST_NAMED = 4096;

  /** Characters of a name that the log gives; a longer one is none. */
  private static final int LONGEST_NAME = 200;

  /** Pairs of a value and an origin that states it: 4,096 ranks may state 64 facts each. */
  private static final int MOST_STATED = 256 * 1024;

  /** Lines of one kind that are kept for each fact that counts lines rather than values. */
  private static final int MOST_LINES = 4096;

  /** As many of each origin are kept beyond that, so that no rank goes unheard. */
  private static final int MOST_OF_ORIGIN = 4;

  private final EvaluationBudget budget;
  private final Map<String, Set<String>> values = new HashMap<>();
  private final Map<String, Map<String, Set<Integer>>> stated = new TreeMap<>();
  private final Map<String, Lines> lines = new HashMap<>();
  private int named;
  private int pairs;

  /** How many lines a fact has, in all and of each origin. */
  private static final class Lines {
    long all;
    byte[] ofOrigin = {};

    int ofOrigin(int origin) {
      if (origin >= ofOrigin.length) {
        ofOrigin = Arrays.copyOf(ofOrigin, Math.max(origin + 1, 2 * ofOrigin.length));
      }
      if (ofOrigin[origin] <= MOST_OF_ORIGIN) {
        ofOrigin[origin]++;
      }
      return ofOrigin[origin];
    }
  }

  FactLedger(EvaluationBudget budget) {
    this.budget = budget;
  }

  /**
   * Whether no line stated the value before; who states it is noted in any case.
   *
   * @param open whether the log gives the fact's name, so that there may be any number of them
   * @param origin id of the origin that states it
   */
  boolean isNew(String name, String value, boolean open, int origin) {
    budget.spend(1);
    Set<String> known = values.getOrDefault(name, Set.of());
    boolean first = !value.isEmpty() && !known.contains(value) && hasRoom(name, known.size(), open);
    if (first) {
      values.computeIfAbsent(name, n -> new HashSet<>()).add(value);
      named += open ? 1 : 0;
    }
    if ((first || known.contains(value)) && pairs < MOST_STATED) {
      boolean added =
          stated
              .computeIfAbsent(name, n -> new TreeMap<>())
              .computeIfAbsent(value, v -> new TreeSet<>())
              .add(origin);
      pairs += added ? 1 : 0;
    }
    return first;
  }

  private boolean hasRoom(String name, int values, boolean open) {
    if (open && (named >= MOST_NAMED || name.length() > LONGEST_NAME || budget.isSpent())) {
      return false;
    }
    return values < (budget.isSpent() ? FEW_VALUES : MOST_VALUES);
  }

  /** Whether one more line of an origin is kept, for a fact that counts lines. */
  boolean wantsLine(String fact, int origin) {
    budget.spend(1);
    Lines of = lines.computeIfAbsent(fact, f -> new Lines());
    of.all++;
    int ofOrigin = of.ofOrigin(origin);
    return of.all <= MOST_LINES || ofOrigin <= MOST_OF_ORIGIN && !budget.isSpent();
  }

  /** Ids of the origins that state a value, by fact and value. */
  Map<String, Map<String, Set<Integer>>> statingStreams() {
    return stated;
  }
}
