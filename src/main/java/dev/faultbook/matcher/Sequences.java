package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a {@code sequence:} signature per rank.
 *
 * <p>For each part, only the chain that began latest is kept: if any chain to the end is within the
 * window, that one is. So each line is processed once, regardless of the number of earlier ones.
 */
final class Sequences implements FormState {
  private final Form.Sequence form;
  private final EvaluationBudget budget;
  private final Matches matches;
  private final RankStates<Progress> ranks;

  Sequences(Form.Sequence form, EvaluationBudget budget, Matches matches) {
    this.form = form;
    this.budget = budget;
    this.matches = matches;
    this.ranks = new RankStates<>(budget, Progress::new, Progress::release);
  }

  @Override
  public void add(int part, MatchedLine line) {
    List<MatchedLine> whole = ranks.stateOf(FormState.rankOf(line, form.anyRank())).add(part, line);
    if (!whole.isEmpty() && FormState.isNear(form.window(), whole.getFirst(), line)) {
      matches.add(whole);
    }
    ranks.forgetEldest();
  }

  /** A line of a part, with the chain to the part before it at that time. */
  private record Step(MatchedLine line, List<MatchedLine> before) {}

  /** The chains of one rank: for each part, the lines of the parts up to it. */
  private final class Progress {
    private final List<Deque<Step>> latest = new ArrayList<>();
    private final List<@Nullable List<MatchedLine>> chains = new ArrayList<>();
    // A line may be reported for two parts in either order, and must not follow itself.
    private final List<@Nullable List<MatchedLine>> chainsBefore = new ArrayList<>();

    Progress() {
      for (Form.Part _ : form.lines()) {
        latest.add(new ArrayDeque<>(1));
        chains.add(null);
        chainsBefore.add(null);
      }
    }

    /** Returns the lines of the whole sequence if this line completes it, otherwise none. */
    List<MatchedLine> add(int part, MatchedLine line) {
      List<MatchedLine> before = part == 0 ? List.of() : chainBefore(part - 1, line.line());
      if (before == null) {
        return List.of();
      }
      int times = form.lines().get(part).times();
      Deque<Step> steps = latest.get(part);
      steps.addLast(new Step(line, before));
      hold(steps.getLast());
      if (steps.size() > times) {
        release(steps.removeFirst());
      }
      if (steps.size() < times) {
        return List.of();
      }
      List<MatchedLine> lines = new ArrayList<>(steps.getFirst().before());
      steps.forEach(step -> lines.add(step.line()));
      replaceChain(part, List.copyOf(lines));
      return part == form.lines().size() - 1 ? lines : List.of();
    }

    void release() {
      latest.forEach(steps -> steps.forEach(this::release));
      chains.forEach(this::release);
      chainsBefore.forEach(this::release);
    }

    private void replaceChain(int part, List<MatchedLine> chain) {
      List<MatchedLine> old = chains.set(part, chain);
      if (old != null && old.getLast().line() < chain.getLast().line()) {
        release(chainsBefore.set(part, old));
      } else {
        release(old);
      }
      budget.spend(chain.size());
      chain.forEach(budget::hold);
    }

    private @Nullable List<MatchedLine> chainBefore(int part, long line) {
      List<MatchedLine> chain = chains.get(part);
      return chain == null || chain.getLast().line() < line ? chain : chainsBefore.get(part);
    }

    private void hold(Step step) {
      budget.spend(1L + step.before().size());
      budget.hold(step.line());
      step.before().forEach(budget::hold);
    }

    private void release(Step step) {
      budget.release(step.line());
      release(step.before());
    }

    private void release(@Nullable List<MatchedLine> chain) {
      if (chain != null) {
        chain.forEach(budget::release);
      }
    }
  }
}
