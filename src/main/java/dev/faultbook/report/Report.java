package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.language.Language;
import java.util.List;
import java.util.Map;

/**
 * A diagnosis in one language, in the shape of the REST answer. Serialised as it stands by the
 * doors.
 *
 * @param verdict {@code diagnosed}, {@code healthy} or {@code no_match}
 * @param failure what ended the job, whether or not an entry explains it; null when the log shows
 *     no failure
 * @param retry whether the job can be started again; null when the log shows no failure
 * @param codes the codes that occur in the log, in the order of their first lines
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
    List<CodeReport> codes,
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

  /** A report that was saved before there were codes, checks or steps has none. */
  public Report {
    codes = codes == null ? List.of() : List.copyOf(codes);
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
   * @param tables what the compatibility tables say, where they name or confirm the entry
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
      @JsonUnwrapped Tables tables) {
    /** A report that was saved before there were labels and tables has none. */
    public Found {
      label = label == null || label.headline() == null ? new Label(null, "", false, title) : label;
      tables = tables == null ? Tables.NONE : tables;
    }
  }

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
      works = works == null ? Step.plain(setUp) : List.copyOf(works);
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
   * @param explanation what to know about it, Markdown; empty when the title says it all
   * @param command the command, filled with what the log says
   * @param risks {@code safe}, {@code restart}, {@code root}, {@code reboot}
   */
  public record Fix(
      String title, String text, String explanation, String command, List<String> risks) {
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

    /** Steps of which only the text is known. */
    static List<Step> plain(List<String> texts) {
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
    return new Reporter(diagnosis, language).report();
  }

  /** The code that is the answer, because no entry matched; null when there is none. */
  public CodeReport leadingCode() {
    return codes.stream().filter(CodeReport::leads).findFirst().orElse(null);
  }

  /** The same with the address under which it was saved. */
  public Report saved(String id, String permalink) {
    return new Report(
        verdict,
        failure,
        retry,
        codes,
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
}
