package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Evaluates a {@code count:} signature per rank. Counting restarts after each match. */
final class CountedLines implements FormState {
  private final Form.Count form;
  private final EvaluationBudget budget;
  private final Matches matches;
  private final RankStates<Deque<MatchedLine>> recent;

  CountedLines(Form.Count form, EvaluationBudget budget, Matches matches) {
    this.form = form;
    this.budget = budget;
    this.matches = matches;
    this.recent =
        new RankStates<>(budget, () -> new ArrayDeque<>(1), last -> last.forEach(budget::release));
  }

  @Override
  public void add(int part, MatchedLine line) {
    Deque<MatchedLine> last = recent.stateOf(FormState.rankOf(line, form.anyRank()));
    budget.spend(1);
    budget.hold(line);
    last.addLast(line);
    if (last.size() > form.times()) {
      budget.release(last.removeFirst());
    }
    if (last.size() == form.times() && FormState.isNear(form.window(), last.getFirst(), line)) {
      matches.add(List.of(last.getFirst(), line));
      last.forEach(budget::release);
      last.clear();
    }
    recent.forgetEldest();
  }
}
