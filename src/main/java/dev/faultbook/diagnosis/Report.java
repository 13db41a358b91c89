package dev.faultbook.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.content.Places;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.Risk;
import dev.faultbook.facts.Facts;
import dev.faultbook.index.PageHit;
import dev.faultbook.matcher.MatchedLine;
import dev.faultbook.signature.Condition;
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
 * @param verdict {@code diagnosed} or {@code no_match}
 * @param findings in their order; the first is the answer
 * @param ruledOut what the facts of the log speak against
 * @param facts values by name
 * @param factLines the lines that the facts came from, for {@code facts} in the same order
 * @param suggestions nearest pages by text, only when nothing matched
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
    List<Found> findings,
    @JsonProperty("ruled_out") List<Excluded> ruledOut,
    Map<String, List<String>> facts,
    @JsonProperty("fact_lines") Map<String, List<Long>> factLines,
    List<Suggestion> suggestions,
    @JsonInclude(JsonInclude.Include.NON_NULL) MachineReport machine,
    Log log,
    @JsonProperty("took_ms") long tookMillis,
    String id,
    String permalink) {

  private static final int MOST_SUGGESTIONS = 5;
  private static final int LONGEST_QUESTION = 2000;

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
   * @param url of the page
   * @param evidence the lines
   * @param occurrences how many lines of the log match
   * @param explains ids of the other findings that follow from it
   * @param remedies most likely first
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
      String url,
      List<Line> evidence,
      long occurrences,
      List<String> explains,
      List<Fix> remedies) {}

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
   */
  public record Line(
      long line,
      String text,
      List<int[]> spans,
      int column,
      String signature,
      Map<String, String> captures,
      Integer rank,
      String node) {}

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
   */
  public record Log(
      long lines, long bytes, @JsonProperty("error_lines") List<ErrorLine> errorLines) {}

  /**
   * A line that looks like an error.
   *
   * @param line number, from 1
   * @param text the line
   */
  public record ErrorLine(long line, String text) {}

  /** The report of a diagnosis. */
  public static Report of(Diagnosis diagnosis, Language language) {
    List<Found> findings = new ArrayList<>();
    for (Finding finding : diagnosis.findings()) {
      findings.add(found(finding, findings.size() + 1, language, diagnosis.facts()));
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
        diagnosed ? "diagnosed" : "no_match",
        findings,
        diagnosis.ruledOut().stream()
            .map(
                out ->
                    new Excluded(
                        out.entry().id(),
                        out.entry().page(language).title(),
                        out.because().in(language)))
            .toList(),
        facts,
        lines,
        diagnosed || machine != null ? List.of() : suggestions(diagnosis, language),
        machine,
        new Log(
            diagnosis.lines(),
            diagnosis.bytes(),
            diagnosed
                ? List.of()
                : diagnosis.errorLines().stream()
                    .map(line -> new ErrorLine(line.line(), line.text()))
                    .toList()),
        diagnosis.tookMillis(),
        null,
        null);
  }

  /** The same with the address under which it was saved. */
  public Report saved(String id, String permalink) {
    return new Report(
        verdict,
        findings,
        ruledOut,
        facts,
        factLines,
        suggestions,
        machine,
        log,
        tookMillis,
        id,
        permalink);
  }

  private static Found found(Finding finding, int rank, Language language, Facts facts) {
    Entry entry = finding.entry();
    Page page = entry.page(language);
    Map<String, String> captures = finding.captures();
    return new Found(
        rank,
        entry.id(),
        entry.kind().tag(),
        finding.role().tag(),
        page.title(),
        Places.fill(page.summary(), captures),
        finding.confidence(),
        finding.because().in(language),
        "/entries/" + entry.id(),
        finding.evidence().stream().map(Report::line).toList(),
        finding.occurrences(),
        finding.explains(),
        fitting(page.remedies(), captures, facts).stream()
            .map(remedy -> fix(remedy, captures))
            .toList());
  }

  private static Line line(Evidence evidence) {
    MatchedLine line = evidence.line();
    return new Line(
        line.line(),
        line.text(),
        line.spans().stream().map(span -> new int[] {span.start(), span.end()}).toList(),
        line.column(),
        evidence.signature(),
        // In the order of their names, so that the same log gives the same answer to the letter.
        new TreeMap<>(line.captures()),
        line.rank(),
        line.node());
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

  private static Fix fix(Remedy remedy, Map<String, String> captures) {
    String title = Places.fill(remedy.title(), captures);
    String text = Places.fill(remedy.text(), captures);
    return new Fix(
        title,
        text.isEmpty() ? title : title + ". " + text,
        Places.fill(remedy.command(), captures),
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
