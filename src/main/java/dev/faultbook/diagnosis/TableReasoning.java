package dev.faultbook.diagnosis;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.compatibility.Verdict.Outcome;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.facts.Facts;
import dev.faultbook.facts.LoggedSetup;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.stream.FactReading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the compatibility tables say about a log's set-up: they confirm a cause, rule a mere hint
 * out, or name the cause of a failure that the log shows only by a symptom.
 *
 * <p>A broken set-up alone is no finding. The log must show a failure that the cause produces and
 * that nothing else found accounts for, because people paste logs of machines on which the GPU is
 * not meant to be used.
 */
final class TableReasoning {
  private static final Set<Outcome> BROKEN =
      Set.of(Outcome.ARCH_NOT_IN_BUILD, Outcome.DRIVER_TOO_OLD, Outcome.TORCH_CPU_BUILD);

  /** A launcher reports that a rank failed, which says nothing of its GPU. */
  private static final String LAUNCHER = "launcher";

  private static final List<String> DECIDED_BY =
      List.of("cuda_available", "gpu", "compute_capability", "driver", "torch");

  private final Edition edition;
  private final Facts facts;
  private final Optional<Verdict> verdict;

  TableReasoning(Edition edition, Facts facts) {
    this.edition = edition;
    this.facts = facts;
    this.verdict = LoggedSetup.judgeFacts(new Compatibility(edition.compatibility()), facts);
  }

  /** The verdict, where it confirms an entry. */
  Optional<Verdict> findConfirmation(Entry entry) {
    return verdict.filter(
        v -> BROKEN.contains(v.outcome()) && v.outcome().tag().equals(entry.id()));
  }

  /** Why an entry that is only hinted at cannot be: the set-up that it finds fault with works. */
  Optional<Ground> findExclusion(Entry entry) {
    boolean judged = BROKEN.stream().anyMatch(outcome -> outcome.tag().equals(entry.id()));
    return verdict
        .filter(v -> judged && v.outcome() == Outcome.OK)
        .map(v -> new Ground.Tables(List.of(v.reasons().getFirst(), v.reasons().getLast())));
  }

  /** The cause that the tables name for a failure that nothing found accounts for. */
  Optional<Suspect> findCause(LogMatches found, List<Suspect> suspects, List<RuledOut> ruledOut) {
    return verdict
        .filter(v -> BROKEN.contains(v.outcome()))
        .flatMap(v -> edition.findEntry(v.outcome().tag()))
        .filter(entry -> entry.kind() == EntryKind.CAUSE)
        .filter(entry -> suspects.stream().noneMatch(s -> s.id().equals(entry.id())))
        .filter(entry -> ruledOut.stream().noneMatch(out -> out.entry().id().equals(entry.id())))
        .filter(entry -> explainsFailure(entry, suspects))
        .map(entry -> Suspect.ofTables(entry, collectEvidence(found), verdict.orElseThrow()));
  }

  private boolean explainsFailure(Entry cause, List<Suspect> suspects) {
    Set<String> produces = edition.explainedBy(cause.id());
    boolean unexplained =
        suspects.stream()
            .filter(s -> s.isOfKind(EntryKind.SYMPTOM) && produces.contains(s.id()))
            .filter(s -> !s.entry().component().equals(LAUNCHER))
            .anyMatch(s -> !accountedFor(s, suspects));
    return unexplained || withoutCuda(cause);
  }

  private boolean accountedFor(Suspect symptom, List<Suspect> suspects) {
    return suspects.stream()
        .filter(other -> other.isOfKind(EntryKind.CAUSE))
        .anyMatch(other -> edition.explainedBy(other.id()).contains(symptom.id()));
  }

  /** CUDA was asked for, on a machine that has a GPU, and is not there. */
  private boolean withoutCuda(Entry cause) {
    boolean gpu = !facts.values("gpu").isEmpty() || !facts.values("driver").isEmpty();
    return gpu
        && !cause.id().equals(Outcome.ARCH_NOT_IN_BUILD.tag())
        && facts.values("cuda_available").equals(List.of("False"));
  }

  /** The first line of each fact that was decided on. */
  private static List<Evidence> collectEvidence(LogMatches found) {
    List<Evidence> lines = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (FactReading reading : found.facts()) {
      if (DECIDED_BY.contains(reading.fact()) && seen.add(reading.fact())) {
        lines.add(new Evidence(reading.line(), reading.fact() + ": " + reading.value()));
      }
    }
    return lines;
  }
}
