package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.content.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis in one language, in the shape of the REST answer. The entry points serialise it
 * unchanged.
 *
 * @param ending the result of the job
 * @param answer the findings
 * @param next how to learn more
 * @param stated what the log states about its machines
 * @param suggestions pages with similar text, only if nothing matched
 * @param ranks the state of each rank, node or file; null if the log shows fewer than two
 * @param machine whether the machine's components are compatible; null (and omitted) unless the log
 *     is the output of {@code /collect.sh}
 * @param reading what was read
 * @param address where the diagnosis is saved
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Report(
    @JsonUnwrapped Ending ending,
    @JsonUnwrapped Answer answer,
    @JsonUnwrapped NextSteps next,
    @JsonUnwrapped StatedFacts stated,
    List<Suggestion> suggestions,
    @Nullable RankReport ranks,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable MachineReport machine,
    @JsonUnwrapped Reading reading,
    @JsonUnwrapped Address address) {
  private static final String TRACEBACK_HEADING = "Traceback (most recent call last):";

  /**
   * The suffix of the message key for a finding: its role, or {@code apart} for a consequence
   * without a found cause.
   */
  public String partOf(Found finding) {
    boolean explained =
        findings().stream().anyMatch(other -> other.explains().contains(finding.entry()));
    return finding.role().equals("consequence") && !explained ? "apart" : finding.role();
  }

  /**
   * The result of the job.
   *
   * @param verdict {@code diagnosed}, {@code healthy} or {@code no_match}
   * @param failure what ended the job, whether or not an entry explains it; null if the log shows
   *     no failure
   * @param retry whether the job can be started again; null if the log shows no failure
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Ending(
      String verdict, @Nullable FailureReport failure, @Nullable RetryReport retry) {}

  /**
   * The findings and codes.
   *
   * @param codes the codes in the log, in the order of their first lines
   * @param findings in order; the first one is the answer
   * @param ruledOut entries that the facts of the log exclude
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Answer(
      List<CodeReport> codes,
      List<Found> findings,
      @JsonProperty("ruled_out") List<Excluded> ruledOut) {
    /** Reports saved by earlier releases have no codes. */
    public Answer {
      codes = codes == null ? List.of() : List.copyOf(codes);
    }
  }

  /**
   * How to learn more.
   *
   * @param checks commands that distinguish the remaining possible causes; empty if the answer is
   *     clear
   * @param collect how to collect more evidence, if the log shows only a symptom
   * @param search a web search for a failure that no page explains; null if one does, or if the
   *     message is too short
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record NextSteps(List<Check> checks, List<Step> collect, @Nullable SearchReport search) {
    /** Reports saved by earlier releases have no checks and steps. */
    public NextSteps {
      checks = checks == null ? List.of() : List.copyOf(checks);
      collect = collect == null ? List.of() : List.copyOf(collect);
    }
  }

  /**
   * What the log states about its machines.
   *
   * @param facts values by name
   * @param derived values that no line states but that follow from others, by name
   * @param contradictions facts with several values in this log that have one value in a healthy
   *     job
   * @param factLines the lines of the facts, in the order of {@code facts}
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record StatedFacts(
      Map<String, List<String>> facts,
      List<Derived> derived,
      List<Contradicting> contradictions,
      @JsonProperty("fact_lines") Map<String, List<Long>> factLines) {
    /** Reports saved by earlier releases have no derived values. */
    public StatedFacts {
      derived = derived == null ? List.of() : List.copyOf(derived);
      contradictions = contradictions == null ? List.of() : List.copyOf(contradictions);
    }
  }

  /**
   * What was read.
   *
   * @param log the log
   * @param tookMillis duration of the diagnosis in milliseconds
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Reading(Log log, @JsonProperty("took_ms") long tookMillis) {}

  /**
   * Where a diagnosis is saved.
   *
   * @param id id of the saved diagnosis, or null
   * @param permalink its address, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Address(@Nullable String id, @Nullable String permalink) {
    /** For a diagnosis that is not saved. */
    public static final Address NONE = new Address(null, null);
  }

  /** The verdict (see {@link Ending#verdict()}). */
  public String verdict() {
    return ending.verdict();
  }

  /** What ended the job, or null. */
  public @Nullable FailureReport failure() {
    return ending.failure();
  }

  /** Whether the job can be started again, or null. */
  public @Nullable RetryReport retry() {
    return ending.retry();
  }

  /** The codes in the log. */
  public List<CodeReport> codes() {
    return answer.codes();
  }

  /** The findings, in order. */
  public List<Found> findings() {
    return answer.findings();
  }

  /** Entries that the facts of the log exclude. */
  public List<Excluded> ruledOut() {
    return answer.ruledOut();
  }

  /** Commands that distinguish the remaining possible causes. */
  public List<Check> checks() {
    return next.checks();
  }

  /** How to collect more evidence. */
  public List<Step> collect() {
    return next.collect();
  }

  /**
   * Lines that look like errors, except the failing line, which {@link #failure()} states, and
   * headings of tracebacks, which say nothing beside it.
   */
  public List<ErrorLine> otherErrorLines() {
    FailureReport failure = failure();
    return failure == null
        ? log().errorLines()
        : log().errorLines().stream()
            .filter(line -> line.line() != failure.where().line())
            .filter(line -> !line.text().endsWith(TRACEBACK_HEADING))
            .toList();
  }

  /** A web search for a failure that no page explains, or null. */
  public @Nullable SearchReport search() {
    return next.search();
  }

  /** Values of facts by name. */
  public Map<String, List<String>> facts() {
    return stated.facts();
  }

  /** Values that follow from others. */
  public List<Derived> derived() {
    return stated.derived();
  }

  /** Facts with contradictory values. */
  public List<Contradicting> contradictions() {
    return stated.contradictions();
  }

  /** The lines of the facts. */
  public Map<String, List<Long>> factLines() {
    return stated.factLines();
  }

  /** What was read. */
  public Log log() {
    return reading.log();
  }

  /** Duration of the diagnosis in milliseconds. */
  public long tookMillis() {
    return reading.tookMillis();
  }

  /** Id of the saved diagnosis, or null. */
  public @Nullable String id() {
    return address.id();
  }

  /** Address of the saved diagnosis, or null. */
  public @Nullable String permalink() {
    return address.permalink();
  }

  /**
   * A finding.
   *
   * @param rank its position, from 1
   * @param subject the entry
   * @param standing its confidence and the reason
   * @param label the classification of the entry
   * @param url address of its page
   * @param proof the lines that support it
   * @param explains ids of the other findings that follow from it
   * @param remedies most likely first
   * @param tables data of the compatibility tables, if they identify or confirm the entry
   */
  public record Found(
      int rank,
      @JsonUnwrapped Subject subject,
      @JsonUnwrapped Standing standing,
      @JsonUnwrapped Label label,
      String url,
      @JsonUnwrapped Proof proof,
      List<String> explains,
      List<Fix> remedies,
      @JsonUnwrapped Tables tables) {
    /** Reports saved by earlier releases have no labels and tables. */
    public Found {
      label =
          label == null || label.headline() == null
              ? new Label(null, "", false, subject.title())
              : label;
      tables = tables == null ? Tables.NONE : tables;
    }

    Found withEvidence(int most) {
      Proof less = new Proof(proof.evidence().stream().limit(most).toList(), proof.occurrences());
      return new Found(rank, subject, standing, label, url, less, explains, remedies, tables);
    }

    /** Id of the entry. */
    public String entry() {
      return subject.entry();
    }

    /** The kind of the entry. */
    public String kind() {
      return subject.kind();
    }

    /** The role among the findings. */
    public String role() {
      return subject.role();
    }

    /** Title of the page. */
    public String title() {
      return subject.title();
    }

    /** The cause in one sentence. */
    public String summary() {
      return subject.summary();
    }

    /** The confidence, 0 to 1. */
    public double confidence() {
      return standing.confidence();
    }

    /** The reason for its position. */
    public String because() {
      return standing.because();
    }

    /** The lines of evidence. */
    public List<Line> evidence() {
      return proof.evidence();
    }

    /** The number of lines of the log that match. */
    public long occurrences() {
      return proof.occurrences();
    }
  }

  /**
   * The entry of a finding.
   *
   * @param entry id of the entry
   * @param kind {@code cause}, {@code symptom} or {@code benign}
   * @param role {@code root_cause}, {@code contributing}, {@code consequence} or {@code harmless}
   * @param title title of the page
   * @param summary the cause in one sentence
   */
  public record Subject(String entry, String kind, String role, String title, String summary) {}

  /**
   * The rank of a finding among the others.
   *
   * @param confidence 0 to 1
   * @param because the reason for its position
   */
  public record Standing(double confidence, String because) {}

  /**
   * The evidence for a finding.
   *
   * @param evidence the lines
   * @param occurrences number of lines of the log that match
   */
  public record Proof(List<Line> evidence, long occurrences) {}

  /**
   * Data of the compatibility tables for a finding.
   *
   * @param setUp the closest set-ups that work, each with its command
   * @param works the same with the command as a separate field
   * @param basis the rules and rows on which the verdict is based
   */
  public record Tables(
      @JsonProperty("set_up") List<String> setUp, List<Step> works, List<Basis> basis) {
    /** Without data of the tables. */
    public static final Tables NONE = new Tables(List.of(), List.of(), List.of());

    /** Reports saved by earlier releases have no steps. */
    public Tables {
      setUp = setUp == null ? List.of() : List.copyOf(setUp);
      works = works == null ? Step.fromTexts(setUp) : List.copyOf(works);
      basis = basis == null ? List.of() : List.copyOf(basis);
    }
  }

  /**
   * The classification of an entry.
   *
   * @param code short code such as {@code FB-0017}, or null
   * @param layer the layer of the system that is at fault
   * @param generic whether the entry names a class of failures
   * @param headline the title with values from the log, or the plain title
   */
  public record Label(@Nullable String code, String layer, boolean generic, String headline) {}

  /**
   * A rule or a row of the compatibility tables.
   *
   * @param text the rule
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
   * @param fact its name
   * @param value the value
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
   * @param fact its name
   * @param values the stated values
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
   * @param value the value
   * @param line the line
   * @param rank the rank, or null
   * @param node the host, or null
   * @param file the file that contains the line
   */
  public record Stated(
      String value,
      long line,
      @Nullable Integer rank,
      @Nullable String node,
      @JsonUnwrapped FilePlace file) {}

  /**
   * A line of evidence.
   *
   * @param line its number, from 1
   * @param text the line, or the part around the match if it is very long
   * @param spans character ranges in the text
   * @param column index of the text's first character in the line
   * @param signature the signature
   * @param captures the captured texts
   * @param origin its writer and its file
   */
  public record Line(
      long line,
      String text,
      List<int[]> spans,
      int column,
      String signature,
      Map<String, String> captures,
      @JsonUnwrapped Origin origin) {
    /** The rank, or null. */
    public @Nullable Integer rank() {
      return origin.rank();
    }

    /** The host, or null. */
    public @Nullable String node() {
      return origin.node();
    }

    /** Name of the file; null if there is only one. */
    public @Nullable String source() {
      return origin.source();
    }

    /** Number of the line in its file, from 1; null if there is only one. */
    public @Nullable Long sourceLine() {
      return origin.sourceLine();
    }
  }

  /**
   * The writer and the file of a line.
   *
   * @param rank the rank, or null
   * @param node the host, or null
   * @param source name of the file; null if there is only one
   * @param sourceLine number of the line in that file, from 1; null if there is only one
   */
  public record Origin(
      @Nullable Integer rank,
      @Nullable String node,
      @Nullable String source,
      @JsonProperty("source_line") @Nullable Long sourceLine) {}

  /**
   * A remedy.
   *
   * @param title what to do
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

    /**
     * Reports saved by earlier releases have the explanation in the text only, and do not say which
     * steps only inspect.
     */
    public Fix {
      explanation = explanation == null ? text : explanation;
      check |= risks.contains("safe") && INSPECTING.containsAll(risks);
    }
  }

  /**
   * An entry that the facts exclude.
   *
   * @param entry its id
   * @param title its title
   * @param because the fact
   */
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
   * @param title its title
   * @param text the result
   */
  public record Outcome(String entry, String title, String text) {}

  /**
   * A page with similar text.
   *
   * @param entry its id
   * @param title its title
   * @param score higher is more similar
   * @param url its address
   */
  public record Suggestion(String entry, String title, double score, String url) {}

  /**
   * The log that was read.
   *
   * @param lines number of lines
   * @param bytes number of bytes of text
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
   * @param firstLine number of its first line, counted across all files
   */
  public record Source(
      String name, long lines, long bytes, @JsonProperty("first_line") long firstLine) {}

  /**
   * A line that looks like an error.
   *
   * @param line its number, from 1
   * @param text the line
   * @param file the file that contains it
   */
  public record ErrorLine(long line, String text, @JsonUnwrapped FilePlace file) {}

  /** The report of a diagnosis. */
  public static Report fromDiagnosis(Diagnosis diagnosis, Language language) {
    return new Reporter(diagnosis, language).buildReport();
  }

  /** The code that is the answer because no entry matched; null if there is none. */
  public @Nullable CodeReport leadingCode() {
    return codes().stream().filter(CodeReport::leads).findFirst().orElse(null);
  }

  /** The same report with at most {@code most} lines of evidence per finding. */
  public Report withEvidence(int most) {
    return new Report(
        ending,
        new Answer(
            answer.codes(),
            answer.findings().stream().map(found -> found.withEvidence(most)).toList(),
            answer.ruledOut()),
        next,
        stated,
        suggestions,
        ranks,
        machine,
        reading,
        address);
  }

  /** The same report with the address under which it was saved. */
  public Report withPermalink(String id, String permalink) {
    return new Report(
        ending,
        answer,
        next,
        stated,
        suggestions,
        ranks,
        machine,
        reading,
        new Address(id, permalink));
  }
}
