package dev.faultbook.failure;

import dev.faultbook.failure.Failure.Scheduler.Reason;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Messages with which Slurm, PBS and LSF end jobs. */
final class SlurmFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        "cancelled at",
        "oom_kill event",
        "oom-kill event",
        "node failure",
        "out of mem",
        "memory limit",
        "pbs: job killed",
        "term_runlimit",
        "term_memlimit",
        "term_owner",
        "unable to allocate resources",
        "job submission failed",
        "allocation has been revoked",
        "job step aborted",
        "preempt",
        "exceeded job memory");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    Reason reason = parseCancellation(bare);
    if (reason == null) {
      reason = parseReason(bare);
    }
    if (reason == null) {
      return null;
    }
    Standing standing = reason == Reason.CANCELLED ? Standing.INTERRUPTION : Standing.CAUSE;
    return Told.of(line, new Failure.Scheduler(reason), standing);
  }

  private static @Nullable Reason parseCancellation(String bare) {
    // slurmstepd: error: *** JOB 123 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO TIME LIMIT ***
    int at = bare.indexOf(" CANCELLED AT ");
    if (at < 0 || !bare.contains("*** ")) {
      return null;
    }
    int due = bare.indexOf("DUE TO ", at);
    if (due < 0) {
      return Reason.CANCELLED;
    }
    String why = bare.substring(due + 7);
    if (why.startsWith("TIME LIMIT")) {
      return Reason.TIME_LIMIT;
    }
    if (why.startsWith("PREEMPTION")) {
      return Reason.PREEMPTED;
    }
    return why.startsWith("NODE FAIL") ? Reason.NODE_FAILURE : Reason.CANCELLED;
  }

  private static @Nullable Reason parseReason(String bare) {
    String s = TextScan.limitLength(bare, 400).toLowerCase(Locale.ROOT);
    // slurmstepd: error: Detected 1 oom_kill event in StepId=123.0. Some of the step tasks …
    if (s.contains("oom_kill event") || s.contains("oom-kill event")) {
      return Reason.OUT_OF_MEMORY;
    }
    if (s.startsWith("slurmstepd: ") || s.startsWith("srun: ") || s.startsWith("sbatch: ")) {
      return parseSlurmReason(s);
    }
    return otherScheduler(s);
  }

  private static @Nullable Reason otherScheduler(String s) {
    // =>> PBS: job killed: walltime 3640 exceeded limit 3600
    if (s.contains("pbs: job killed")) {
      return s.contains("walltime") ? Reason.TIME_LIMIT : Reason.OUT_OF_MEMORY;
    }
    // TERM_RUNLIMIT: job killed after reaching LSF run time limit.
    if (s.startsWith("term_runlimit")) {
      return Reason.TIME_LIMIT;
    }
    if (s.startsWith("term_memlimit")) {
      return Reason.OUT_OF_MEMORY;
    }
    return s.startsWith("term_owner") ? Reason.CANCELLED : null;
  }

  private static @Nullable Reason parseSlurmReason(String s) {
    // srun: error: node1: task 3: Out Of Memory
    if (s.endsWith("out of memory") || s.contains("exceeded") && s.contains("memory limit")) {
      return Reason.OUT_OF_MEMORY;
    }
    // srun: error: Node failure on node7
    if (s.contains("node failure")) {
      return Reason.NODE_FAILURE;
    }
    // srun: error: Unable to allocate resources: Requested node configuration is not available
    if (s.contains("unable to allocate") || s.contains("submission failed")) {
      return Reason.REFUSED;
    }
    return null;
  }
}
