package dev.faultbook.diagnosis;

import dev.faultbook.codes.DeviceEvent;
import dev.faultbook.diagnosis.Ranks.State.Kind;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
  private static final Set<String> COMPARED =
      Set.of(
          "nccl",
          "driver",
          "driver_cuda_number",
          "cuda",
          "torch",
          "gpu",
          "cudnn",
          "python",
          "interface",
          "network",
          "env.MASTER_ADDR",
          "env.MASTER_PORT",
          "env.GLOO_SOCKET_IFNAME",
          "env.LD_LIBRARY_PATH",
          "env.PYTORCH_CUDA_ALLOC_CONF");

  /** Facts that all ranks must agree on for NCCL to work at all. */
  static final Set<String> BINDING = Set.of("nccl", "interface", "network");

  static final String NCCL_ENV = "env.NCCL_";

  private final RankEvidence evidence;
  private final FailureAnalysis failures;

  private RankAnalysis(RankEvidence evidence, FailureAnalysis failures) {
    this.evidence = evidence;
    this.failures = failures;
  }

  /** Analyzes the lanes of a log. */
  static Ranks analyzeRanks(
      RankView view,
      LogMatches log,
      List<Finding> findings,
      List<Suspect> suspects,
      FailureAnalysis failures,
      List<DeviceEvent> devices) {
    RankEvents events = new RankEvents(view, log, findings, suspects);
    return new RankAnalysis(
            new RankEvidence(
                view,
                log,
                events,
                new QuietLanes(view, events),
                view.findDifferences(COMPARED, NCCL_ENV)),
            failures)
        .buildRanks(findings, KernelTimeline.relateEvents(view, events, devices));
  }

  private Ranks buildRanks(List<Finding> findings, List<KernelEvent> kernel) {
    Ranks.First first = findFirst(findings);
    List<Ranks.State> states = new ArrayList<>();
    for (int lane = 0; lane < evidence.view().lanes().size(); lane++) {
      states.add(stateOf(lane, first));
    }
    return new Ranks(
        evidence.view(),
        evidence.log().sources(),
        first,
        states,
        findSuspects(first, states),
        evidence.quiet().absent(),
        evidence.differences().stream()
            .map(
                d ->
                    new Ranks.Difference(
                        RankEvidence.displayName(d.fact()), d.values(), meaningOf(d.fact())))
            .toList(),
        kernel,
        RankStep.adviseSteps(evidence, findings, first));
  }

  /**
   * The ranks to look at, in order: the first one, those with a cause of their own, those that are
   * behind or silent while others report the failure. If half of the ranks or more are among them,
   * none stands out.
   */
  private List<Integer> findSuspects(Ranks.First first, List<Ranks.State> states) {
    Set<Integer> suspects = ranksOf(states, Set.of(Kind.FIRST, Kind.FAILED));
    if (first != null && first.rank() != null) {
      suspects.add(first.rank());
    }
    suspects.addAll(ranksOf(states, Set.of(Kind.BEHIND)));
    if (suspects.isEmpty()) {
      suspects.addAll(ranksOf(states, Set.of(Kind.SILENT)));
      suspects.addAll(evidence.quiet().absent());
    }
    long ranked = evidence.view().lanes().stream().filter(lane -> lane.rank() != null).count();
    boolean standOut = suspects.size() * 2L < ranked + evidence.quiet().absent().size();
    boolean only = suspects.size() == 1 && first != null && first.rank() != null;
    return standOut || only ? new ArrayList<>(suspects) : List.of();
  }

  private Set<Integer> ranksOf(List<Ranks.State> states, Set<Kind> kinds) {
    Set<Integer> ranks = new TreeSet<>();
    for (int i = 0; i < states.size(); i++) {
      RankLane lane = evidence.view().lanes().get(i);
      if (lane.rank() != null && kinds.contains(states.get(i).kind())) {
        ranks.add(lane.rank());
      }
    }
    return ranks;
  }

  private static Ranks.Difference.Meaning meaningOf(String fact) {
    return BINDING.contains(fact) || fact.startsWith(NCCL_ENV)
        ? Ranks.Difference.Meaning.BINDING
        : Ranks.Difference.Meaning.EXPECTED;
  }

  private Ranks.First findFirst(List<Finding> findings) {
    FirstOfCause ofCause = new FirstOfCause(evidence);
    FirstWithoutCause without = new FirstWithoutCause(evidence);
    Optional<Finding> root =
        findings.stream().filter(finding -> finding.role() == Role.ROOT_CAUSE).findFirst();
    List<RankEvent> causes =
        evidence
            .events()
            .allEvents()
            .filter(event -> event.role() == Role.ROOT_CAUSE)
            .sorted(RankEvents::compareInTime)
            .toList();
    List<RankEvent> telling = causes.stream().filter(event -> !event.watchdog()).toList();
    if (root.isPresent() && !telling.isEmpty()) {
      return ofCause
          .findOddOne(root.get(), telling)
          .or(() -> without.findLostNode(telling))
          .orElseGet(() -> ofCause.findEarliest(telling, causes));
    }
    String entry = root.map(finding -> finding.entry().id()).orElse(null);
    return without
        .findOwnFailure(failures)
        .or(without::findUnknownError)
        .or(() -> without.findLostNode(List.of()))
        .or(() -> without.findLagging(entry))
        .or(() -> without.findOddTimeout(entry))
        .or(() -> without.findFewest(entry))
        .or(without::findQuietOne)
        .orElseGet(
            () ->
                causes.isEmpty() || onlyWaited(causes)
                    ? null
                    : ofCause.findEarliest(causes, causes));
  }

  /**
   * Whether several lanes show the cause only by their time-outs: they waited for a lane that does
   * not show it.
   */
  private static boolean onlyWaited(List<RankEvent> causes) {
    return causes.stream().allMatch(event -> event.watchdog() && event.shared())
        && causes.stream().map(RankEvent::lane).distinct().count() > 1;
  }

  private Ranks.State stateOf(int index, Ranks.First first) {
    List<RankEvent> of = evidence.events().eventsOf(index);
    RankLane lane = evidence.view().lanes().get(index);
    if (first != null && first.lane() == index) {
      return new Ranks.State(Kind.FIRST, first.because(), of);
    }
    if (of.stream().anyMatch(event -> event.isCause() && !event.watchdog())) {
      return new Ranks.State(Kind.FAILED, RankReason.of(RankReason.Kind.OWN), of);
    }
    if (evidence.quiet().behind().contains(index)) {
      return new Ranks.State(
          Kind.BEHIND,
          RankReason.of(RankReason.Kind.BEHIND, Objects.requireNonNull(lane.lastEnqueued())),
          of);
    }
    if (!of.isEmpty()) {
      boolean waited = of.stream().anyMatch(RankEvent::watchdog);
      return new Ranks.State(
          Kind.VICTIM,
          waited ? RankReason.of(RankReason.Kind.WAITED) : RankReason.of(RankReason.Kind.FOLLOWS),
          of);
    }
    if (evidence.quiet().silent().contains(index)) {
      return new Ranks.State(Kind.SILENT, RankReason.of(RankReason.Kind.SILENT), of);
    }
    return new Ranks.State(Kind.OK, RankReason.of(RankReason.Kind.UNREMARKABLE), of);
  }
}
