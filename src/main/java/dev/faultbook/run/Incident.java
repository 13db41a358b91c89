package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * Something in a log that may have ended the run.
 *
 * @param line number of its first line
 * @param lastLine number of its last line
 * @param stream id of its stream
 * @param time when it happened, or null
 * @param weight what it says about the end
 * @param ended how a run ends that it ends
 * @param fingerprint equal for the same failure in another attempt
 */
public record Incident(
    long line,
    long lastLine,
    int stream,
    @Nullable LogTime time,
    Weight weight,
    Ended ended,
    String fingerprint) {

  /** What an incident says about the end of the run. */
  public enum Weight {
    /** A process ended by it: an uncaught exception, a crash, a kill, an exit with an error. */
    END,
    /** It follows from the end of another process, or stops the run from outside. */
    FOLLOWS,
    /** An error that a process may survive. */
    ERROR,
    /** The kernel reports it; that a process goes on says nothing about it. */
    MACHINE
  }
}
