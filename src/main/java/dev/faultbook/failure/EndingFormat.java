package dev.faultbook.failure;

import dev.faultbook.codes.Ending;
import dev.faultbook.codes.Endings;
import dev.faultbook.failure.Failure.Scheduler.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Codes of Slurm and Kubernetes that end jobs: in messages, in {@code scontrol show job}, and in
 * the rows of {@code sacct}.
 */
final class EndingFormat implements FailureFormat {
  private static final String CANCELLED_AT = " CANCELLED AT ";
  private static final String JOB_STATE = "JobState=";

  /** {@code docker inspect} prints this for every container that was not killed. */
  private static final List<String> NOT_KILLED =
      List.of("\"OOMKilled\": false", "\"OOMKilled\":false");

  /** Longer states may be cut off. */
  private static final int SHORT_STATE = 8;

  private static final int MAX_ROW = 1000;

  private final Endings endings;

  EndingFormat(Endings endings) {
    this.endings = endings;
  }

  List<String> triggerWords() {
    List<String> words = new ArrayList<>(endings.kubernetesReasons());
    words.add(CANCELLED_AT);
    words.add(JOB_STATE);
    for (String state : endings.slurmStates()) {
      boolean cut = state.length() > SHORT_STATE;
      String start = cut ? state.substring(0, SHORT_STATE) : state;
      words.add(' ' + start + (cut ? "" : " "));
      words.add('|' + start + (cut ? "" : "|"));
    }
    return words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // slurmstepd: error: *** JOB 123 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO TIME LIMIT ***
    int at = bare.indexOf(CANCELLED_AT);
    if (at >= 0 && bare.contains("*** ")) {
      return blockOf(line, endings.ofSlurmMessage(bare.substring(at)).orElse(Ending.CANCELLED), 0);
    }
    //    JobState=NODE_FAIL Reason=NodeDown Dependency=(null)
    if (bare.startsWith(JOB_STATE)) {
      int end = bare.indexOf(' ');
      String state = bare.substring(JOB_STATE.length(), end < 0 ? bare.length() : end);
      return endings.ofSlurmState(state).map(ending -> blockOf(line, ending, 0)).orElse(null);
    }
    FailureBlock row = bare.length() > MAX_ROW ? null : readRow(line);
    if (row != null || NOT_KILLED.stream().anyMatch(bare::contains)) {
      return row;
    }
    // trainer-0   0/1     CreateContainerConfigError   0          12m
    Optional<Ending> reason = endings.ofKubernetesReason(bare);
    return reason.map(ending -> blockOf(line, ending, 0)).orElse(null);
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
      int colon = field.indexOf(':');
      // 1:0 is the exit code and the signal.
      if (state != null && colon > 0 && isDigits(field, 0, colon) && endsInDigits(field, colon)) {
        Integer code = TextScan.parseNumber(field, 0);
        return blockOf(line, state, code == null ? 0 : code);
      }
      state = endings.ofSlurmState(field).orElse(state);
    }
    return null;
  }

  /** {@code 81234}, {@code 81234_7}. */
  private static boolean isJob(String field) {
    int end = TextScan.digitsEnd(field, 0);
    return end > 2
        && (end == field.length() || field.charAt(end) == '_' && endsInDigits(field, end));
  }

  private static boolean endsInDigits(String field, int mark) {
    return mark + 1 < field.length() && isDigits(field, mark + 1, field.length());
  }

  private static boolean isDigits(String field, int from, int to) {
    return TextScan.digitsEnd(field, from) == to;
  }

  /** The decision of a scheduler, or the end of a job with a code; null if the code is 0. */
  private static @Nullable FailureBlock blockOf(LineText line, Ending ending, int code) {
    if (ending == Ending.EXIT) {
      return code > 0
          ? SingleLine.of(line, new Failure.Exit(code), Signals.roleOfExit(code))
          : null;
    }
    Reason reason = Reason.valueOf(ending.name());
    CausalRole role = reason == Reason.CANCELLED ? CausalRole.INTERRUPTION : CausalRole.CAUSE;
    return SingleLine.of(line, new Failure.Scheduler(reason), role);
  }
}
