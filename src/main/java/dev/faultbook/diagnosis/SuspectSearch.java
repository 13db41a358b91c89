package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Facts;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.FactCondition;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.signature.Condition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the entries whose lines are in a log and that the facts of the log do not exclude. An
 * instance serves one log.
 */
final class SuspectSearch {
  private final Knowledge knowledge;
  private final Facts facts;
  private final TableReasoning tables;
  private final FailureAnalysis failures;
  private final CodeAnalysis codes;
  private final List<Diagnosis.RuledOut> ruledOut = new ArrayList<>();

  SuspectSearch(
      Knowledge knowledge,
      Facts facts,
      TableReasoning tables,
      FailureAnalysis failures,
      CodeAnalysis codes) {
    this.knowledge = knowledge;
    this.facts = facts;
    this.tables = tables;
    this.failures = failures;
    this.codes = codes;
  }

  /** The suspects, in the order of their first matches. */
  List<Suspect> findSuspects(LogMatches found) {
    List<SignatureMatch> standing = findStanding(findHolding(found));
    OverlapResolver claims = new OverlapResolver(knowledge, standing);
    // By id: an entry is a record of whole pages and slow to hash.
    Map<String, List<SignatureMatch>> byEntry = new LinkedHashMap<>();
    standing.stream()
        .filter(claims::keepsLine)
        .forEach(
            match -> byEntry.computeIfAbsent(match.entry(), e -> new ArrayList<>()).add(match));
    List<Suspect> suspects = new ArrayList<>();
    byEntry.forEach(
        (id, matches) -> suspects.add(toSuspect(matches, found.counts().getOrDefault(id, 1L))));
    dropNameless(suspects);
    return suspects;
  }

  /** The entries whose lines are in the log but which the facts exclude. */
  List<Diagnosis.RuledOut> ruledOut() {
    return ruledOut;
  }

  /** The matches whose conditions the facts satisfy, including matches of exceptions. */
  private List<SignatureMatch> findHolding(LogMatches found) {
    List<SignatureMatch> all = new ArrayList<>(found.matches());
    all.removeIf(match -> !failures.allowsMatch(match));
    all.addAll(new ExceptionMatcher(failures).matchAll(knowledge, found, all));
    all.addAll(new FailureMatcher(failures).matchAll(knowledge, found));
    return all.stream().filter(this::conditionHolds).toList();
  }

  /** The matches of entries that nothing excludes; records the other entries. */
  private List<SignatureMatch> findStanding(List<SignatureMatch> holding) {
    Set<String> proven =
        holding.stream()
            .filter(match -> !match.signature().weak())
            .map(SignatureMatch::entry)
            .collect(Collectors.toSet());
    List<SignatureMatch> standing = new ArrayList<>();
    Map<String, List<Statement>> against = new LinkedHashMap<>();
    for (SignatureMatch match : holding) {
      Entry entry = knowledge.entryOf(match);
      List<Statement> no =
          against.computeIfAbsent(
              entry.id(),
              id ->
                  findReason(entry.excludingFacts(), match.captures())
                      .map(List::of)
                      .orElseGet(
                          () -> proven.contains(id) ? List.of() : tables.findExclusion(entry)));
      if (no.isEmpty()) {
        standing.add(match);
      } else if (ruledOut.stream().noneMatch(out -> out.entry() == entry)) {
        ruledOut.add(new Diagnosis.RuledOut(entry, no));
      }
    }
    return standing;
  }

  private Suspect toSuspect(List<SignatureMatch> matches, long occurrences) {
    Entry entry = knowledge.entryOf(matches.getFirst());
    Optional<Verdict> verdict = tables.findConfirmation(entry);
    Optional<Statement> confirmed =
        matches.stream()
            .flatMap(match -> findReason(entry.confirmingFacts(), match.captures()).stream())
            .findFirst()
            .or(() -> verdict.map(v -> v.reasons().getFirst()));
    return new Suspect(entry, matches, List.of(), occurrences, confirmed, verdict);
  }

  /**
   * Drops entries that match any exception if something more specific is known about the failure or
   * the log, such as the meaning of a code in its message, and generic entries if the log has a
   * symptom that they do not explain.
   */
  private void dropNameless(List<Suspect> suspects) {
    List<Suspect> nameless = suspects.stream().filter(Suspect::matchesAnyException).toList();
    List<Suspect> named = suspects.stream().filter(s -> !nameless.contains(s)).toList();
    nameless.stream()
        .filter(
            suspect ->
                !failures.explainsItself() && (!named.isEmpty() || !failures.breaksOff())
                    || suspect.entry.isGeneric() && codeTellsMore()
                    || named.stream().anyMatch(other -> saysMore(other, suspect))
                    || suspect.entry.isGeneric() && !accountsForAll(suspect, suspects))
        .forEach(suspects::remove);
  }

  /** Whether the failing line prints a code of which a table knows the cause. */
  private boolean codeTellsMore() {
    return failures
        .event()
        .filter(event -> codes.findFault().filter(one -> one.line() == event.line()).isPresent())
        .isPresent();
  }

  /** Whether an entry is a proven cause, or matches the failing line as more than a consequence. */
  private boolean saysMore(Suspect other, Suspect nameless) {
    return other.isOfKind(EntryKind.CAUSE) && other.doubt() == 0
        || other.lines.stream().anyMatch(failures::coversLine)
            && (other.isOfKind(EntryKind.CAUSE) || !nameless.entry.explains().contains(other.id()));
  }

  private boolean accountsForAll(Suspect suspect, List<Suspect> suspects) {
    Set<String> explained = knowledge.explainedBy(suspect.id());
    return suspects.stream()
        .filter(s -> s.isOfKind(EntryKind.SYMPTOM))
        .allMatch(s -> explained.contains(s.id()));
  }

  private boolean conditionHolds(SignatureMatch match) {
    return match
        .signature()
        .where()
        .map(where -> where.evaluate(match.captures(), facts::values) == Condition.Truth.TRUE)
        .orElse(true);
  }

  /** The entry's own words about the first condition that holds. */
  private Optional<Statement> findReason(
      List<FactCondition> conditions, Map<String, String> captures) {
    return conditions.stream()
        .filter(
            condition -> condition.when().evaluate(captures, facts::values) == Condition.Truth.TRUE)
        .map(met -> new Statement(Statement.Kind.RULE, List.of(met.because())))
        .findFirst();
  }
}
