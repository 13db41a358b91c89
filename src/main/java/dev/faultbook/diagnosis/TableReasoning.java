package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Facts;
import dev.faultbook.compatibility.LoggedSetup;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.compatibility.Verdict.Outcome;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.stream.FactReading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Applies the compatibility tables to the set-up in a log: they confirm a cause, exclude a weak
 * match, or identify the cause of a failure that the log shows only by a symptom.
 *
 * <p>A broken set-up alone is not a finding. The log must show a failure that the cause produces
 * and that no other finding explains, because people also paste logs of machines where the GPU is
 * not used.
 */
final class TableReasoning {
  private static final Set<Outcome> BROKEN =
      Set.of(Outcome.ARCH_NOT_IN_BUILD, Outcome.DRIVER_TOO_OLD, Outcome.TORCH_CPU_BUILD);

  /** A launcher reports that a rank failed; that says nothing about its GPU. */
  private static final String LAUNCHER = "launcher";

  private static final List<String> DECIDED_BY =
      List.of("cuda_available", "gpu", "compute_capability", "driver", "torch");

  private final Knowledge knowledge;
  private final Facts facts;
  private final Optional<Verdict> verdict;

  TableReasoning(Knowledge knowledge, Facts facts) {
    this.knowledge = knowledge;
    this.facts = facts;
    this.verdict = LoggedSetup.judgeFacts(knowledge.compatibility(), facts);
  }

  /** The verdict, if it confirms an entry. */
  Optional<Verdict> findConfirmation(Entry entry) {
    return verdict.filter(
        v -> BROKEN.contains(v.outcome()) && v.outcome().tag().equals(entry.id()));
  }

  /**
   * The reason why an entry with only weak matches cannot apply: the set-up that it blames works.
   *
   * @return empty if nothing excludes it
   */
  List<Statement> findExclusion(Entry entry) {
    boolean judged = BROKEN.stream().anyMatch(outcome -> outcome.tag().equals(entry.id()));
    return verdict
        .filter(v -> judged && v.outcome() == Outcome.OK)
        .map(v -> List.of(v.reasons().getFirst(), v.reasons().getLast()))
        .orElse(List.of());
  }

  /** The cause that the tables identify for a failure that no finding explains. */
  Optional<Suspect> findCause(
      LogMatches found, List<Suspect> suspects, List<Diagnosis.RuledOut> ruledOut) {
    return verdict
        .filter(v -> BROKEN.contains(v.outcome()))
        .flatMap(v -> knowledge.findEntry(v.outcome().tag()))
        .filter(entry -> entry.kind() == EntryKind.CAUSE)
        .filter(entry -> suspects.stream().noneMatch(s -> s.id().equals(entry.id())))
        .filter(entry -> ruledOut.stream().noneMatch(out -> out.entry().id().equals(entry.id())))
        .filter(entry -> explainsFailure(entry, suspects))
        .map(
            entry -> {
              List<Finding.Evidence> lines = collectEvidence(found);
              return new Suspect(entry, List.of(), lines, lines.size(), Optional.empty(), verdict);
            });
  }

  private boolean explainsFailure(Entry cause, List<Suspect> suspects) {
    Set<String> produces = knowledge.explainedBy(cause.id());
    boolean unexplained =
        suspects.stream()
            .filter(s -> s.isOfKind(EntryKind.SYMPTOM) && produces.contains(s.id()))
            .filter(s -> !s.entry.component().equals(LAUNCHER))
            .anyMatch(s -> !accountedFor(s, suspects));
    return unexplained || withoutCuda(cause);
  }

  private boolean accountedFor(Suspect symptom, List<Suspect> suspects) {
    return suspects.stream()
        .filter(other -> other.isOfKind(EntryKind.CAUSE))
        .anyMatch(other -> knowledge.explainedBy(other.id()).contains(symptom.id()));
  }

  /** Whether CUDA was requested on a machine with a GPU but is not available. */
  private boolean withoutCuda(Entry cause) {
    boolean gpu = !facts.values("gpu").isEmpty() || !facts.values("driver").isEmpty();
    return gpu
        && !cause.id().equals(Outcome.ARCH_NOT_IN_BUILD.tag())
        && facts.values("cuda_available").equals(List.of("False"));
  }

  /** The first line of each fact on which the verdict is based. */
  private static List<Finding.Evidence> collectEvidence(LogMatches found) {
    List<Finding.Evidence> lines = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (FactReading reading : found.evidence().facts()) {
      if (DECIDED_BY.contains(reading.fact()) && seen.add(reading.fact())) {
        lines.add(new Finding.Evidence(reading.line(), reading.fact() + ": " + reading.value()));
      }
    }
    return lines;
  }
}
