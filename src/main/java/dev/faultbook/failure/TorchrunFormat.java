package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** The report that torchrun prints about its workers. */
final class TorchrunFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    // Root Cause (first observed failure):
    return line.bare().startsWith("Root Cause (first observed failure)") ? new Report(line) : null;
  }

  /** Whether an event comes from such a report, which states the global rank. */
  static boolean isReport(FailureEvent event) {
    return event.text().startsWith("exitcode ") || event.text().startsWith("traceback :");
  }

  /** Rank, exit code and reason of the first worker that failed. */
  static final class Report implements FailureBlock {
    private static final int MAX_LINES = 12;
    private LineText decisive;
    private @Nullable Integer rank;
    private @Nullable Integer code;
    private @Nullable Integer signal;
    private int lines;

    Report(LineText line) {
      decisive = line;
    }

    /** The rank that the report states; null if none. */
    @Nullable Integer rank() {
      return rank;
    }

    @Override
    public Step acceptLine(LineText line) {
      String bare = line.bare();
      if (++lines > MAX_LINES || bare.startsWith("=====")) {
        return Step.ENDED;
      }
      int colon = bare.indexOf(" : ");
      String key = colon < 0 ? bare : bare.substring(0, colon).strip();
      switch (key) {
        // rank      : 1 (local_rank: 1)
        case "rank" -> rank = TextScan.parseNumber(bare, colon + 3);
        // exitcode  : -9 (pid: 34635)
        case "exitcode" -> {
          code = TextScan.parseNumber(bare, colon + 3);
          decisive = line;
        }
        case "traceback" -> {
          if (bare.contains(TracebackBlock.HEADER)) {
            return Step.ENDED;
          }
          readReason(line, bare);
        }
        default -> {}
      }
      return Step.TAKEN;
    }

    private void readReason(LineText line, String bare) {
      // traceback : Signal 9 (SIGKILL) received by PID 34635
      signal = bare.contains(" received by PID ") ? TextScan.numberAfter(bare, "Signal ") : null;
      if (signal != null) {
        decisive = line;
      }
    }

    @Override
    public @Nullable FailureEvent toEvent() {
      FailureEvent end = FailureEvent.ofProcessEnd(decisive, code, signal);
      return end == null ? null : end.ofRank(rank);
    }
  }
}
