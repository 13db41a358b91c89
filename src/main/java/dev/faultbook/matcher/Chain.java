package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The progress of one sequence.
 *
 * <p>For each part, only the chain that began latest is kept: if any chain to the end is within the
 * window, that one is. So each line is processed once, regardless of the number of earlier ones.
 */
final class Chain {
  private final List<Integer> repeats;
  private final EvaluationBudget budget;
  private final List<Deque<Step>> latest = new ArrayList<>();
  private final Way[] ways;
  // A line may be reported for two parts in either order, and must not follow itself.
  private final Way[] waysBefore;

  /** The lines of the parts up to a part. */
  private record Way(List<MatchedLine> lines) {
    long lastLine() {
      return lines.getLast().line();
    }
  }

  /** A line of a part, with the chain to the part before it at that time. */
  private record Step(MatchedLine line, Way before) {}

  Chain(Form.Sequence form, EvaluationBudget budget) {
    this.repeats = form.lines().stream().map(Form.Part::times).toList();
    this.budget = budget;
    this.ways = new Way[repeats.size()];
    this.waysBefore = new Way[repeats.size()];
    repeats.forEach(n -> latest.add(new ArrayDeque<>()));
  }

  /**
   * Adds a line of a part.
   *
   * @return the lines of the whole sequence if this line completes it
   */
  Optional<List<MatchedLine>> add(int part, MatchedLine line) {
    Way before = part == 0 ? new Way(List.of()) : wayBefore(part - 1, line.line());
    if (before == null) {
      return Optional.empty();
    }
    Deque<Step> steps = latest.get(part);
    steps.addLast(new Step(line, before));
    hold(steps.getLast());
    if (steps.size() > repeats.get(part)) {
      release(steps.removeFirst());
    }
    if (steps.size() < repeats.get(part)) {
      return Optional.empty();
    }
    List<MatchedLine> lines = new ArrayList<>(steps.getFirst().before().lines());
    steps.forEach(step -> lines.add(step.line()));
    replaceWay(part, new Way(List.copyOf(lines)), line.line());
    return part == repeats.size() - 1 ? Optional.of(ways[part].lines()) : Optional.empty();
  }

  /** Releases the memory of its lines. */
  void releaseAll() {
    latest.forEach(steps -> steps.forEach(this::release));
    for (int part = 0; part < ways.length; part++) {
      release(ways[part]);
      release(waysBefore[part]);
    }
  }

  private void replaceWay(int part, Way way, long line) {
    if (ways[part] != null && ways[part].lastLine() < line) {
      release(waysBefore[part]);
      waysBefore[part] = ways[part];
    } else {
      release(ways[part]);
    }
    ways[part] = way;
    budget.spend(way.lines().size());
    way.lines().forEach(budget::hold);
  }

  private void hold(Step step) {
    budget.spend(1L + step.before().lines().size());
    budget.hold(step.line());
    step.before().lines().forEach(budget::hold);
  }

  private void release(Step step) {
    budget.release(step.line());
    step.before().lines().forEach(budget::release);
  }

  private void release(Way way) {
    if (way != null) {
      way.lines().forEach(budget::release);
    }
  }

  private Way wayBefore(int part, long line) {
    Way way = ways[part];
    return way == null || way.lastLine() < line ? way : waysBefore[part];
  }
}
