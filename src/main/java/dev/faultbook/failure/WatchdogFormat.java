package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports of PyTorch's collective watchdog about its own rank. */
final class WatchdogFormat implements FailureFormat {
  private static final String TERMINATED = "thread terminated with exception: ";

  @Override
  public List<String> triggerWords() {
    return List.of(
        "thread terminated with",
        "watchdog caught collective",
        "by watchdog at work",
        "watchdog got stuck");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // [PG ID 2 Rank 0] Process group watchdog thread terminated with exception: CUDA error: …
    int at = bare.indexOf(TERMINATED);
    String told = at < 0 ? bare : bare.substring(at + TERMINATED.length());
    boolean own = at >= 0 && told.startsWith("CUDA error: ");
    String message = own ? told.substring(12) : told;
    // [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2, …
    boolean caught =
        bare.contains("atchdog caught collective")
            || bare.contains("by watchdog at")
            || bare.contains("watchdog got stuck");
    if (at < 0 && !caught) {
      return null;
    }
    Integer rank = TextScan.numberAfter(bare, "Rank ");
    Failure failure =
        new Failure.UncaughtException(
            Failure.UncaughtException.ExceptionRuntime.NATIVE,
            own ? "CUDA error" : "watchdog",
            message,
            List.of(),
            List.of(line.number()));
    Standing standing = own ? Standing.CAUSE : Standing.CONSEQUENCE;
    return new Told(FailureEvent.of(line, failure, standing).ofRank(rank));
  }
}
