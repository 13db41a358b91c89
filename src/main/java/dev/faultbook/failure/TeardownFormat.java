package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Noise of programs during shutdown. */
final class TeardownFormat implements FailureFormat {
  private static final List<String> NOISE =
      List.of(
          "leaked semaphore",
          "leaked shared_memory",
          // resource_tracker: '/psm_8f1c': [Errno 2] No such file or directory: '/psm_8f1c'
          "resource_tracker: ",
          "destroy_process_group() was not called",
          "destroy_process_group() hasn't been called",
          "Error in atexit",
          "Error in sys.exitfunc",
          "atexit callback",
          "Task was destroyed but it is pending",
          "Unclosed client session",
          "sent SIGTERM",
          "Sending process ",
          "closing signal SIGTERM",
          "Terminating StepId",
          "job step aborted",
          "forcing job termination");

  @Override
  public List<String> triggerWords() {
    return List.of(
        "leaked s",
        "resource_tracker: ",
        "destroy_process_group",
        "atexit",
        "sys.exitfunc",
        "task was destroyed",
        "unclosed client",
        "sigterm",
        "sending process",
        "terminating stepid",
        "job step aborted",
        "forcing job");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    for (String noise : NOISE) {
      if (bare.contains(noise)) {
        return Told.of(line, new Failure.Message(), Standing.TEARDOWN);
      }
    }
    return null;
  }
}
