package dev.faultbook.report;

import dev.faultbook.content.DifferentialTest;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The checks to run next if a log leaves several causes possible: the tests that distinguish the
 * leading cause from each other one. If a log shows only a symptom: the tests between the symptom
 * and the causes that produce it, then those between two such causes.
 */
final class NextChecks {
  /** Longer lists stop being next steps and become a manual. */
  private static final int MAX_CHECKS = 5;

  private final Knowledge knowledge;
  private final List<Finding> findings;
  private final Map<String, Map<String, String>> captures = new LinkedHashMap<>();
  private final Map<String, String> facts;
  private final Set<String> ruledOut;
  private final Language language;
  private final List<Report.Check> checks = new ArrayList<>();

  private NextChecks(Diagnosis diagnosis, Language language) {
    this.knowledge = diagnosis.knowledge();
    this.findings = diagnosis.findings();
    this.facts = findings.isEmpty() ? Map.of() : EventFacts.of(diagnosis, findings.getFirst());
    this.language = language;
    this.ruledOut =
        diagnosis.ruledOut().stream().map(out -> out.entry().id()).collect(Collectors.toSet());
    findings.forEach(finding -> captures.put(finding.entry().id(), finding.captures()));
  }

  /** The checks for a diagnosis, most useful first. */
  static List<Report.Check> checksFor(Diagnosis diagnosis, Language language) {
    NextChecks next = new NextChecks(diagnosis, language);
    if (diagnosis.isDiagnosed()) {
      next.collectChecks();
    }
    return next.checks.stream().limit(MAX_CHECKS).toList();
  }

  private void collectChecks() {
    Entry lead = findings.getFirst().entry();
    if (lead.kind() == EntryKind.CAUSE) {
      findings.stream()
          .filter(finding -> finding.role() == Role.CONTRIBUTING)
          .forEach(finding -> addBetween(lead, finding.entry()));
      return;
    }
    List<Entry> causes =
        knowledge.entries().stream()
            .filter(entry -> entry.kind() == EntryKind.CAUSE && !ruledOut.contains(entry.id()))
            .filter(entry -> knowledge.explainedBy(entry.id()).contains(lead.id()))
            .toList();
    for (DifferentialTest apart : lead.differentialTests()) {
      if (!ruledOut.contains(apart.from())) {
        knowledge.findEntry(apart.from()).ifPresent(other -> addCheck(lead, other, apart, false));
      }
    }
    causes.forEach(cause -> addFromHolder(cause, lead, false));
    for (int i = 0; i < causes.size(); i++) {
      for (Entry other : causes.subList(i + 1, causes.size())) {
        addBetween(causes.get(i), other);
      }
    }
  }

  /** The test of a pair is in one of the two entries. */
  private void addBetween(Entry one, Entry other) {
    addFromHolder(one, other, false);
    addFromHolder(other, one, true);
  }

  private void addFromHolder(Entry holder, Entry other, boolean turned) {
    holder.differentialTests().stream()
        .filter(apart -> apart.from().equals(other.id()))
        .forEach(apart -> addCheck(holder, other, apart, turned));
  }

  private void addCheck(Entry holder, Entry other, DifferentialTest apart, boolean turned) {
    TemplateValues values =
        TemplateValues.NONE
            .with(facts, knowledge.factTypes())
            .with(captures.getOrDefault(other.id(), Map.of()), other.captureTypes())
            .with(captures.getOrDefault(holder.id(), Map.of()), holder.captureTypes());
    List<Report.Outcome> outcomes =
        List.of(
            toOutcome(holder, PageTemplate.fill(apart.own().in(language), values)),
            toOutcome(other, PageTemplate.fill(apart.other().in(language), values)));
    List<Report.Outcome> ordered = turned ? outcomes.reversed() : outcomes;
    List<String> between = ordered.stream().map(Report.Outcome::entry).toList();
    checks.add(new Report.Check(between, apart.command().fill(values), ordered));
  }

  private Report.Outcome toOutcome(Entry entry, String text) {
    return new Report.Outcome(entry.id(), entry.pageIn(language).title(), text);
  }
}
