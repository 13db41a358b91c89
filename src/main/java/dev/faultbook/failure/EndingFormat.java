package dev.faultbook.failure;

import dev.faultbook.codes.Ending;
import dev.faultbook.codes.Endings;
import dev.faultbook.failure.Failure.Scheduler.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Messages in which Slurm and Kubernetes state a code that ends jobs. */
final class EndingFormat implements FailureFormat {
  private static final String CANCELLED_AT = " CANCELLED AT ";

  /** {@code docker inspect} prints this for every container that was not killed. */
  private static final String NOT_KILLED = "\"OOMKilled\": false";

  private final Endings endings;

  EndingFormat(Endings endings) {
    this.endings = endings;
  }

  @Override
  public List<String> triggerWords() {
    List<String> words = new ArrayList<>(endings.kubernetesReasons());
    words.add(CANCELLED_AT);
    return words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // slurmstepd: error: *** JOB 123 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO TIME LIMIT ***
    int at = bare.indexOf(CANCELLED_AT);
    if (at >= 0 && bare.contains("*** ")) {
      return blockOf(line, endings.ofSlurmMessage(bare.substring(at)).orElse(Ending.CANCELLED));
    }
    // trainer-0   0/1     CreateContainerConfigError   0          12m
    return bare.contains(NOT_KILLED)
        ? null
        : endings.ofKubernetesReason(bare).map(ending -> blockOf(line, ending)).orElse(null);
  }

  /** The decision of a scheduler. */
  static FailureBlock blockOf(LineText line, Ending ending) {
    Reason reason = Reason.valueOf(ending.name());
    CausalRole role = reason == Reason.CANCELLED ? CausalRole.INTERRUPTION : CausalRole.CAUSE;
    return SingleLine.of(line, new Failure.Scheduler(reason), role);
  }
}
