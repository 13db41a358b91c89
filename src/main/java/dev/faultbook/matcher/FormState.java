package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.List;

/** How far the lines of one signature have come in one log. Linear in the lines. */
interface FormState {
  /** Stands for lines of all ranks, or for those that name none. */
  int NO_RANK = -1;

  /**
   * Takes a line.
   *
   * @param part which of the form's parts it is, from 0
   */
  void add(int part, MatchedLine line);

  /** Is told of the matches. */
  interface Matches {
    /**
     * Takes the lines of a match, in the order of the form.
     *
     * @return whether the match counts
     */
    boolean add(List<MatchedLine> lines);
  }

  /** The state of a form before the first line. */
  static FormState start(Form form, EvaluationBudget budget, Matches matches) {
    return switch (form) {
      case Form.Line _ -> (_, line) -> matches.add(List.of(line));
      case Form.All all -> new AllParts(all, budget, matches);
      case Form.Sequence sequence -> new Sequences(sequence, budget, matches);
      case Form.Count count -> new CountedLines(count, budget, matches);
      case Form.Pair pair -> new RankPairs(pair, budget, matches);
    };
  }

  /** The rank whose lines a line is joined with. */
  static int rankOf(MatchedLine line, boolean anyRank) {
    return anyRank || line.rank() == null ? NO_RANK : line.rank();
  }
}
