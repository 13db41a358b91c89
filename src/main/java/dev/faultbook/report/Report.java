package dev.faultbook.report;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.Risk;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis in one language: the document of the REST answer, from which pages, text, Markdown
 * and chats are written as well. Its components are the document's fields, in their order.
 *
 * <p>Wherever a {@code line} is a number within the whole input, from 1, {@code source} is the name
 * of its file and {@code sourceLine} its number in that file, from 1; both are null, and in some
 * places omitted, if there is only one file.
 *
 * @param failure what ended the job, whether or not an entry explains it; null if the log shows no
 *     failure
 * @param fingerprint what this failure has in common with the same one in other logs, 16
 *     hexadecimal digits; null without a failure, and in reports of earlier releases
 * @param seen how often the server met the same failure; null (and omitted) if there is nothing to
 *     tell, or no server
 * @param retry whether the job can be started again; null if the log shows no failure
 * @param run what the job did; null in reports of earlier releases
 * @param hang what stacks and records of a hang show; null if the log has none
 * @param codes the codes in the log, in the order of their first lines
 * @param findings in order; the first one is the answer
 * @param checks commands that distinguish the remaining possible causes; empty if the answer is
 *     clear
 * @param collect how to collect more evidence, if the log shows only a symptom
 * @param search a web search for a failure that no page explains; null if one does, or if the
 *     message is too short
 * @param facts what the log states about its machines: values by name
 * @param derived values that no line states but that follow from others
 * @param contradictions facts with several values in this log that have one value in a healthy job
 * @param factLines the lines of the facts, in the order of {@code facts}
 * @param suggestions pages with similar text, only if nothing matched, or nothing but a page about
 *     the class of the failure
 * @param ranks the state of each rank, node or file; null if the log shows fewer than two
 * @param machine whether the machine's components are compatible; null (and omitted) unless the log
 *     is the output of {@code /collect.sh}
 * @param permalink its address, if it was saved
 */
public record Report(
    Conclusion verdict,
    @Nullable FailureReport failure,
    @Nullable String fingerprint,
    @JsonInclude(NON_NULL) @Nullable SeenReport seen,
    @Nullable RetryReport retry,
    @Nullable RunReport run,
    @Nullable HangReport hang,
    List<CodeReport> codes,
    List<Found> findings,
    @JsonProperty("ruled_out") List<Excluded> ruledOut,
    List<Check> checks,
    List<Step> collect,
    @Nullable SearchReport search,
    Map<String, List<String>> facts,
    List<Derived> derived,
    List<Contradicting> contradictions,
    @JsonProperty("fact_lines") Map<String, List<Long>> factLines,
    List<Suggestion> suggestions,
    @Nullable RankReport ranks,
    @JsonInclude(NON_NULL) @Nullable MachineReport machine,
    Log log,
    @JsonProperty("took_ms") long tookMillis,
    @Nullable String id,
    @Nullable String permalink) {
  /** Facts that name accelerators without pages; they stand in {@code facts/reading.yaml}. */
  private static final List<String> UNCOVERED = List.of("tpu", "rocm", "trainium", "gaudi");

  private static final String TRACEBACK_HEADING = "Traceback (most recent call last):";

  public static Report fromDiagnosis(Diagnosis diagnosis, Language language) {
    return fromDiagnosis(diagnosis, language, new Detail(Diagnoser.MAX_EVIDENCE, false));
  }

  /** The report in the detail that was asked for. */
  public static Report fromDiagnosis(Diagnosis diagnosis, Language language, Detail detail) {
    return new Reporter(diagnosis, language, detail).buildReport();
  }

  /**
   * How much a report holds.
   *
   * @param evidence limit of the lines of evidence of a finding
   * @param series whether it holds the measured values of the run
   */
  public record Detail(int evidence, boolean series) {}

  /**
   * The fact that names an accelerator about whose own errors there is no page; null if the log
   * names none, or an NVIDIA GPU.
   */
  public @Nullable String uncovered() {
    return uncovered(facts.keySet());
  }

  static @Nullable String uncovered(Set<String> facts) {
    return facts.contains("gpu")
        ? null
        : UNCOVERED.stream().filter(facts::contains).findFirst().orElse(null);
  }

  /** The finding that is the answer; null if no cause and no symptom was found. */
  public @Nullable Found lead() {
    return verdict == Conclusion.DIAGNOSED ? findings.getFirst() : null;
  }

  /** The lines that prove a finding; of the lead, that of the failure first. */
  public List<Line> proofOf(Found finding) {
    if (finding != lead() || failure == null) {
      return finding.evidence();
    }
    long shown = failure.line();
    return finding.evidence().stream()
        .sorted(Comparator.comparing((Line line) -> line.line() != shown))
        .toList();
  }

  /**
   * The suffix of the message key for a finding: its role, or {@code apart} for a consequence
   * without a found cause.
   */
  public String partOf(Found finding) {
    boolean explained =
        findings.stream().anyMatch(other -> other.explains().contains(finding.entry()));
    return finding.role() == Role.CONSEQUENCE && !explained ? "apart" : finding.role().tag();
  }

  /**
   * Lines that look like errors, except the failing line, which {@link #failure()} states, and
   * headings of tracebacks, which say nothing beside it.
   */
  public List<ErrorLine> otherErrorLines() {
    if (failure == null) {
      return log.errorLines();
    }
    long failing = failure.line();
    return log.errorLines().stream()
        .filter(line -> line.line() != failing)
        .filter(line -> !line.text().endsWith(TRACEBACK_HEADING))
        .toList();
  }

  /** The code that is the answer because no entry matched; null if there is none. */
  public @Nullable CodeReport leadingCode() {
    return codes.stream().filter(CodeReport::leads).findFirst().orElse(null);
  }

  /** The codes except the one that is the answer, and those that the findings explain. */
  public List<CodeReport> otherCodes() {
    return codes.stream().filter(code -> !code.leads() && !isExplained(code)).toList();
  }

  /** The codes of the lead for which their vendor recommends an action. */
  public List<CodeReport> advisedCodes() {
    Found lead = lead();
    return lead == null
        ? List.of()
        : codes.stream()
            .filter(code -> lead.entry().equals(code.entry()))
            .filter(code -> code.advised() != null && code.advisor() != null)
            .toList();
  }

  /**
   * Whether the advice of the code tables stands beside codes: only where nothing else advises, so
   * that no two pieces of advice contradict each other, and none is about what a run survived.
   */
  public boolean advisesOnCodes() {
    return verdict == Conclusion.NO_MATCH && leadingCode() == null;
  }

  /**
   * Whether a finding says all about a code: a harmless or handled one in whose lines it stands, or
   * a cause that it only follows from. The advice of a vendor is shown beside every finding.
   */
  private boolean isExplained(CodeReport code) {
    Found lead = lead();
    boolean passed =
        findings.stream()
            .filter(found -> found.role() == Role.HARMLESS || found.isHandled())
            .flatMap(found -> found.evidence().stream())
            .anyMatch(line -> line.line() == code.line());
    boolean follows =
        lead != null
            && lead.role() == Role.ROOT_CAUSE
            && (code.isGeneral()
                || lead.entry().equals(code.entry())
                || lead.explains().contains(String.valueOf(code.entry())));
    return (passed || follows) && code.advised() == null && code.repeated() == null;
  }

  /** The same report with the address under which it was saved. */
  public Report withPermalink(String id, String permalink) {
    return with(seen, id, permalink);
  }

  /** The same report with what the server knows of the same failure. */
  public Report withSeen(SeenReport same) {
    return same.isTold() ? with(same, id, permalink) : this;
  }

  private Report with(@Nullable SeenReport seen, @Nullable String id, @Nullable String permalink) {
    return new Report(
        verdict,
        failure,
        fingerprint,
        seen,
        retry,
        run,
        hang,
        codes,
        findings,
        ruledOut,
        checks,
        collect,
        search,
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

  /**
   * A finding.
   *
   * @param rank its position, from 1
   * @param confidence 0 to 1
   * @param because the reason for its position
   * @param code short code of the entry, such as {@code FB-0017}, or null
   * @param headline the title with values from the log, or the plain title
   * @param occurrences number of lines of the log that match
   * @param explains ids of the other findings that follow from it
   * @param setUp the closest set-ups that work, each with its command, if the compatibility tables
   *     identify or confirm the entry
   * @param works the same with the command as a separate field
   * @param basis the rules and rows on which the tables' verdict is based
   */
  public record Found(
      int rank,
      String entry,
      EntryKind kind,
      Role role,
      String title,
      String summary,
      double confidence,
      String because,
      @Nullable String code,
      String layer,
      boolean generic,
      String headline,
      String url,
      List<Line> evidence,
      long occurrences,
      List<String> explains,
      List<Fix> remedies,
      @JsonProperty("set_up") List<String> setUp,
      List<Step> works,
      List<Basis> basis) {
    /** Whether it is an error that the run survived. */
    boolean isHandled() {
      return role == Role.HANDLED;
    }

    /** How sure it is. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Certainty certainty() {
      return Certainty.of(role, generic, confidence);
    }
  }

  /** A rule or a row of the compatibility tables, with the URLs that support it. */
  public record Basis(String text, List<String> sources) {}

  /** A value derived from another fact on a line, by a rule or a table row with its sources. */
  public record Derived(
      String fact, String value, long line, String because, List<String> sources) {}

  /** A fact with contradictory values, and what that means. */
  public record Contradicting(String fact, List<Stated> values, String because) {}

  public record Stated(
      String value,
      long line,
      @Nullable Integer rank,
      @Nullable String node,
      @JsonInclude(NON_NULL) @Nullable String source,
      @JsonInclude(NON_NULL) @JsonProperty("source_line") @Nullable Long sourceLine) {}

  /**
   * A line of evidence.
   *
   * @param text the line, or the part around the match if it is very long
   * @param spans character ranges in the text
   * @param column index of the text's first character in the line
   */
  public record Line(
      long line,
      String text,
      List<int[]> spans,
      int column,
      String signature,
      Map<String, String> captures,
      @Nullable Integer rank,
      @Nullable String node,
      @Nullable String source,
      @JsonProperty("source_line") @Nullable Long sourceLine) {}

  /**
   * A remedy.
   *
   * @param text the title with its explanation, Markdown without links
   * @param explanation Markdown; empty if the title is sufficient; links to entries are addresses
   *     such as {@code /entries/cuda-out-of-memory}
   * @param command the command, filled with values from the log
   * @param risks {@code safe}, {@code restart}, {@code root}, {@code reboot}
   * @param check whether it only inspects, even if it requires a restart, as logging more does
   */
  public record Fix(
      String title,
      String text,
      String explanation,
      String command,
      List<String> risks,
      boolean check) {
    /**
     * Fills the remedies of an entry with values. A step whose answer the log already holds is left
     * out, and the answer precedes the next one.
     */
    static List<Fix> ofAll(List<Remedy> remedies, TemplateValues values) {
      List<Fix> fixes = new ArrayList<>();
      StringBuilder known = new StringBuilder();
      for (Remedy remedy : remedies) {
        Optional<String> answer =
            remedy.answer().flatMap(text -> PageTemplate.fillKnown(text, values));
        boolean last = remedy.equals(remedies.getLast());
        if (answer.isPresent() && !last) {
          known.append(answer.get()).append(answer.get().isEmpty() ? "" : "\n\n");
        } else {
          fixes.add(of(remedy, values, known.toString()));
          known.setLength(0);
        }
      }
      return fixes;
    }

    /** Fills a remedy of an entry with values. */
    public static Fix of(Remedy remedy, TemplateValues values) {
      return of(remedy, values, "");
    }

    private static Fix of(Remedy remedy, TemplateValues values, String before) {
      String title = PageTemplate.fill(remedy.title(), values);
      String text = before + PageTemplate.fill(remedy.text(), values);
      return new Fix(
          title,
          text.isEmpty() ? title : title + ". " + PlainLinks.plainText(text),
          PlainLinks.withAddresses(text),
          remedy.command().fill(values),
          remedy.risks().stream().map(Risk::tag).toList(),
          remedy.check());
    }
  }

  /** An entry that the facts exclude. */
  public record Excluded(String entry, String title, String because) {}

  /** The command that distinguishes two possible causes, with its outcome for each entry. */
  public record Check(List<String> between, String command, List<Outcome> outcomes) {}

  /** A step to collect more evidence: what it collects and shows, and its command. */
  public record Step(String text, String command) {
    /** Stands for the address of the server in a command; the diagnosis does not know it. */
    public static final String SERVER = "http://HOST";

    /** The command with the address of the server, if that is known. */
    public String commandAt(String base) {
      return base.isEmpty() ? command : command.replace(SERVER, base);
    }
  }

  /** A possible result of a check, which indicates an entry. */
  public record Outcome(String entry, String title, String text) {}

  /** A page with similar text; the higher the score, the more similar. */
  public record Suggestion(String entry, String title, double score, String url) {}

  /**
   * The log that was read.
   *
   * @param errorLines lines that look like errors, if nothing matched
   * @param sources the files, in the order in which their lines are numbered; empty if there was
   *     only one
   * @param skipped names of what was not read: files that are not text, what a source did not give
   */
  public record Log(
      long lines,
      long bytes,
      @JsonProperty("error_lines") List<ErrorLine> errorLines,
      List<Source> sources,
      List<String> skipped) {}

  public record Source(
      String name, long lines, long bytes, @JsonProperty("first_line") long firstLine) {}

  public record ErrorLine(
      long line,
      String text,
      @JsonInclude(NON_NULL) @Nullable String source,
      @JsonInclude(NON_NULL) @JsonProperty("source_line") @Nullable Long sourceLine) {}
}
