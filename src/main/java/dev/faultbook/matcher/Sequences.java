package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;

/** Evaluates a {@code sequence:} signature per rank. */
final class Sequences implements FormState {
  private final Form.Sequence form;
  private final Matches matches;
  private final RankStates<Chain> chains;

  Sequences(Form.Sequence form, EvaluationBudget budget, Matches matches) {
    this.form = form;
    this.matches = matches;
    this.chains = new RankStates<>(budget, () -> new Chain(form, budget), Chain::releaseAll);
  }

  @Override
  public void add(int part, MatchedLine line) {
    chains
        .stateOf(FormState.rankOf(line, form.anyRank()))
        .add(part, line)
        .filter(lines -> FormState.isNear(form.window(), lines.getFirst(), line))
        .ifPresent(matches::add);
    chains.forgetEldest();
  }
}
