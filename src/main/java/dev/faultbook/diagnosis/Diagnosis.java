package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Facts;
import dev.faultbook.log.LogSource;
import dev.faultbook.stream.MatchedLine;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result for one log.
 *
 * @param findings in order; the first one is the answer
 * @param ruledOut entries that the facts exclude
 * @param facts what the log states about its machines
 * @param failure what ended the job, whether or not an entry explains it
 * @param codes the codes in the log
 * @param retry whether the job can be started again; empty if the log shows no failure
 * @param ranks the state of each rank; null if the log shows fewer than two
 * @param log what was read
 * @param knowledge what was known
 */
public record Diagnosis(
    List<Finding> findings,
    List<RuledOut> ruledOut,
    Facts facts,
    FailureAnalysis failure,
    CodeAnalysis codes,
    Optional<RetryAdvice> retry,
    @Nullable Ranks ranks,
    Log log,
    Knowledge knowledge) {
  public Diagnosis {
    findings = List.copyOf(findings);
    ruledOut = List.copyOf(ruledOut);
  }

  /**
   * The log that was read.
   *
   * @param errorLines lines that look like errors, the first and the last ones
   * @param hosts names of hosts and pods in line prefixes
   * @param sources the files
   * @param skipped names of files of the upload that are not text
   * @param lines number of lines
   * @param bytes number of bytes of text
   * @param tookMillis duration of the diagnosis in milliseconds
   */
  public record Log(
      List<MatchedLine> errorLines,
      Set<String> hosts,
      List<LogSource> sources,
      List<String> skipped,
      long lines,
      long bytes,
      long tookMillis) {
    public Log {
      errorLines = List.copyOf(errorLines);
      hosts = Set.copyOf(hosts);
      sources = List.copyOf(sources);
      skipped = List.copyOf(skipped);
    }
  }

  /** Lines that look like errors, the first and the last ones. */
  public List<MatchedLine> errorLines() {
    return log.errorLines();
  }

  /** Names of hosts and pods in line prefixes. */
  public Set<String> hosts() {
    return log.hosts();
  }

  /** The files. */
  public List<LogSource> sources() {
    return log.sources();
  }

  /** Names of files of the upload that are not text. */
  public List<String> skipped() {
    return log.skipped();
  }

  /** The number of lines. */
  public long lines() {
    return log.lines();
  }

  /** The number of bytes of text. */
  public long bytes() {
    return log.bytes();
  }

  /** The duration of the diagnosis in milliseconds. */
  public long tookMillis() {
    return log.tookMillis();
  }

  /** The overall result. */
  public Conclusion conclusion() {
    if (isDiagnosed()) {
      return Conclusion.DIAGNOSED;
    }
    boolean recognised =
        !findings.isEmpty()
            || failure.countHandled() > 0
            || failure.hasCompleted() && errorLines().isEmpty();
    return recognised && (!failure.hasFailed() || isHarmless()) && !codes.hardwareFault()
        ? Conclusion.HEALTHY
        : Conclusion.NO_MATCH;
  }

  /** Whether the apparent failure of a short excerpt is known to be harmless. */
  private boolean isHarmless() {
    return findings.stream()
        .filter(finding -> finding.role() == Role.HARMLESS)
        .flatMap(finding -> finding.evidence().stream())
        .anyMatch(evidence -> failure.coversLine(evidence.line()));
  }

  /** The first finding supported by the failing line; empty if no entry explains it. */
  public Optional<Finding> findExplanation() {
    return findings.stream()
        .filter(finding -> finding.role() != Role.HARMLESS)
        .filter(
            finding ->
                finding.evidence().stream().anyMatch(line -> failure.coversLine(line.line())))
        .findFirst();
  }

  /** What the log lacks to show why the job ended; empty if the log shows it. */
  public Optional<Missing> findMissing() {
    return MissingSearch.findIn(this);
  }

  /** Whether a cause or a symptom was found. */
  public boolean isDiagnosed() {
    return findings.stream().anyMatch(finding -> finding.role() != Role.HARMLESS);
  }
}
