package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.List;
import java.util.function.Consumer;

/** The lines of a {@code sequence:} signature, by rank. */
final class Sequences implements FormState {
  private final Form.Sequence form;
  private final Consumer<List<MatchedLine>> matches;
  private final RankStates<Chain> chains;

  /**
   * @param matches told of the lines of each match, in their order
   */
  Sequences(Form.Sequence form, EvaluationBudget budget, Consumer<List<MatchedLine>> matches) {
    this.form = form;
    this.matches = matches;
    this.chains = new RankStates<>(budget, () -> new Chain(form, budget), Chain::releaseAll);
  }

  @Override
  public void add(int part, MatchedLine line) {
    chains
        .stateOf(FormState.rankOf(line, form.anyRank()))
        .add(part, line)
        .filter(lines -> Nearness.isNear(form.window(), lines.getFirst(), line))
        .ifPresent(matches);
    chains.forgetEldest();
  }
}
