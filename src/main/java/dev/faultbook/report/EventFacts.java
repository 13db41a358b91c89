package dev.faultbook.report;

import dev.faultbook.compatibility.Facts;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.run.Checkpoint;
import dev.faultbook.stream.MatchedLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The facts that fill the page of a finding: those of the log with one value and, where it states
 * several, the value that the finding's own line, rank or node states. Where nothing ties one of
 * several values to the event, there is none.
 */
final class EventFacts {
  /** Facts of one process or machine: a single value may still be that of another rank. */
  private static final Set<String> OF_PROCESS = Set.of("pid", "gpu_index", "pci_address", "node");

  private final Diagnosis diagnosis;
  private final @Nullable MatchedLine event;
  private final Set<Long> lines;

  private EventFacts(Diagnosis diagnosis, Finding finding) {
    this.diagnosis = diagnosis;
    this.event =
        finding
            .telling()
            .or(() -> finding.evidence().stream().map(Finding.Evidence::line).findFirst())
            .orElse(null);
    this.lines = finding.evidence().stream().map(e -> e.line().line()).collect(Collectors.toSet());
  }

  /** Values by the names of facts, in the order in which the log states them. */
  static Map<String, String> of(Diagnosis diagnosis, Finding finding) {
    return new EventFacts(diagnosis, finding).collect();
  }

  private Map<String, String> collect() {
    Map<String, String> facts = new LinkedHashMap<>();
    diagnosis
        .facts()
        .all()
        .forEach((name, values) -> valueOf(name, values).ifPresent(v -> facts.put(name, v)));
    Checkpoint saved = diagnosis.failure().run().checkpoint();
    if (saved != null && saved.path() != null) {
      facts.put("last_checkpoint", saved.path());
    }
    if (CollectionAdvice.isTorchrun(diagnosis)) {
      facts.put("launcher", "torchrun");
    }
    String host = event == null ? null : event.node();
    if (host != null && !diagnosis.facts().values("pod").contains(host)) {
      facts.put("node", host);
    }
    return facts;
  }

  private Optional<String> valueOf(String name, List<Facts.Value> values) {
    if (values.size() == 1) {
      return Optional.of(values.getFirst())
          .filter(value -> !OF_PROCESS.contains(name) || !isOfOtherRank(value))
          .map(Facts.Value::text);
    }
    return onlyOne(values, value -> lines.contains(value.line()))
        .or(() -> onlyOne(values, value -> isSame(value.rank(), rank())))
        .or(
            () ->
                onlyOne(values, value -> isSame(value.node(), event == null ? null : event.node())))
        .map(Facts.Value::text);
  }

  private static Optional<Facts.Value> onlyOne(
      List<Facts.Value> values, Predicate<Facts.Value> tied) {
    List<Facts.Value> found = values.stream().filter(tied).toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private @Nullable Integer rank() {
    return event == null ? null : event.rank();
  }

  private boolean isOfOtherRank(Facts.Value value) {
    return value.rank() != null && rank() != null && !value.rank().equals(rank());
  }

  private static boolean isSame(@Nullable Object stated, @Nullable Object own) {
    return stated != null && Objects.equals(stated, own);
  }
}
