package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Facts;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.content.Entry;
import dev.faultbook.failure.StackFrame;
import dev.faultbook.hang.Frame;
import dev.faultbook.hang.Hang;
import dev.faultbook.hang.Wait;
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
 * @param facts what the log states about its machines
 * @param failure what ended the job, whether or not an entry explains it
 * @param hang what stacks and records of a hang show; empty if the log has none
 * @param retry whether the job can be started again; empty if the log shows no failure
 * @param ranks the state of each rank; null if the log shows fewer than two
 * @param errorLines lines that look like errors, the first and the last ones
 * @param hosts names of hosts and pods in line prefixes
 * @param sources the files of the log
 * @param skipped names of files of the upload that are not text
 * @param lines number of lines
 * @param bytes number of bytes of text
 * @param tookMillis duration of the diagnosis in milliseconds
 * @param knowledge what was known
 */
public record Diagnosis(
    List<Finding> findings,
    List<RuledOut> ruledOut,
    Facts facts,
    FailureAnalysis failure,
    Optional<Hang> hang,
    CodeAnalysis codes,
    Optional<RetryAdvice> retry,
    @Nullable Ranks ranks,
    List<MatchedLine> errorLines,
    Set<String> hosts,
    List<LogSource> sources,
    List<String> skipped,
    long lines,
    long bytes,
    long tookMillis,
    Knowledge knowledge) {

  /**
   * An entry whose lines are in the log, but which the facts of the log exclude.
   *
   * @param because the reason against it
   */
  public record RuledOut(Entry entry, List<Statement> because) {}

  /** The overall result. */
  public Conclusion conclusion() {
    if (isDiagnosed()) {
      return Conclusion.DIAGNOSED;
    }
    boolean recognised = failure.run().isHealthy() || !findings.isEmpty() || failure.handledWhole();
    boolean hangs = hang.filter(Hang::isHang).isPresent();
    return recognised && !hangs && (!failure.hasFailed() || isHarmless()) && !codes.hardwareFault()
        ? Conclusion.HEALTHY
        : Conclusion.NO_MATCH;
  }

  /** Whether the apparent failure of a short excerpt is known to be harmless. */
  private boolean isHarmless() {
    return findings.stream()
        .anyMatch(finding -> finding.role() == Role.HARMLESS && explainsFailure(finding));
  }

  /** The first finding supported by the event of the answer; empty if no entry explains it. */
  public Optional<Finding> findExplanation() {
    return findings.stream()
        .filter(finding -> finding.role().isFailure() && explainsFailure(finding))
        .findFirst();
  }

  private boolean explainsFailure(Finding finding) {
    return finding.evidence().stream().anyMatch(line -> failure.showsOccurrence(line.line()));
  }

  /** Whether the answer is what stacks and records of a hang show. */
  public boolean showsHang() {
    return HangFinding.leads(hang, findings);
  }

  /** The user's own code in which the awaited process of a hang is; empty if it is no answer. */
  public Optional<StackFrame> frameOfHang() {
    return hang.filter(of -> showsHang())
        .map(Hang::state)
        .map(Wait::frame)
        .map(Frame::at)
        .filter(StackFrame::isOwn);
  }

  /** Whether a cause or a symptom was found. */
  public boolean isDiagnosed() {
    return findings.stream().anyMatch(finding -> finding.role().isFailure());
  }
}
