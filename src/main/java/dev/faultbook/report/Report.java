package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Headline;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.Risk;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Evidence;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.facts.Contradiction;
import dev.faultbook.facts.Facts;
import dev.faultbook.language.Language;
import dev.faultbook.log.LogSource;
import dev.faultbook.search.PageHit;
import dev.faultbook.signature.Condition;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A diagnosis in one language, in the shape of the REST answer. Serialised as it stands by the
 * doors.
 *
 * @param verdict {@code diagnosed}, {@code healthy} or {@code no_match}
 * @param failure what ended the job, whether or not an entry explains it; null when the log shows
 *     no failure
 * @param retry whether the job can be started again; null when the log shows no failure
 * @param findings in their order; the first is the answer
 * @param ruledOut what the facts of the log speak against
 * @param checks what to run next where several causes stay possible; empty when the answer is clear
 * @param collect what to collect next and how, where the log shows no more than a symptom
 * @param facts values by name
 * @param derived the values that no line states but that follow from others, by name
 * @param contradictions facts that a sound job has one value of, and this log several
 * @param factLines the lines that the facts came from, for {@code facts} in the same order
 * @param suggestions nearest pages by text, only when nothing matched
 * @param ranks what happened to each rank, node or file; null when the log shows fewer than two
 * @param machine whether the machine's parts go together; null (and left out) unless the log is
 *     what {@code /collect.sh} prints
 * @param log what was read
 * @param tookMillis how long it took
 * @param id of the saved diagnosis, or null
 * @param permalink its address, or null
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Report(
    String verdict,
    FailureReport failure,
    RetryReport retry,
    List<Found> findings,
    @JsonProperty("ruled_out") List<Excluded> ruledOut,
    List<Check> checks,
    List<Step> collect,
    Map<String, List<String>> facts,
    List<Derived> derived,
    List<Contradicting> contradictions,
    @JsonProperty("fact_lines") Map<String, List<Long>> factLines,
    List<Suggestion> suggestions,
    RankReport ranks,
    @JsonInclude(JsonInclude.Include.NON_NULL) MachineReport machine,
    Log log,
    @JsonProperty("took_ms") long tookMillis,
    String id,
    String permalink) {

  private static final int MOST_SUGGESTIONS = 5;
  private static final int LONGEST_QUESTION = 2000;

  /** A report that was saved before there were checks or steps has none. */
  public Report {
    checks = checks == null ? List.of() : List.copyOf(checks);
    collect = collect == null ? List.of() : List.copyOf(collect);
    derived = derived == null ? List.of() : List.copyOf(derived);
    contradictions = contradictions == null ? List.of() : List.copyOf(contradictions);
  }

  /**
   * A finding.
   *
   * @param rank place, from 1
   * @param entry id of the entry
   * @param kind {@code cause}, {@code symptom} or {@code benign}
   * @param role {@code root_cause}, {@code contributing}, {@code consequence} or {@code harmless}
   * @param title of the page
   * @param summary the cause in a sentence
   * @param confidence 0 to 1
   * @param because why it stands where it stands
   * @param label what kind of entry it is
   * @param url of the page
   * @param evidence the lines
   * @param occurrences how many lines of the log match
   * @param explains ids of the other findings that follow from it
   * @param remedies most likely first
   * @param setUp where the compatibility tables name or confirm the entry: the nearest set-ups that
   *     work
   * @param basis the rules and rows that decided it
   */
  public record Found(
      int rank,
      String entry,
      String kind,
      String role,
      String title,
      String summary,
      double confidence,
      String because,
      @JsonUnwrapped Label label,
      String url,
      List<Line> evidence,
      long occurrences,
      List<String> explains,
      List<Fix> remedies,
      @JsonProperty("set_up") List<String> setUp,
      List<Basis> basis) {
    /** A report that was saved before the tables were asked has neither. */
    public Found {
      setUp = setUp == null ? List.of() : List.copyOf(setUp);
      basis = basis == null ? List.of() : List.copyOf(basis);
    }
  }

  /**
   * What kind of entry a finding is.
   *
   * @param code short code such as {@code FB-0017}, or null
   * @param layer where the fault lies
   * @param generic whether the entry names a class of failure
   * @param headline the title in the reader's own values, or the title
   */
  public record Label(String code, String layer, boolean generic, String headline) {}

  /**
   * A rule or a row of the compatibility tables.
   *
   * @param text what it says
   * @param sources where it can be checked
   */
  public record Basis(String text, List<String> sources) {
    /** Copies the list. */
    public Basis {
      sources = List.copyOf(sources);
    }
  }

  /**
   * A value that follows from another fact.
   *
   * @param fact its name
   * @param value the value
   * @param line the line of the fact that it follows from
   * @param because the rule or row
   * @param sources where that can be checked
   */
  public record Derived(
      String fact, String value, long line, String because, List<String> sources) {
    /** Copies the list. */
    public Derived {
      sources = List.copyOf(sources);
    }
  }

  /**
   * A fact that the log contradicts itself in.
   *
   * @param fact its name
   * @param values what it states
   * @param because what that means
   */
  public record Contradicting(String fact, List<Stated> values, String because) {
    /** Copies the list. */
    public Contradicting {
      values = List.copyOf(values);
    }
  }

  /**
   * A value where it is stated.
   *
   * @param value the value
   * @param line the line
   * @param rank the rank, or null
   * @param node the host, or null
   */
  public record Stated(String value, long line, Integer rank, String node) {}

  /**
   * A line of evidence.
   *
   * @param line number, from 1
   * @param text the line, or the part around the match when it is very long
   * @param spans character ranges in the text
   * @param column index of the text's first character in the line
   * @param signature the signature
   * @param captures what it captured
   * @param rank the rank, or null
   * @param node the host, or null
   * @param source name of the file; null when there is only one
   * @param sourceLine number of the line in that file, from 1; null when there is only one
   */
  public record Line(
      long line,
      String text,
      List<int[]> spans,
      int column,
      String signature,
      Map<String, String> captures,
      Integer rank,
      String node,
      String source,
      @JsonProperty("source_line") Long sourceLine) {}

  /**
   * A remedy.
   *
   * @param title what to do
   * @param text the same with its explanation, Markdown
   * @param command the command, filled with what the log says
   * @param risks {@code safe}, {@code restart}, {@code root}, {@code reboot}
   */
  public record Fix(String title, String text, String command, List<String> risks) {}

  /**
   * An entry that the facts rule out.
   *
   * @param entry its id
   * @param title its title
   * @param because the fact
   */
  public record Excluded(String entry, String title, String because) {}

  /**
   * The command that tells two possible causes apart.
   *
   * @param between ids of the two entries
   * @param command what to run, filled with what the log says
   * @param outcomes what its result means, for each of the two
   */
  public record Check(List<String> between, String command, List<Outcome> outcomes) {
    /** Copies the lists. */
    public Check {
      between = List.copyOf(between);
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * Something to collect.
   *
   * @param text what it is and what it tells
   * @param command how; {@value #SERVER} stands for the address of this server
   */
  public record Step(String text, String command) {
    /** Stands in a command for the address of the server, which the diagnosis does not know. */
    public static final String SERVER = "http://HOST";

    /** The command with the address of the server, as far as one is known. */
    public String commandAt(String base) {
      return base.isEmpty() ? command : command.replace(SERVER, base);
    }
  }

  /**
   * What a result speaks for.
   *
   * @param entry id of the entry
   * @param title its title
   * @param text the result
   */
  public record Outcome(String entry, String title, String text) {}

  /**
   * A page that is near by its text.
   *
   * @param entry its id
   * @param title its title
   * @param score higher is nearer
   * @param url its address
   */
  public record Suggestion(String entry, String title, double score, String url) {}

  /**
   * What was read.
   *
   * @param lines number of lines
   * @param bytes number of bytes of text
   * @param errorLines lines that look like errors, when nothing matched
   * @param sources the files, in the order in which their lines are counted; empty when it was one
   * @param skipped names of files of an archive that are no text and were not read
   */
  public record Log(
      long lines,
      long bytes,
      @JsonProperty("error_lines") List<ErrorLine> errorLines,
      List<Source> sources,
      List<String> skipped) {
    /** Copies the lists; a report that was saved before there were such has none. */
    public Log {
      errorLines = List.copyOf(errorLines);
      sources = sources == null ? List.of() : List.copyOf(sources);
      skipped = skipped == null ? List.of() : List.copyOf(skipped);
    }
  }

  /**
   * A file of the log.
   *
   * @param name its name
   * @param lines number of lines
   * @param bytes number of bytes of text
   * @param firstLine number of its first line, counted through all files
   */
  public record Source(
      String name, long lines, long bytes, @JsonProperty("first_line") long firstLine) {}

  /**
   * A line that looks like an error.
   *
   * @param line number, from 1
   * @param text the line
   */
  public record ErrorLine(long line, String text) {}

  /** The report of a diagnosis. */
  public static Report of(Diagnosis diagnosis, Language language) {
    Map<String, String> known = certain(diagnosis.facts());
    List<Found> findings = new ArrayList<>();
    for (Finding finding : diagnosis.findings()) {
      findings.add(found(finding, findings.size() + 1, language, diagnosis, known));
    }
    Map<String, List<String>> facts = new LinkedHashMap<>();
    Map<String, List<Long>> lines = new LinkedHashMap<>();
    diagnosis
        .facts()
        .all()
        .forEach(
            (name, values) -> {
              facts.put(name, values.stream().map(value -> value.text()).toList());
              lines.put(name, values.stream().map(value -> value.line()).toList());
            });
    boolean diagnosed = diagnosis.diagnosed();
    MachineReport machine = MachineReport.of(diagnosis, language);
    return new Report(
        diagnosis.conclusion().tag(),
        FailureReport.of(diagnosis),
        RetryReport.of(diagnosis, language),
        findings,
        diagnosis.ruledOut().stream()
            .map(
                out ->
                    new Excluded(
                        out.entry().id(),
                        out.entry().page(language).title(),
                        out.because().in(language)))
            .toList(),
        NextChecks.of(diagnosis, known, language),
        CollectionAdvice.of(diagnosis, language),
        facts,
        derived(diagnosis.facts(), language),
        contradictions(diagnosis.facts(), language),
        lines,
        diagnosed || machine != null ? List.of() : suggestions(diagnosis, language),
        diagnosis.ranks() == null ? null : new RankReporter(diagnosis.ranks()).report(language),
        machine,
        new Log(
            diagnosis.lines(),
            diagnosis.bytes(),
            diagnosed
                ? List.of()
                : diagnosis.errorLines().stream()
                    .map(line -> new ErrorLine(line.line(), line.text()))
                    .toList(),
            sources(diagnosis),
            diagnosis.skipped()),
        diagnosis.tookMillis(),
        null,
        null);
  }

  /** The same with the address under which it was saved. */
  public Report saved(String id, String permalink) {
    return new Report(
        verdict,
        failure,
        retry,
        findings,
        ruledOut,
        checks,
        collect,
        facts,
        derived,
        contradictions,
        factLines,
        suggestions,
        ranks,
        machine,
        log,
        tookMillis,
        id,
        permalink);
  }

  /** The files of a log, where there are several. */
  private static List<Source> sources(Diagnosis diagnosis) {
    return diagnosis.sources().size() < 2
        ? List.of()
        : diagnosis.sources().stream()
            .map(file -> new Source(file.name(), file.lines(), file.bytes(), file.firstLine()))
            .toList();
  }

  private static List<Derived> derived(Facts facts, Language language) {
    List<Derived> derived = new ArrayList<>();
    facts
        .all()
        .forEach(
            (name, values) ->
                values.forEach(
                    value ->
                        value
                            .derivation()
                            .ifPresent(
                                by ->
                                    derived.add(
                                        new Derived(
                                            name,
                                            value.text(),
                                            value.line(),
                                            by.because().in(language),
                                            by.sources())))));
    return derived;
  }

  private static List<Contradicting> contradictions(Facts facts, Language language) {
    return Contradiction.in(facts).stream()
        .map(
            found ->
                new Contradicting(
                    found.fact(),
                    found.values().stream()
                        .map(v -> new Stated(v.text(), v.line(), v.rank(), v.node()))
                        .toList(),
                    found.because().in(language)))
        .toList();
  }

  /** The facts that have one value: where a log contradicts itself, no command is built on it. */
  private static Map<String, String> certain(Facts facts) {
    Map<String, String> certain = new LinkedHashMap<>();
    facts
        .all()
        .forEach(
            (name, values) -> {
              if (values.size() == 1) {
                certain.put(name, values.getFirst().text());
              }
            });
    return certain;
  }

  private static Found found(
      Finding finding,
      int rank,
      Language language,
      Diagnosis diagnosis,
      Map<String, String> certain) {
    Entry entry = finding.entry();
    Page page = entry.page(language);
    Map<String, String> captures = new LinkedHashMap<>(certain);
    captures.putAll(finding.captures());
    TemplateValues values =
        TemplateValues.NONE
            .with(certain, diagnosis.index().edition().factTypes())
            .with(finding.captures(), entry.captureTypes());
    return new Found(
        rank,
        entry.id(),
        entry.kind().tag(),
        finding.role().tag(),
        page.title(),
        PageTemplate.fill(page.summary(), values),
        finding.confidence(),
        finding.because().in(language),
        label(entry, page, captures, language),
        "/entries/" + entry.id(),
        finding.evidence().stream().map(evidence -> line(evidence, diagnosis)).toList(),
        finding.occurrences(),
        finding.explains(),
        fitting(page.remedies(), captures, diagnosis.facts()).stream()
            .map(remedy -> fix(remedy, values))
            .toList(),
        finding
            .verdict()
            .map(v -> v.remedies().stream().map(text -> text.in(language)).toList())
            .orElse(List.of()),
        finding
            .verdict()
            .map(
                v ->
                    v.basis().stream()
                        .map(b -> new Basis(b.text().in(language), b.sources()))
                        .toList())
            .orElse(List.of()));
  }

  private static Label label(
      Entry entry, Page page, Map<String, String> values, Language language) {
    String headline =
        entry
            .guidance()
            .headline()
            .flatMap(template -> Headline.fill(template.in(language), values))
            .orElse(page.title());
    return new Label(
        entry.classification().code().orElse(null), entry.layer(), entry.generic(), headline);
  }

  private static Line line(Evidence evidence, Diagnosis diagnosis) {
    MatchedLine line = evidence.line();
    LogSource file =
        diagnosis.sources().size() < 2
            ? null
            : diagnosis.sources().get(RankView.index(diagnosis.sources(), line.line()));
    return new Line(
        line.line(),
        line.text(),
        line.spans().stream().map(span -> new int[] {span.start(), span.end()}).toList(),
        line.column(),
        evidence.signature(),
        // In the order of their names, so that the same log gives the same answer to the letter.
        new TreeMap<>(line.captures()),
        diagnosis.ranks() == null ? line.rank() : diagnosis.ranks().rank(line),
        line.node(),
        file == null ? null : file.name(),
        file == null ? null : Long.valueOf(line.line() - file.firstLine() + 1));
  }

  /** The remedies without those that the facts speak against; those that they speak for first. */
  private static List<Remedy> fitting(
      List<Remedy> remedies, Map<String, String> captures, Facts facts) {
    List<Remedy> fitting = new ArrayList<>();
    int meant = 0;
    for (Remedy remedy : remedies) {
      Condition.Truth truth =
          remedy
              .when()
              .map(when -> when.evaluate(captures, facts::values))
              .orElse(Condition.Truth.UNKNOWN);
      if (truth == Condition.Truth.TRUE) {
        fitting.add(meant++, remedy);
      } else if (truth == Condition.Truth.UNKNOWN) {
        fitting.add(remedy);
      }
    }
    return fitting.isEmpty() ? remedies : fitting;
  }

  private static Fix fix(Remedy remedy, TemplateValues values) {
    String title = PageTemplate.fill(remedy.title(), values);
    String text = PageTemplate.fill(remedy.text(), values);
    return new Fix(
        title,
        text.isEmpty() ? title : title + ". " + text,
        remedy.command().fill(values),
        remedy.risks().stream().map(Risk::tag).toList());
  }

  private static List<Suggestion> suggestions(Diagnosis diagnosis, Language language) {
    String question =
        diagnosis.errorLines().stream()
            .map(MatchedLine::text)
            .map(String::strip)
            .distinct()
            .collect(Collectors.joining("\n"));
    if (question.length() > LONGEST_QUESTION) {
      question = question.substring(question.length() - LONGEST_QUESTION);
    }
    return diagnosis.index().pages().search(question, language, MOST_SUGGESTIONS).stream()
        .map((PageHit hit) -> suggestion(diagnosis, hit, language))
        .toList();
  }

  private static Suggestion suggestion(Diagnosis diagnosis, PageHit hit, Language language) {
    String title =
        diagnosis
            .index()
            .edition()
            .entry(hit.entry())
            .map(entry -> entry.page(language).title())
            .orElse(hit.entry());
    return new Suggestion(
        hit.entry(), title, Math.round(hit.score() * 100) / 100.0, "/entries/" + hit.entry());
  }
}
