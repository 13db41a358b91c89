package dev.faultbook.matcher;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Records the facts that a log has stated so far, and the streams that state them, within limits.
 * Values beyond a limit are dropped silently: a fact with that many values says nothing about a
 * machine.
 */
final class FactLedger {
  /** Most distinct values of a fact. */
  private static final int MAX_VALUES = 64;

  /** Most values of a fact when the memory for lines is used up. */
  private static final int FEW_VALUES = 4;

  /**
   * Most values of all facts whose names come from the log, such as environment variables. An
   * environment has some hundred.
   */
  private static final int MAX_NAMED = 4096;

  /** Longest name that comes from the log, in characters; longer ones are ignored. */
  private static final int MAX_NAME = 200;

  /** Most pairs of a value and a stream that states it: 4,096 ranks may state 64 facts each. */
  private static final int MAX_STATED = 256 * 1024;

  /** Most lines per fact, for facts that count lines rather than values. */
  private static final int MAX_LINES = 4096;

  /**
   * Beyond that limit, this number of lines of each stream is still kept, so that no rank is
   * missed.
   */
  private static final int MAX_OF_ORIGIN = 4;

  private final EvaluationBudget budget;
  private final Map<String, Set<String>> values = new HashMap<>();
  private final Map<String, Map<String, Set<Integer>>> stated = new TreeMap<>();
  private final Map<String, Long> lines = new HashMap<>();

  /** The number of lines by fact and stream; counted up to one more than the limit. */
  private final Map<String, Map<Integer, Integer>> linesOfOrigin = new HashMap<>();

  private int named;
  private int pairs;

  FactLedger(EvaluationBudget budget) {
    this.budget = budget;
  }

  /**
   * Records a value.
   *
   * @param open whether the name of the fact comes from the log, so that the number of facts is
   *     unbounded
   * @param origin id of the stream that states it
   * @return whether no line stated the value before; the stream is recorded in any case
   */
  boolean isNew(String name, String value, boolean open, int origin) {
    budget.spend(1);
    Set<String> known = values.getOrDefault(name, Set.of());
    boolean first = !value.isEmpty() && !known.contains(value) && hasRoom(name, known.size(), open);
    if (first) {
      values.computeIfAbsent(name, n -> new HashSet<>()).add(value);
      named += open ? 1 : 0;
    }
    if ((first || known.contains(value)) && pairs < MAX_STATED) {
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
    if (open && (named >= MAX_NAMED || name.length() > MAX_NAME || budget.isSpent())) {
      return false;
    }
    return values < (budget.isSpent() ? FEW_VALUES : MAX_VALUES);
  }

  /** Whether to keep one more line of a stream, for a fact that counts lines. */
  boolean wantsLine(String fact, int origin) {
    budget.spend(1);
    long all = lines.merge(fact, 1L, Long::sum);
    int ofOrigin =
        linesOfOrigin
            .computeIfAbsent(fact, f -> new HashMap<>())
            .merge(origin, 1, (n, one) -> Math.min(n + one, MAX_OF_ORIGIN + 1));
    return all <= MAX_LINES || ofOrigin <= MAX_OF_ORIGIN && !budget.isSpent();
  }

  /** Ids of the streams that state a value, by fact and value. */
  Map<String, Map<String, Set<Integer>>> statingStreams() {
    return stated;
  }
}
