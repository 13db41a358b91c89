package dev.faultbook.matcher;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What one signature remembers of each rank. Of more ranks than {@link #MOST_RANKS}, or when the
 * budget is spent, the rank that was heard longest ago is forgotten.
 */
final class RankStates<T> {
  /** Four times as many as a report has lanes; lines of forgotten ranks match anew. */
  static final int MOST_RANKS = 16 * 1024;

  private final Map<Integer, T> states = new LinkedHashMap<>(16, 0.75f, true);
  private final EvaluationBudget budget;
  private final Supplier<T> fresh;
  private final Consumer<T> forget;

  /**
   * @param fresh makes the state of a rank that was not heard before
   * @param forget told of each state that is dropped
   */
  RankStates(EvaluationBudget budget, Supplier<T> fresh, Consumer<T> forget) {
    this.budget = budget;
    this.fresh = fresh;
    this.forget = forget;
  }

  /** The state of a rank, which is the one heard last from now on. */
  T stateOf(int rank) {
    return states.computeIfAbsent(rank, r -> fresh.get());
  }

  /** Forgets ranks until the rest is within bounds; the one heard last stays. */
  void forgetEldest() {
    while (states.size() > MOST_RANKS || budget.isSpent() && states.size() > 1) {
      budget.spend(1);
      var eldest = states.entrySet().iterator();
      T dropped = eldest.next().getValue();
      eldest.remove();
      forget.accept(dropped);
    }
  }
}
