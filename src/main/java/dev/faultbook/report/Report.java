package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.language.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis in one language, in the shape of the REST answer. Serialised as it stands by the
 * doors.
 *
 * @param ending what became of the job
 * @param answer what was found
 * @param next what to do to learn more
 * @param stated what the log says about its machines
 * @param suggestions nearest pages by text, only when nothing matched
 * @param ranks what happened to each rank, node or file; null when the log shows fewer than two
 * @param machine whether the machine's parts go together; null (and left out) unless the log is
 *     what {@code /collect.sh} prints
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

  /**
   * What a finding is called, as the end of a message key: its role, but {@code apart} for a
   * consequence of which nothing that was found is the cause.
   */
  public String partOf(Found finding) {
    boolean explained =
        findings().stream().anyMatch(other -> other.explains().contains(finding.entry()));
    return finding.role().equals("consequence") && !explained ? "apart" : finding.role();
  }

  /**
   * What became of the job.
   *
   * @param verdict {@code diagnosed}, {@code healthy} or {@code no_match}
   * @param failure what ended the job, whether or not an entry explains it; null when the log shows
   *     no failure
   * @param retry whether the job can be started again; null when the log shows no failure
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Ending(
      String verdict, @Nullable FailureReport failure, @Nullable RetryReport retry) {}

  /**
   * What was found.
   *
   * @param codes the codes that occur in the log, in the order of their first lines
   * @param findings in their order; the first is the answer
   * @param ruledOut what the facts of the log speak against
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Answer(
      List<CodeReport> codes,
      List<Found> findings,
      @JsonProperty("ruled_out") List<Excluded> ruledOut) {
    /** A report that was saved before there were codes has none. */
    public Answer {
      codes = codes == null ? List.of() : List.copyOf(codes);
    }
  }

  /**
   * What to do to learn more.
   *
   * @param checks what to run next where several causes stay possible; empty when the answer is
   *     clear
   * @param collect what to collect next and how, where the log shows no more than a symptom
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record NextSteps(List<Check> checks, List<Step> collect) {
    /** A report that was saved before there were checks or steps has none. */
    public NextSteps {
      checks = checks == null ? List.of() : List.copyOf(checks);
      collect = collect == null ? List.of() : List.copyOf(collect);
    }
  }

  /**
   * What the log says about its machines.
   *
   * @param facts values by name
   * @param derived the values that no line states but that follow from others, by name
   * @param contradictions facts that a sound job has one value of, and this log several
   * @param factLines the lines that the facts came from, for {@code facts} in the same order
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record StatedFacts(
      Map<String, List<String>> facts,
      List<Derived> derived,
      List<Contradicting> contradictions,
      @JsonProperty("fact_lines") Map<String, List<Long>> factLines) {
    /** A report that was saved before there were derived values has none. */
    public StatedFacts {
      derived = derived == null ? List.of() : List.copyOf(derived);
      contradictions = contradictions == null ? List.of() : List.copyOf(contradictions);
    }
  }

  /**
   * The reading of the log.
   *
   * @param log what was read
   * @param tookMillis how long the diagnosis took
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Reading(Log log, @JsonProperty("took_ms") long tookMillis) {}

  /**
   * Where a diagnosis is saved.
   *
   * @param id of the saved diagnosis, or null
   * @param permalink its address, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Address(@Nullable String id, @Nullable String permalink) {
    /** Of a diagnosis that is not saved. */
    public static final Address NONE = new Address(null, null);
  }

  /** The verdict, see {@link Ending#verdict()}. */
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

  /** The codes that occur in the log. */
  public List<CodeReport> codes() {
    return answer.codes();
  }

  /** The findings in their order. */
  public List<Found> findings() {
    return answer.findings();
  }

  /** What the facts of the log speak against. */
  public List<Excluded> ruledOut() {
    return answer.ruledOut();
  }

  /** What to run next. */
  public List<Check> checks() {
    return next.checks();
  }

  /** What to collect next. */
  public List<Step> collect() {
    return next.collect();
  }

  /** Values of facts by name. */
  public Map<String, List<String>> facts() {
    return stated.facts();
  }

  /** Values that follow from others. */
  public List<Derived> derived() {
    return stated.derived();
  }

  /** Facts that the log contradicts itself in. */
  public List<Contradicting> contradictions() {
    return stated.contradictions();
  }

  /** The lines that the facts came from. */
  public Map<String, List<Long>> factLines() {
    return stated.factLines();
  }

  /** What was read. */
  public Log log() {
    return reading.log();
  }

  /** How long the diagnosis took. */
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
   * @param rank place, from 1
   * @param subject what was found
   * @param standing how sure it is
   * @param label what kind of entry it is
   * @param url of the page
   * @param proof the lines that show it
   * @param explains ids of the other findings that follow from it
   * @param remedies most likely first
   * @param tables what the compatibility tables say, where they name or confirm the entry
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
    /** A report that was saved before there were labels and tables has none. */
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

    /** The cause in a sentence. */
    public String summary() {
      return subject.summary();
    }

    /** How sure it is, 0 to 1. */
    public double confidence() {
      return standing.confidence();
    }

    /** Why it stands where it stands. */
    public String because() {
      return standing.because();
    }

    /** The lines. */
    public List<Line> evidence() {
      return proof.evidence();
    }

    /** How many lines of the log match. */
    public long occurrences() {
      return proof.occurrences();
    }
  }

  /**
   * What was found.
   *
   * @param entry id of the entry
   * @param kind {@code cause}, {@code symptom} or {@code benign}
   * @param role {@code root_cause}, {@code contributing}, {@code consequence} or {@code harmless}
   * @param title of the page
   * @param summary the cause in a sentence
   */
  public record Subject(String entry, String kind, String role, String title, String summary) {}

  /**
   * The standing of a finding among the others.
   *
   * @param confidence 0 to 1
   * @param because why it stands where it stands
   */
  public record Standing(double confidence, String because) {}

  /**
   * What shows a finding.
   *
   * @param evidence the lines
   * @param occurrences how many lines of the log match
   */
  public record Proof(List<Line> evidence, long occurrences) {}

  /**
   * What the compatibility tables say of a finding.
   *
   * @param setUp the nearest set-ups that work, each with its command
   * @param works the same, the command apart
   * @param basis the rules and rows that decided it
   */
  public record Tables(
      @JsonProperty("set_up") List<String> setUp, List<Step> works, List<Basis> basis) {
    /** Where the tables say nothing. */
    public static final Tables NONE = new Tables(List.of(), List.of(), List.of());

    /** A report that was saved before has no steps. */
    public Tables {
      setUp = setUp == null ? List.of() : List.copyOf(setUp);
      works = works == null ? Step.fromTexts(setUp) : List.copyOf(works);
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
  public record Label(@Nullable String code, String layer, boolean generic, String headline) {}

  /**
   * A rule or a row of the compatibility tables.
   *
   * @param text what it says
   * @param sources where it can be checked
   */
  public record Basis(String text, List<String> sources) {
    /** The list cannot be changed. */
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
    /** The list cannot be changed. */
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
    /** The list cannot be changed. */
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
   * @param file the file that holds the line
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
   * @param line number, from 1
   * @param text the line, or the part around the match when it is very long
   * @param spans character ranges in the text
   * @param column index of the text's first character in the line
   * @param signature the signature
   * @param captures what it captured
   * @param origin where it comes from
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

    /** Name of the file; null when there is only one. */
    public @Nullable String source() {
      return origin.source();
    }

    /** Number of the line in its file, from 1; null when there is only one. */
    public @Nullable Long sourceLine() {
      return origin.sourceLine();
    }
  }

  /**
   * Where a line comes from.
   *
   * @param rank the rank, or null
   * @param node the host, or null
   * @param source name of the file; null when there is only one
   * @param sourceLine number of the line in that file, from 1; null when there is only one
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
   * @param text the same with its explanation, Markdown without links
   * @param explanation what to know about it, Markdown; empty when the title says it all; links to
   *     entries are addresses such as {@code /entries/cuda-out-of-memory}
   * @param command the command, filled with what the log says
   * @param risks {@code safe}, {@code restart}, {@code root}, {@code reboot}
   */
  public record Fix(
      String title, String text, String explanation, String command, List<String> risks) {
    private static final Set<String> CHECKS = Set.of("safe", "root");

    /** Whether it only looks: it is safe while the job runs, and asks for root at most. */
    @JsonIgnore
    public boolean isCheck() {
      return risks.contains("safe") && CHECKS.containsAll(risks);
    }

    /** A report that was saved before there were explanations has them in its text only. */
    public Fix {
      explanation = explanation == null ? text : explanation;
    }
  }

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
    /** The lists cannot be changed. */
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

    /** Steps of which only the text is known. */
    static List<Step> fromTexts(List<String> texts) {
      return texts.stream().map(text -> new Step(text, "")).toList();
    }

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
    /** The lists cannot be changed; a report that was saved before there were such has none. */
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
   * @param file the file that holds it
   */
  public record ErrorLine(long line, String text, @JsonUnwrapped FilePlace file) {}

  /** The report of a diagnosis. */
  public static Report fromDiagnosis(Diagnosis diagnosis, Language language) {
    return new Reporter(diagnosis, language).buildReport();
  }

  /** The code that is the answer, because no entry matched; null when there is none. */
  public @Nullable CodeReport leadingCode() {
    return codes().stream().filter(CodeReport::leads).findFirst().orElse(null);
  }

  /** The same with at most so many lines of evidence for each finding. */
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

  /** The same with the address under which it was saved. */
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
