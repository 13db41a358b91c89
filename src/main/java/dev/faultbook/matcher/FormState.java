package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.List;

/** The evaluation of one signature in one log. Linear in the number of lines. */
interface FormState {
  /** Denotes lines of all ranks, or lines without a rank. */
  int NO_RANK = -1;

  /**
   * Adds a line.
   *
   * @param part index of the form's part that it matches, from 0
   */
  void add(int part, MatchedLine line);

  /** Receives the matches. */
  interface Matches {
    /**
     * Receives the lines of a match, in the order of the form.
     *
     * @return whether the match counts
     */
    boolean add(List<MatchedLine> lines);
  }

  /** The initial state of a form. */
  static FormState start(Form form, EvaluationBudget budget, Matches matches) {
    return switch (form) {
      case Form.Line _ -> (_, line) -> matches.add(List.of(line));
      case Form.All all -> new AllParts(all, budget, matches);
      case Form.Sequence sequence -> new Sequences(sequence, budget, matches);
      case Form.Pair pair -> new RankPairs(pair, budget, matches);
    };
  }

  /** Whether a window that ends with the last line reaches back to the first one. */
  static boolean isNear(Form.Window window, MatchedLine first, MatchedLine last) {
    if (window.lines() > 0) {
      return last.line() - first.line() <= window.lines();
    }
    LogTime from = first.time();
    LogTime to = last.time();
    // Without comparable times, a bound in seconds cannot be verified.
    return window.seconds() == 0
        || from != null
            && to != null
            && to.comparableTo(from)
            && Math.abs(to.millis() - from.millis()) <= window.seconds() * 1000L;
  }

  /** The rank with whose lines a line is joined. */
  static int rankOf(MatchedLine line, boolean anyRank) {
    return anyRank || line.rank() == null ? NO_RANK : line.rank();
  }
}
