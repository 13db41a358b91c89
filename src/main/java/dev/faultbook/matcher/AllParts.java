package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates an {@code all:} signature: its lines, in any order.
 *
 * <p>A line with a rank is joined with other lines of that rank, and with lines without a rank for
 * parts that the rank lacks. A line without a rank may belong to any rank: it is joined with other
 * lines without a rank, and with each rank that has all the parts that those lack.
 *
 * <p>To find these ranks without iterating over all of them, ranks are grouped by the parts that
 * they have. The lines of a rank are joined with at most {@link #MAX_JOINED} lines without a rank
 * until the rank has a new line, so that the amortized cost of a line is constant.
 */
final class AllParts implements FormState {
  /** Most lines without a rank that are joined with the lines of a rank. */
  private static final int MAX_JOINED = 8;

  /** Most groups of ranks that are checked for one line; two parts make 3, six parts make 63. */
  private static final int MAX_SETS = 64;

  private final Form.All form;
  private final EvaluationBudget budget;
  private final Matches matches;
  private final Parts withoutRank;
  private final RankStates<Parts> ranks;

  /** Ranks that may still be joined, grouped by the parts that they have; the latest group last. */
  private final SequencedMap<Long, Set<Parts>> waiting = new LinkedHashMap<>();

  AllParts(Form.All form, EvaluationBudget budget, Matches matches) {
    this.form = form;
    this.budget = budget;
    this.matches = matches;
    this.withoutRank = new Parts();
    this.ranks = new RankStates<>(budget, Parts::new, this::forgetRank);
  }

  /** The latest lines of one part, as many as the part requires. */
  private final class Run {
    private final int times;
    private final Deque<MatchedLine> lines = new ArrayDeque<>(1);

    Run(int times) {
      this.times = times;
    }

    void add(MatchedLine line) {
      budget.hold(line);
      lines.addLast(line);
      if (lines.size() > times) {
        budget.release(lines.removeFirst());
      }
    }

    boolean isComplete() {
      return lines.size() == times;
    }

    /** Drops lines that are too far away to be part of a later match. */
    void dropBefore(long line) {
      while (!lines.isEmpty() && lines.getFirst().line() < line) {
        budget.spend(1);
        budget.release(lines.removeFirst());
      }
    }
  }

  /** The latest lines of each part, for one rank or for the lines without a rank. */
  private final class Parts {
    private final Run[] runs = new Run[form.lines().size()];
    private long complete;
    private int joins;

    void add(int part, MatchedLine line) {
      if (runs[part] == null) {
        runs[part] = new Run(form.lines().get(part).times());
      }
      runs[part].add(line);
      updateComplete(part);
      joins = MAX_JOINED;
    }

    /** The lines of a part; null if some are missing. */
    @Nullable Run completeRun(int part) {
      return (complete & bit(part)) == 0 ? null : runs[part];
    }

    void dropBefore(long line) {
      for (int part = 0; part < runs.length; part++) {
        if (runs[part] != null) {
          runs[part].dropBefore(line);
          updateComplete(part);
        }
      }
    }

    void clear() {
      for (Run run : runs) {
        if (run != null) {
          run.lines.forEach(budget::release);
        }
      }
    }

    private void updateComplete(int part) {
      complete = runs[part].isComplete() ? complete | bit(part) : complete & ~bit(part);
    }
  }

  @Override
  public void add(int part, MatchedLine line) {
    budget.spend(1);
    if (form.anyRank() || line.rank() == null) {
      withoutRank.add(part, line);
      joinParts(withoutRank, part, line);
      if (!form.anyRank()) {
        joinRanks(part, line);
      }
      return;
    }
    Parts own = ranks.stateOf(line.rank());
    removeWaiting(own);
    own.add(part, line);
    addWaiting(own);
    joinParts(own, part, line);
    ranks.forgetEldest();
  }

  /** Joins a line without a rank with the ranks that have all parts that such lines lack. */
  private void joinRanks(int part, MatchedLine line) {
    long lacking = allBits() & ~suppliedParts(part, line);
    List<Set<Parts>> sets = new ArrayList<>();
    int asked = 0;
    for (var set : waiting.reversed().entrySet()) {
      budget.spend(1);
      if ((set.getKey() & lacking) == lacking) {
        sets.add(set.getValue());
      }
      if (++asked == MAX_SETS) {
        break;
      }
    }
    for (Set<Parts> set : sets) {
      for (Parts rank : List.copyOf(set)) {
        joinRank(rank, part, line, lacking);
      }
    }
  }

  private void joinRank(Parts rank, int part, MatchedLine line, long lacking) {
    removeWaiting(rank);
    if (form.window().lines() > 0) {
      rank.dropBefore(line.line() - form.window().lines());
    }
    if ((rank.complete & lacking) == lacking) {
      rank.joins--;
      joinParts(rank, part, line);
    }
    addWaiting(rank);
  }

  /** The bits of the parts that a line without a rank and the earlier ones near it match. */
  private long suppliedParts(int part, MatchedLine line) {
    long supplied = form.lines().get(part).times() == 1 ? bit(part) : 0;
    for (int i = 0; i < form.lines().size(); i++) {
      Run run = withoutRank.completeRun(i);
      supplied |=
          run != null && FormState.isNear(form.window(), run.lines.getFirst(), line) ? bit(i) : 0;
    }
    budget.spend(form.lines().size());
    return supplied;
  }

  private void joinParts(Parts own, int part, MatchedLine line) {
    int parts = form.lines().size();
    budget.spend(parts);
    Run[] runs = new Run[parts];
    for (int i = 0; i < parts; i++) {
      boolean itself = i == part && form.lines().get(i).times() == 1;
      Run run = own.completeRun(i) == null ? withoutRank.completeRun(i) : own.completeRun(i);
      if (!itself
          && (run == null || !FormState.isNear(form.window(), run.lines.getFirst(), line))) {
        return;
      }
      runs[i] = itself ? null : run;
    }
    List<MatchedLine> lines = new ArrayList<>();
    for (Run run : runs) {
      if (run == null) {
        lines.add(line);
      } else {
        budget.spend(run.lines.size());
        lines.addAll(run.lines);
      }
    }
    matches.add(lines);
  }

  private void addWaiting(Parts rank) {
    if (rank.complete != 0 && rank.joins > 0) {
      Set<Parts> known = waiting.get(rank.complete);
      Set<Parts> set = known == null ? new LinkedHashSet<>() : known;
      waiting.putLast(rank.complete, set);
      set.add(rank);
    }
  }

  private void removeWaiting(Parts rank) {
    Set<Parts> set = waiting.get(rank.complete);
    if (set != null && set.remove(rank) && set.isEmpty()) {
      waiting.remove(rank.complete);
    }
  }

  private void forgetRank(Parts rank) {
    removeWaiting(rank);
    rank.clear();
  }

  private long allBits() {
    return -1L >>> Long.SIZE - form.lines().size();
  }

  private static long bit(int part) {
    return 1L << part;
  }
}
