package dev.faultbook.report;

import dev.faultbook.compatibility.Contradiction;
import dev.faultbook.compatibility.Facts;
import dev.faultbook.compatibility.LoggedSetup;
import dev.faultbook.compatibility.SetUpRemedy;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Headline;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.log.LogSource;
import dev.faultbook.search.PageHit;
import dev.faultbook.signature.Condition;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Builds the report of a diagnosis in one language. */
final class Reporter {
  private static final int MAX_SUGGESTIONS = 5;
  private static final int MAX_QUESTION = 2000;

  /**
   * Lowest score of a page that is suggested for the failing line.
   *
   * <p>Measured on 863 example logs with a failing line, up to two for each of 485 entries, with
   * that line as the query. The entry's own page is among the first five and scores at least 9 for
   * 674 of them; so do 429 other pages that neither explain the entry nor are explained by it. With
   * a threshold of 8 the figures are 693 and 600; with 10 they are 641 and 320.
   */
  private static final double MIN_SCORE = 9;

  private static final int MEASURED_ENTRIES = 485;

  /**
   * The lowest score if no failure is known and the query consists of all lines that look like
   * errors, because more words add up to higher scores. With 13, their own page is suggested for
   * 527 of 854 logs with such lines, along with 2.9 % of the unlinked pages.
   */
  private static final double MIN_SCORE_OF_LINES = 13;

  private final Diagnosis diagnosis;
  private final Language language;
  private final Report.Detail detail;
  private final Facts facts;
  private final LinePlaces places;
  private final ReasonText reasons;

  /** What ended the job, once it is known; findings refer to it. */
  private @Nullable FailureReport failure;

  private final @Nullable HangReport hang;

  /** The template functions for the machine that the log states. */
  private final Map<String, String> computed;

  Reporter(Diagnosis diagnosis, Language language, Report.Detail detail) {
    this.detail = detail;
    this.diagnosis = diagnosis;
    this.language = language;
    this.facts = diagnosis.facts();
    this.places = new LinePlaces(diagnosis.sources(), language);
    this.hang = diagnosis.hang().map(new HangText(places, language)::toReport).orElse(null);
    this.reasons = new ReasonText(diagnosis.knowledge(), places, language);
    this.computed =
        reasons.computeValues(diagnosis.knowledge().compatibility(), LoggedSetup.readSetUp(facts));
  }

  Report buildReport() {
    boolean healthy = diagnosis.conclusion() == Conclusion.HEALTHY;
    MachineReport machine = MachineReport.fromDiagnosis(diagnosis, language);
    failure = healthy ? null : FailureReport.fromDiagnosis(diagnosis, places, language);
    RetryReport retry =
        diagnosis
            .retry()
            .filter(advice -> !healthy && findUncovered() == null)
            .map(advice -> RetryReport.fromAdvice(advice, places, language))
            .orElse(null);
    boolean ended = retry != null && retry.endedFromOutside();
    return new Report(
        diagnosis.conclusion(),
        failure,
        failure == null ? null : Fingerprint.of(failure),
        null,
        retry,
        RunReport.fromDiagnosis(diagnosis, detail.series()),
        hang,
        CodeReport.fromDiagnosis(diagnosis, places, language),
        toFindings(),
        ruledOut(),
        NextChecks.checksFor(diagnosis, language),
        CollectionAdvice.adviseSteps(diagnosis, language),
        isExplained() || failure == null || ended ? null : SearchReport.forFailure(failure),
        groupByName(Facts.Value::text),
        toDerived(),
        toContradictions(),
        groupByName(Facts.Value::line),
        isExplained() || healthy || machine != null ? List.of() : findSuggestions(),
        diagnosis.ranks() == null
            ? null
            : new RankReporter(diagnosis, diagnosis.ranks(), places, language, failure)
                .buildReport(),
        machine,
        toLog(isExplained() || healthy),
        diagnosis.tookMillis(),
        null,
        null);
  }

  /** Whether a page says more about the failure than its class. */
  private boolean isExplained() {
    return diagnosis.isDiagnosed() && !diagnosis.findings().getFirst().entry().isGeneric();
  }

  private Report.Log toLog(boolean diagnosed) {
    List<LogSource> files = diagnosis.sources();
    return new Report.Log(
        diagnosis.lines(),
        diagnosis.bytes(),
        diagnosed ? List.of() : diagnosis.errorLines().stream().map(this::toErrorLine).toList(),
        files.stream()
            .filter(file -> files.size() > 1)
            .map(
                file ->
                    new Report.Source(file.name(), file.lines(), file.bytes(), file.firstLine()))
            .toList(),
        diagnosis.skipped());
  }

  private Report.ErrorLine toErrorLine(MatchedLine line) {
    return new Report.ErrorLine(
        line.line(), line.text(), places.sourceOf(line.line()), places.lineInSource(line.line()));
  }

  private List<Report.Found> toFindings() {
    List<Finding> findings = diagnosis.findings();
    return IntStream.range(0, findings.size())
        .mapToObj(i -> toFound(findings.get(i), i + 1))
        .toList();
  }

  private List<Report.Excluded> ruledOut() {
    return diagnosis.ruledOut().stream()
        .map(
            out ->
                new Report.Excluded(
                    out.entry().id(),
                    out.entry().pageIn(language).title(),
                    String.join(
                        reasons.phrases.say("sentence.gap"), reasons.describeAll(out.because()))))
        .toList();
  }

  private <T> Map<String, List<T>> groupByName(Function<Facts.Value, T> of) {
    Map<String, List<T>> groupByName = new LinkedHashMap<>();
    facts.all().forEach((name, values) -> groupByName.put(name, values.stream().map(of).toList()));
    return groupByName;
  }

  private List<Report.Derived> toDerived() {
    List<Report.Derived> derived = new ArrayList<>();
    for (var fact : facts.all().entrySet()) {
      for (Facts.Value value : fact.getValue()) {
        value
            .derivation()
            .ifPresent(
                by -> {
                  String because = reasons.describeStatement(by.because());
                  derived.add(
                      new Report.Derived(
                          fact.getKey(), value.text(), value.line(), because, by.sources()));
                });
      }
    }
    return derived;
  }

  private List<Report.Contradicting> toContradictions() {
    return Contradiction.findAll(facts).stream()
        .map(
            found ->
                new Report.Contradicting(
                    found.fact(),
                    found.values().stream().map(this::toStated).toList(),
                    reasons.phrases.say(
                        "contradiction." + found.because().name().toLowerCase(Locale.ROOT))))
        .toList();
  }

  private Report.Stated toStated(Facts.Value value) {
    return new Report.Stated(
        value.text(),
        value.line(),
        value.rank(),
        value.node(),
        places.sourceOf(value.line()),
        places.lineInSource(value.line()));
  }

  private Report.Found toFound(Finding finding, int rank) {
    Entry entry = finding.entry();
    Page page = entry.pageIn(language);
    Map<String, String> certain = EventFacts.of(diagnosis, finding);
    Map<String, String> captures = new LinkedHashMap<>(certain);
    captures.putAll(finding.captures());
    TemplateValues values =
        TemplateValues.NONE
            .with(certain, diagnosis.knowledge().factTypes())
            .with(finding.captures(), entry.captureTypes())
            .withComputed(computed);
    List<SetUpRemedy> works = finding.verdict().map(Verdict::remedies).orElse(List.of());
    return new Report.Found(
        rank,
        entry.id(),
        entry.kind(),
        finding.role(),
        page.title(),
        summaryOf(finding, PageTemplate.fill(page.summary(), values)),
        finding.confidence(),
        reasons.describeReason(finding.because()),
        entry.code().orElse(null),
        entry.layer(),
        entry.isGeneric(),
        headlineOf(entry, page, captures),
        "/entries/" + entry.id(),
        finding.evidence().stream().limit(detail.evidence()).map(this::toLine).toList(),
        finding.occurrences(),
        finding.explains(),
        Report.Fix.ofAll(fittingRemedies(page.remedies(), captures), values),
        works.stream().map(reasons::describeRemedy).toList(),
        works.stream().map(reasons::toStep).toList(),
        finding.verdict().map(Verdict::basis).orElse(List.of()).stream()
            .map(row -> new Report.Basis(reasons.describeStatement(row.text()), row.sources()))
            .toList());
  }

  /** The words of a page; of one about a class of failures, first what no page is about. */
  private String summaryOf(Finding finding, String summary) {
    String uncovered = finding == diagnosis.findings().getFirst() ? findUncovered() : null;
    return uncovered == null
        ? summary
        : reasons.joinSentences(
            reasons.phrases.say("uncovered.note", reasons.phrases.say("fact." + uncovered)),
            summary);
  }

  /** The accelerator of the log, if no page is about its error; or null. */
  private @Nullable String findUncovered() {
    Entry lead = diagnosis.isDiagnosed() ? diagnosis.findings().getFirst().entry() : null;
    boolean broad = lead == null || lead.isGeneric() || lead.kind() == EntryKind.SYMPTOM;
    return broad ? Report.uncovered(facts.all().keySet()) : null;
  }

  /**
   * The headline of an entry; of one that names only a class of exceptions, the exception itself.
   */
  private String headlineOf(Entry entry, Page page, Map<String, String> values) {
    if (entry.isGeneric()
        && failure != null
        && failure.type() != null
        && entry.id().equals(failure.entry())) {
      return new FailureText(language).exceptionTitle(failure);
    }
    if (hang != null && hang.decided() && leads(entry) && diagnosis.showsHang()) {
      return hang.headline();
    }
    return findStraggler(entry).or(() -> fillHeadline(entry, values)).orElse(page.title());
  }

  private Optional<String> fillHeadline(Entry entry, Map<String, String> values) {
    return entry.headline().flatMap(template -> Headline.fill(template.in(language), values));
  }

  /** Of a hang whose reason is not in the log, the rank that is behind, if its number tells. */
  private Optional<String> findStraggler(Entry entry) {
    return Optional.ofNullable(diagnosis.ranks())
        .filter(ranks -> leads(entry) && entry.kind() == EntryKind.SYMPTOM)
        .map(Ranks::first)
        .filter(first -> first.rank() != null && first.behind() > 0)
        .map(
            first ->
                reasons.phrases.say(
                    "headline.straggler", String.valueOf(first.rank()), first.behind()));
  }

  private boolean leads(Entry entry) {
    return diagnosis.findings().getFirst().entry() == entry;
  }

  private Report.Line toLine(Finding.Evidence evidence) {
    MatchedLine line = evidence.line();
    return new Report.Line(
        line.line(),
        line.text(),
        line.spans().stream().map(span -> new int[] {span.start(), span.end()}).toList(),
        line.column(),
        evidence.signature(),
        // Sorted by name, so that equal logs give identical answers.
        new TreeMap<>(line.captures()),
        diagnosis.ranks() == null ? line.rank() : diagnosis.ranks().rankOf(line),
        line.node(),
        places.sourceOf(line.line()),
        places.lineInSource(line.line()));
  }

  /**
   * The remedies without those that the facts exclude. Those that the facts confirm come first; one
   * whose condition is undecided never precedes all unconditional ones.
   */
  private List<Remedy> fittingRemedies(List<Remedy> remedies, Map<String, String> captures) {
    List<Remedy> meant = new ArrayList<>();
    List<Remedy> others = new ArrayList<>();
    for (Remedy remedy : remedies) {
      switch (judge(remedy, captures)) {
        case TRUE -> meant.add(remedy);
        case UNKNOWN -> others.add(remedy);
        case FALSE -> {}
      }
    }
    if (meant.isEmpty() && others.isEmpty()) {
      return remedies;
    }
    if (meant.isEmpty()) {
      Optional<Remedy> plain = others.stream().filter(one -> one.when().isEmpty()).findFirst();
      plain.ifPresent(meant::add);
      plain.ifPresent(others::remove);
    }
    meant.addAll(others);
    return meant;
  }

  private Condition.Truth judge(Remedy remedy, Map<String, String> captures) {
    return remedy
        .when()
        .map(when -> when.evaluate(captures, facts::values))
        .orElse(Condition.Truth.UNKNOWN);
  }

  /**
   * The pages most similar to the failing line, or to all lines that look like errors if no failure
   * is known. Scores of one index are comparable for queries of similar length.
   */
  private List<Report.Suggestion> findSuggestions() {
    Optional<FailureEvent> failure =
        diagnosis.failure().hasFailed() ? diagnosis.failure().event() : Optional.empty();
    String question = failure.map(FailureEvent::text).orElseGet(this::joinErrorLines);
    if (question.length() > MAX_QUESTION) {
      question = question.substring(question.length() - MAX_QUESTION);
    }
    double least =
        (failure.isPresent() ? MIN_SCORE : MIN_SCORE_OF_LINES)
            * scaleOfScores(diagnosis.knowledge().entries().size());
    return diagnosis.knowledge().pages().searchSimilar(question, language, MAX_SUGGESTIONS).stream()
        .filter(hit -> hit.score() >= least)
        .map(this::toSuggestion)
        .toList();
  }

  /**
   * Factor for the thresholds in a catalogue of another size. A score is a sum of inverse document
   * frequencies, which grow with the logarithm of the number of pages, so that a team's own
   * catalogue of ten entries has lower scores than the measured one.
   */
  private static double scaleOfScores(int entries) {
    return Math.log1p(entries / 1.5) / Math.log1p(MEASURED_ENTRIES / 1.5);
  }

  private String joinErrorLines() {
    return diagnosis.errorLines().stream()
        .map(MatchedLine::text)
        .map(String::strip)
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  private Report.Suggestion toSuggestion(PageHit hit) {
    double score = Math.round(hit.score() * 100) / 100.0;
    return new Report.Suggestion(
        hit.entry(), reasons.titleOf(hit.entry()), score, "/entries/" + hit.entry());
  }
}
