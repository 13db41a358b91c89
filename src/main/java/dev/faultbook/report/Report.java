package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.Risk;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Role;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis in one language: the document of the REST answer, from which pages, text, Markdown
 * and chats are written as well. Its components are the document's fields, in their order.
 *
 * @param failure what ended the job, whether or not an entry explains it; null if the log shows no
 *     failure
 * @param retry whether the job can be started again; null if the log shows no failure
 * @param codes the codes in the log, in the order of their first lines
 * @param findings in order; the first one is the answer
 * @param ruledOut entries that the facts of the log exclude
 * @param checks commands that distinguish the remaining possible causes; empty if the answer is
 *     clear
 * @param collect how to collect more evidence, if the log shows only a symptom
 * @param search a web search for a failure that no page explains; null if one does, or if the
 *     message is too short
 * @param facts what the log states about its machines: values by name
 * @param derived values that no line states but that follow from others
 * @param contradictions facts with several values in this log that have one value in a healthy job
 * @param factLines the lines of the facts, in the order of {@code facts}
 * @param suggestions pages with similar text, only if nothing matched
 * @param ranks the state of each rank, node or file; null if the log shows fewer than two
 * @param machine whether the machine's components are compatible; null (and omitted) unless the log
 *     is the output of {@code /collect.sh}
 * @param tookMillis duration of the diagnosis
 * @param permalink its address, or null
 */
public record Report(
    Conclusion verdict,
    @Nullable FailureReport failure,
    @Nullable RetryReport retry,
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
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable MachineReport machine,
    Log log,
    @JsonProperty("took_ms") long tookMillis,
    @Nullable String id,
    @Nullable String permalink) {
  private static final String TRACEBACK_HEADING = "Traceback (most recent call last):";

  /** Reports saved by earlier releases lack some of the lists. */
  public Report {
    codes = copyOf(codes);
    checks = copyOf(checks);
    collect = copyOf(collect);
    derived = copyOf(derived);
    contradictions = copyOf(contradictions);
  }

  static <T> List<T> copyOf(@Nullable List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  /** The report of a diagnosis. */
  public static Report fromDiagnosis(Diagnosis diagnosis, Language language) {
    return new Reporter(diagnosis, language).buildReport();
  }

  /** The finding that is the answer; null if no cause and no symptom was found. */
  public @Nullable Found lead() {
    return verdict == Conclusion.DIAGNOSED ? findings.getFirst() : null;
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

  /** The codes except the one that is the answer. */
  public List<CodeReport> otherCodes() {
    return codes.stream().filter(code -> !code.leads()).toList();
  }

  /** The same report with at most {@code most} lines of evidence per finding. */
  public Report withEvidence(int most) {
    List<Found> less = findings.stream().map(found -> found.withEvidence(most)).toList();
    return new Report(
        verdict,
        failure,
        retry,
        codes,
        less,
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

  /** The same report with the address under which it was saved. */
  public Report withPermalink(String id, String permalink) {
    return new Report(
        verdict,
        failure,
        retry,
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
   * @param summary the cause in one sentence
   * @param confidence 0 to 1
   * @param because the reason for its position
   * @param code short code of the entry, such as {@code FB-0017}, or null
   * @param layer the layer of the system that is at fault
   * @param generic whether the entry names a class of failures
   * @param headline the title with values from the log, or the plain title
   * @param evidence the lines that support it
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
    /** Reports saved by earlier releases have no headlines and tables. */
    public Found {
      layer = layer == null ? "" : layer;
      headline = headline == null ? title : headline;
      setUp = copyOf(setUp);
      works = works == null ? Step.fromTexts(setUp) : List.copyOf(works);
      basis = copyOf(basis);
    }

    Found withEvidence(int most) {
      List<Line> less = evidence.stream().limit(most).toList();
      return new Found(
          rank,
          entry,
          kind,
          role,
          title,
          summary,
          confidence,
          because,
          code,
          layer,
          generic,
          headline,
          url,
          less,
          occurrences,
          explains,
          remedies,
          setUp,
          works,
          basis);
    }

    /** The confidence as {@code 95 %}. */
    public String percent() {
      return Math.round(confidence * 100) + " %";
    }
  }

  /**
   * A rule or a row of the compatibility tables.
   *
   * @param sources URLs that support it
   */
  public record Basis(String text, List<String> sources) {
    public Basis {
      sources = List.copyOf(sources);
    }
  }

  /**
   * A value derived from another fact.
   *
   * @param line the line of the fact from which it follows
   * @param because the rule or the table row
   * @param sources URLs that support it
   */
  public record Derived(
      String fact, String value, long line, String because, List<String> sources) {
    public Derived {
      sources = List.copyOf(sources);
    }
  }

  /**
   * A fact with contradictory values.
   *
   * @param because what the contradiction means
   */
  public record Contradicting(String fact, List<Stated> values, String because) {
    public Contradicting {
      values = List.copyOf(values);
    }
  }

  /**
   * A stated value.
   *
   * @param source name of the file; null, and omitted, if there is only one
   * @param sourceLine number of the line in that file, from 1; omitted likewise
   */
  public record Stated(
      String value,
      long line,
      @Nullable Integer rank,
      @Nullable String node,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String source,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("source_line")
          @Nullable Long sourceLine) {}

  /**
   * A line of evidence.
   *
   * @param text the line, or the part around the match if it is very long
   * @param spans character ranges in the text
   * @param column index of the text's first character in the line
   * @param captures the captured texts
   * @param source name of the file; null if there is only one
   * @param sourceLine number of the line in that file, from 1; null if there is only one
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
    private static final Set<String> INSPECTING = Set.of("safe", "root");

    /** Fills a remedy of an entry with values. */
    public static Fix of(Remedy remedy, TemplateValues values) {
      String title = PageTemplate.fill(remedy.title(), values);
      String text = PageTemplate.fill(remedy.text(), values);
      return new Fix(
          title,
          text.isEmpty() ? title : title + ". " + PlainLinks.plainText(text),
          PlainLinks.withAddresses(text),
          remedy.command().fill(values),
          remedy.risks().stream().map(Risk::tag).toList(),
          remedy.check());
    }

    /**
     * Reports saved by earlier releases have the explanation in the text only, and do not say which
     * steps only inspect.
     */
    public Fix {
      explanation = explanation == null ? text : explanation;
      check |= risks.contains("safe") && INSPECTING.containsAll(risks);
    }
  }

  /** An entry that the facts exclude. */
  public record Excluded(String entry, String title, String because) {}

  /**
   * The command that distinguishes two possible causes.
   *
   * @param between ids of the two entries
   * @param command the command, filled with values from the log
   * @param outcomes the meaning of its result, for each of the two
   */
  public record Check(List<String> between, String command, List<Outcome> outcomes) {
    public Check {
      between = List.copyOf(between);
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * A step to collect more evidence.
   *
   * @param text what it collects and what that shows
   * @param command the command; {@value #SERVER} represents the address of this server
   */
  public record Step(String text, String command) {
    /** Represents the address of the server in a command; the diagnosis does not know it. */
    public static final String SERVER = "http://HOST";

    /** Steps without commands. */
    static List<Step> fromTexts(List<String> texts) {
      return texts.stream().map(text -> new Step(text, "")).toList();
    }

    /** The command with the address of the server, if that is known. */
    public String commandAt(String base) {
      return base.isEmpty() ? command : command.replace(SERVER, base);
    }
  }

  /**
   * A possible result of a check.
   *
   * @param entry id of the entry that it indicates
   * @param text the result
   */
  public record Outcome(String entry, String title, String text) {}

  /**
   * A page with similar text.
   *
   * @param score higher is more similar
   */
  public record Suggestion(String entry, String title, double score, String url) {}

  /**
   * The log that was read.
   *
   * @param errorLines lines that look like errors, if nothing matched
   * @param sources the files, in the order in which their lines are numbered; empty if there was
   *     only one
   * @param skipped names of files of an archive that were skipped because they are not text
   */
  public record Log(
      long lines,
      long bytes,
      @JsonProperty("error_lines") List<ErrorLine> errorLines,
      List<Source> sources,
      List<String> skipped) {
    /** Reports saved by earlier releases have no sources and skipped files. */
    public Log {
      errorLines = List.copyOf(errorLines);
      sources = copyOf(sources);
      skipped = copyOf(skipped);
    }
  }

  /**
   * A file of the log.
   *
   * @param firstLine number of its first line, counted across all files
   */
  public record Source(
      String name, long lines, long bytes, @JsonProperty("first_line") long firstLine) {}

  /**
   * A line that looks like an error.
   *
   * @param source name of the file; null, and omitted, if there is only one
   * @param sourceLine number of the line in that file, from 1; omitted likewise
   */
  public record ErrorLine(
      long line,
      String text,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String source,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("source_line")
          @Nullable Long sourceLine) {}
}
