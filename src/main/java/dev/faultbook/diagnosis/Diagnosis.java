package dev.faultbook.diagnosis;

import dev.faultbook.facts.Facts;
import dev.faultbook.log.LogSource;
import dev.faultbook.search.KnowledgeIndex;
import dev.faultbook.stream.MatchedLine;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was found in one log.
 *
 * @param findings in their order; the first is the answer
 * @param ruledOut what the facts speak against
 * @param facts what the log says about its machines
 * @param failure what ended the job, whether or not an entry explains it
 * @param codes the codes that the log holds
 * @param retry whether the job can be started again; empty when the log shows no failure
 * @param ranks what happened to each rank; null when the log shows fewer than two
 * @param log what was read
 * @param index the indexes that were used
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
    KnowledgeIndex.State index) {
  /** The lists cannot be changed. */
  public Diagnosis {
    findings = List.copyOf(findings);
    ruledOut = List.copyOf(ruledOut);
  }

  /**
   * A log that was read.
   *
   * @param errorLines lines that look like errors, the first and the last ones
   * @param hosts names of the hosts and pods that prefixes of lines state
   * @param sources the files
   * @param skipped names of files that came with them and are no text
   * @param lines how many lines the log has
   * @param bytes how many bytes of text
   * @param tookMillis how long its diagnosis took
   */
  public record Log(
      List<MatchedLine> errorLines,
      Set<String> hosts,
      List<LogSource> sources,
      List<String> skipped,
      long lines,
      long bytes,
      long tookMillis) {
    /** The collections cannot be changed. */
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

  /** Names of the hosts and pods that prefixes of lines state. */
  public Set<String> hosts() {
    return log.hosts();
  }

  /** The files. */
  public List<LogSource> sources() {
    return log.sources();
  }

  /** Names of files that came with the log and are no text. */
  public List<String> skipped() {
    return log.skipped();
  }

  /** How many lines the log has. */
  public long lines() {
    return log.lines();
  }

  /** How many bytes of text the log has. */
  public long bytes() {
    return log.bytes();
  }

  /** How long the diagnosis took. */
  public long tookMillis() {
    return log.tookMillis();
  }

  /** What the diagnosis says of the log as a whole. */
  public Conclusion conclusion() {
    if (isDiagnosed()) {
      return Conclusion.DIAGNOSED;
    }
    boolean recognised = !findings.isEmpty() || failure.countHandled() > 0;
    return recognised && (!failure.hasFailed() || isHarmless()) && !codes.hardwareFault()
        ? Conclusion.HEALTHY
        : Conclusion.NO_MATCH;
  }

  /** Whether what looks like the failure, in an excerpt of a few lines, is known to be harmless. */
  private boolean isHarmless() {
    return findings.stream()
        .filter(finding -> finding.role() == Role.HARMLESS)
        .flatMap(finding -> finding.evidence().stream())
        .anyMatch(evidence -> failure.coversLine(evidence.line()));
  }

  /** The entry of the first finding that the failing line supports; empty when none explains it. */
  public Optional<Finding> findExplanation() {
    return findings.stream()
        .filter(finding -> finding.role() != Role.HARMLESS)
        .filter(
            finding ->
                finding.evidence().stream().anyMatch(line -> failure.coversLine(line.line())))
        .findFirst();
  }

  /** What the log lacks that would show why the job ended; empty where it shows that itself. */
  public Optional<Missing> findMissing() {
    return MissingSearch.findIn(this);
  }

  /** Whether a cause or a symptom was found. */
  public boolean isDiagnosed() {
    return findings.stream().anyMatch(finding -> finding.role() != Role.HARMLESS);
  }
}
