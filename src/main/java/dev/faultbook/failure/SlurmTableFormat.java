package dev.faultbook.failure;

import dev.faultbook.codes.Ending;
import dev.faultbook.codes.Endings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** The final state of a job as {@code sacct} and {@code scontrol show job} print it. */
final class SlurmTableFormat implements FailureFormat {
  private static final int MAX_LINE = 1000;
  private static final String JOB_STATE = "JobState=";

  /** Longer states may be cut off. */
  private static final int SHORT_STATE = 8;

  private final Endings endings;

  SlurmTableFormat(Endings endings) {
    this.endings = endings;
  }

  @Override
  public List<String> triggerWords() {
    List<String> words = new ArrayList<>(List.of("jobstate="));
    for (String state : endings.slurmStates()) {
      String s = state.toLowerCase(Locale.ROOT);
      boolean cut = s.length() > SHORT_STATE;
      words.add(' ' + (cut ? s.substring(0, SHORT_STATE) : s + ' '));
      words.add('|' + (cut ? s.substring(0, SHORT_STATE) : s + '|'));
    }
    return words;
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    if (bare.length() > MAX_LINE) {
      return null;
    }
    //    JobState=NODE_FAIL Reason=NodeDown Dependency=(null)
    if (bare.startsWith(JOB_STATE)) {
      int end = bare.indexOf(' ');
      return endings
          .ofSlurmState(bare.substring(JOB_STATE.length(), end < 0 ? bare.length() : end))
          .map(ending -> ofState(line, ending, null))
          .orElse(null);
    }
    return readRow(line);
  }

  /** {@code 81234 train gpu mlops 64 TIMEOUT 0:0}; rows of job steps repeat the job's state. */
  private @Nullable FailureBlock readRow(LineText line) {
    StringTokenizer fields = new StringTokenizer(line.raw(), " |");
    if (!fields.hasMoreTokens() || !isJob(fields.nextToken())) {
      return null;
    }
    Ending state = null;
    while (fields.hasMoreTokens()) {
      String field = fields.nextToken();
      Integer code = exitCode(field);
      if (state != null && code != null) {
        return ofState(line, state, code);
      }
      state = endings.ofSlurmState(field).orElse(state);
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

  private @Nullable FailureBlock ofState(LineText line, Ending ending, @Nullable Integer code) {
    if (ending != Ending.EXIT) {
      return EndingFormat.blockOf(line, ending);
    }
    return code != null && code > 0
        ? SingleLine.of(line, new Failure.Exit(code), Signals.roleOfExit(code))
        : null;
  }
}
