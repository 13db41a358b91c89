package dev.faultbook.diagnosis;

import dev.faultbook.codes.DeviceEvent;
import dev.faultbook.diagnosis.Ranks.State.Kind;
import dev.faultbook.stream.RankLane;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Determines which lane failed first, which lanes followed, and which are silent or behind.
 *
 * <p>The rules, in order:
 *
 * <ol>
 *   <li>If a cause was found, its earliest line on the common clock decides. Time-outs are ignored
 *       if the cause has other lines. If half of the lanes report the cause and a few of them
 *       differ from the rest in a fact that the cause depends on, those failed first.
 *   <li>A node whose ranks report nothing about the failure, while all other nodes do, was lost:
 *       the others' network errors are its effect.
 *   <li>Without a cause: the lane whose own failure is sufficient as an explanation, whether or not
 *       an entry explains it.
 *   <li>Without either: an error without an entry that precedes every time-out; ranks that
 *       PyTorch's own analysis calls lagging; a rank that waits for another collective than the
 *       rest; the rank that enqueued the fewest; the rank that is silent, or has no line at all.
 * </ol>
 */
final class RankAnalysis {
  private static final int MAX_ABSENT = 16;

  private final RankEvidence evidence;
  private final Set<Integer> awaited;
  private final Set<Integer> waiting;

  /**
   * @param awaited the ranks that stacks or records show to be awaited
   * @param waiting those that wait for them
   */
  RankAnalysis(RankEvidence evidence, Set<Integer> awaited, Set<Integer> waiting) {
    this.evidence = evidence;
    this.awaited = awaited;
    this.waiting = waiting;
  }

  /**
   * Analyzes the lanes of a log.
   *
   * @param first what {@link FirstLane} found
   */
  Ranks analyzeRanks(
      List<Finding> findings, List<DeviceEvent> devices, Ranks.@Nullable First first) {
    List<Ranks.State> states = new ArrayList<>();
    for (int lane = 0; lane < evidence.view.lanes().size(); lane++) {
      states.add(stateOf(lane, first));
    }
    return new Ranks(
        evidence.view,
        evidence.log.evidence().sources(),
        first,
        states,
        findSuspects(first, states),
        evidence.absent,
        evidence.differences,
        KernelTimeline.relateEvents(evidence, devices),
        adviseSteps(findings, first));
  }

  /**
   * The ranks to look at, in order: the first one, those with a cause of their own, those that are
   * behind or silent while others report the failure. If half of the ranks or more are among them,
   * none stands out.
   */
  private List<Integer> findSuspects(Ranks.@Nullable First first, List<Ranks.State> states) {
    if (awaited.size() > 1) {
      return List.copyOf(awaited);
    }
    Set<Integer> suspects = ranksOf(states, Set.of(Kind.FIRST, Kind.FAILED));
    if (first != null && first.rank() != null) {
      suspects.add(first.rank());
    }
    suspects.addAll(ranksOf(states, Set.of(Kind.BEHIND)));
    if (suspects.isEmpty()) {
      suspects.addAll(ranksOf(states, Set.of(Kind.SILENT)));
      suspects.addAll(evidence.absent);
    }
    long ranked = evidence.view.lanes().stream().filter(lane -> lane.rank() != null).count();
    boolean standOut = suspects.size() * 2L < ranked + evidence.absent.size();
    boolean only = suspects.size() == 1 && first != null && first.rank() != null;
    return standOut || only ? new ArrayList<>(suspects) : List.of();
  }

  private Set<Integer> ranksOf(List<Ranks.State> states, Set<Kind> kinds) {
    Set<Integer> ranks = new TreeSet<>();
    for (int i = 0; i < states.size(); i++) {
      RankLane lane = evidence.view.lanes().get(i);
      if (lane.rank() != null && kinds.contains(states.get(i).kind())) {
        ranks.add(lane.rank());
      }
    }
    return ranks;
  }

  private Ranks.State stateOf(int index, Ranks.@Nullable First first) {
    List<RankEvent> of = evidence.eventsOf(index);
    if (first != null && first.lane() == index) {
      return new Ranks.State(Kind.FIRST, first.because(), of);
    }
    if (of.stream().anyMatch(event -> event.isCause() && !event.watchdog())) {
      return toState(Kind.FAILED, RankStatement.Kind.REASON_OWN, of);
    }
    if (evidence.behind.contains(index)) {
      RankStatement last =
          RankStatement.of(RankStatement.Kind.REASON_BEHIND, evidence.lastEnqueued(index));
      return new Ranks.State(Kind.BEHIND, last, of);
    }
    if (of.stream().anyMatch(RankEvent::watchdog)) {
      return toState(Kind.VICTIM, RankStatement.Kind.REASON_WAITED, of);
    }
    if (!of.isEmpty()) {
      return toState(Kind.VICTIM, RankStatement.Kind.REASON_FOLLOWS, of);
    }
    Integer rank = evidence.view.lanes().get(index).rank();
    if (rank != null && waiting.contains(rank)) {
      return toState(Kind.VICTIM, RankStatement.Kind.REASON_WAITING, of);
    }
    return evidence.silent.contains(index)
        ? toState(Kind.SILENT, RankStatement.Kind.REASON_SILENT, of)
        : toState(Kind.OK, RankStatement.Kind.UNREMARKABLE, of);
  }

  private static Ranks.State toState(Kind kind, RankStatement.Kind reason, List<RankEvent> events) {
    return new Ranks.State(kind, RankStatement.of(reason), events);
  }

  /**
   * What to collect if nothing in the log explains the failure, most useful first; nothing if the
   * cause is shown by more than a time-out.
   */
  private List<RankStatement> adviseSteps(List<Finding> findings, Ranks.@Nullable First first) {
    if (evidence.events().findAny().isEmpty() || isExplained(findings, first)) {
      return List.of();
    }
    List<RankStatement> steps = new ArrayList<>();
    if (!evidence.absent.isEmpty()) {
      String ranks =
          evidence.absent.stream()
              .limit(MAX_ABSENT)
              .map(String::valueOf)
              .collect(Collectors.joining(", "));
      String rest = evidence.absent.size() > MAX_ABSENT ? ", …" : "";
      steps.add(RankStatement.of(RankStatement.Kind.COLLECT_ABSENT, ranks + rest));
    }
    if (first != null && (first.lane() < 0 || evidence.silent.contains(first.lane()))) {
      addStepsForQuiet(first, steps);
    }
    if (!evidence.timeouts.isEmpty()) {
      steps.add(RankStatement.of(RankStatement.Kind.COLLECT_RECORDER));
      steps.add(RankStatement.of(RankStatement.Kind.COLLECT_STACKS));
    }
    if (evidence.view.span() == null) {
      steps.add(RankStatement.of(RankStatement.Kind.COLLECT_TIMES));
    }
    return steps;
  }

  /** The lane that failed first became silent, or has no line in the log. */
  private static void addStepsForQuiet(Ranks.First first, List<RankStatement> steps) {
    if (first.node() != null) {
      steps.add(RankStatement.of(RankStatement.Kind.COLLECT_KERNEL, first.node()));
    } else if (first.rank() != null) {
      Object rank = new RankStatement.RankNumber(first.rank());
      steps.add(RankStatement.of(RankStatement.Kind.COLLECT_KERNEL, rank));
    }
    steps.add(RankStatement.of(RankStatement.Kind.COLLECT_STDERR));
  }

  private boolean isExplained(List<Finding> findings, Ranks.@Nullable First first) {
    return first != null
        && first.entry() != null
        && findings.stream().anyMatch(f -> f.role() == Role.ROOT_CAUSE)
        && evidence.events().anyMatch(e -> e.role() == Role.ROOT_CAUSE && !e.watchdog());
  }
}
