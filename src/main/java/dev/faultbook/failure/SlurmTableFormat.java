package dev.faultbook.failure;

import dev.faultbook.failure.Failure.Scheduler.Reason;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** The final state of a job as {@code sacct} and {@code scontrol show job} print it. */
final class SlurmTableFormat implements FailureFormat {
  private static final int LONGEST_LINE = 1000;
  private static final String JOB_STATE = "JobState=";

  @Override
  public List<String> triggerWords() {
    return List.of(
        "jobstate=",
        " timeout ",
        "|timeout|",
        "out_of_me",
        "node_fail",
        " preempted",
        "|preempted",
        " deadline ",
        " cancelled",
        "|cancelled",
        " failed ",
        "|failed|");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    if (bare.length() > LONGEST_LINE) {
      return null;
    }
    //    JobState=NODE_FAIL Reason=NodeDown Dependency=(null)
    if (bare.startsWith(JOB_STATE)) {
      int end = bare.indexOf(' ');
      return ofState(line, bare.substring(JOB_STATE.length(), end < 0 ? bare.length() : end), null);
    }
    return readRow(line);
  }

  /** {@code 81234 train gpu mlops 64 TIMEOUT 0:0}; rows of job steps repeat the job's state. */
  private static @Nullable FailureBlock readRow(LineText line) {
    StringTokenizer fields = new StringTokenizer(line.raw(), " |");
    if (!fields.hasMoreTokens() || !isJob(fields.nextToken())) {
      return null;
    }
    String state = null;
    while (fields.hasMoreTokens()) {
      String field = fields.nextToken();
      Integer code = exitCode(field);
      if (state != null && code != null) {
        return ofState(line, state, code);
      }
      state = isState(field) ? field : state;
    }
    return null;
  }

  /** {@code 81234}, {@code 81234_7}. */
  private static boolean isJob(String field) {
    int end = TextScan.digitsEnd(field, 0);
    boolean array = field.startsWith("_", end) && end + 1 < field.length();
    return end > 2 && (end == field.length() || array && isDigits(field, end + 1));
  }

  private static boolean isDigits(String field, int from) {
    return TextScan.digitsEnd(field, from) == field.length();
  }

  /** {@code 1:0}: exit code and signal. */
  private static @Nullable Integer exitCode(String field) {
    int colon = field.indexOf(':');
    boolean pair = colon > 0 && colon + 1 < field.length() && isDigits(field, colon + 1);
    return pair && TextScan.digitsEnd(field, 0) == colon ? TextScan.parseNumber(field, 0) : null;
  }

  private static boolean isState(String field) {
    return field.equals("FAILED") || field.equals("CANCELLED") || reasonOf(field) != null;
  }

  private static @Nullable FailureBlock ofState(
      LineText line, String state, @Nullable Integer code) {
    Reason reason = reasonOf(state);
    if (reason != null) {
      return SingleLine.of(line, new Failure.Scheduler(reason), Standing.CAUSE);
    }
    if (state.startsWith("CANCELLED")) {
      return SingleLine.of(line, new Failure.Scheduler(Reason.CANCELLED), Standing.INTERRUPTION);
    }
    return state.equals("FAILED") && code != null && code > 0
        ? SingleLine.of(line, new Failure.Exit(code), Signals.standingOfExit(code))
        : null;
  }

  /** {@code sacct} truncates values wider than the column: {@code OUT_OF_ME+}. */
  private static @Nullable Reason reasonOf(String state) {
    return switch (state) {
      case "TIMEOUT", "DEADLINE" -> Reason.TIME_LIMIT;
      case "NODE_FAIL", "BOOT_FAIL" -> Reason.NODE_FAILURE;
      case "PREEMPTED" -> Reason.PREEMPTED;
      default -> state.startsWith("OUT_OF_ME") ? Reason.OUT_OF_MEMORY : null;
    };
  }
}
