package dev.faultbook.matcher;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The state of one signature for each rank. If there are more ranks than {@link #MAX_RANKS}, or if
 * the budget is used up, the least recently used rank is forgotten.
 */
final class RankStates<T> {
  /** Four times the lanes of a report; lines of forgotten ranks start a new state. */
  static final int MAX_RANKS = 16 * 1024;

  private final Map<Integer, T> states = new LinkedHashMap<>(16, 0.75f, true);
  private final EvaluationBudget budget;
  private final Supplier<T> fresh;
  private final Consumer<T> forget;

  /**
   * @param fresh creates the state of a new rank
   * @param forget called with each state that is dropped
   */
  RankStates(EvaluationBudget budget, Supplier<T> fresh, Consumer<T> forget) {
    this.budget = budget;
    this.fresh = fresh;
    this.forget = forget;
  }

  /** The state of a rank, which becomes the most recently used one. */
  T stateOf(int rank) {
    return states.computeIfAbsent(rank, r -> fresh.get());
  }

  /** Forgets ranks until the rest is within the limits; the most recently used one stays. */
  void forgetEldest() {
    while (states.size() > MAX_RANKS || budget.isSpent() && states.size() > 1) {
      budget.spend(1);
      var eldest = states.entrySet().iterator();
      T dropped = eldest.next().getValue();
      eldest.remove();
      forget.accept(dropped);
    }
  }
}
