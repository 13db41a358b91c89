package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/**
 * Messages of mpirun, horovodrun, Intel MPI and Lightning that name the process that ended first.
 */
final class LauncherFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // [rank: 3] Child process with PID 4123 terminated with code 1. Forcefully terminating all
    // other processes to avoid zombies
    if (bare.contains("to avoid zombies")) {
      Integer code = TextScan.numberAfter(bare, "terminated with code ");
      Integer rank = TextScan.numberAfter(line.raw(), "[rank: ");
      return code == null ? null : new Ending(line, rank, code, true);
    }
    Integer rank = rankOf(bare);
    return rank == null ? null : new Ending(line, rank, null, false);
  }

  private static @Nullable Integer rankOf(String bare) {
    // =   RANK 3 PID 4123 RUNNING AT node1
    if (bare.contains(" RUNNING AT ")) {
      return TextScan.numberAfter(bare, "RANK ");
    }
    //   Process name: [[20318,1],2] of mpirun, Process name: 2 of horovodrun
    int at = bare.startsWith("Process name: ") ? 14 : bare.length();
    int comma = bare.startsWith("[[", at) ? bare.lastIndexOf(',') : -1;
    return TextScan.parseNumber(bare, comma < 0 ? at : comma + 1);
  }

  /** The rank, with the exit code or the signal from one of the next lines. */
  private static final class Ending implements FailureBlock {
    private static final int MAX_LINES = 4;
    private final @Nullable Integer rank;
    private final boolean kills;
    private LineText decisive;
    private @Nullable Integer code;
    private @Nullable Integer signal;
    private int lines;

    /**
     * @param code null if one of the next lines states it
     * @param kills whether the launcher kills all other processes and then itself
     */
    Ending(LineText line, @Nullable Integer rank, @Nullable Integer code, boolean kills) {
      decisive = line;
      this.rank = rank;
      this.code = code;
      this.kills = kills;
    }

    @Override
    public Step acceptLine(LineText line) {
      if (++lines > MAX_LINES) {
        return Step.ENDED;
      }
      String bare = line.bare();
      if (kills) {
        // Killed
        return bare.equals("Killed") ? Step.TAKEN : Step.PASSED;
      }
      if (code != null || signal != null) {
        return Step.ENDED;
      }
      // =   KILLED BY SIGNAL: 9 (Killed)
      signal = TextScan.numberAfter(bare, "KILLED BY SIGNAL: ");
      //   Exit code:    1
      boolean exit = bare.startsWith("Exit code:") || bare.contains("EXIT CODE:");
      code = exit ? ExitFormat.exitCode(bare) : null;
      decisive = code != null || signal != null ? line : decisive;
      return Step.TAKEN;
    }

    @Override
    public @Nullable FailureEvent toEvent() {
      boolean fine = signal == null && code != null && code == 0;
      FailureEvent end = fine ? null : FailureEvent.ofProcessEnd(decisive, code, signal);
      return end == null ? null : end.ofRank(rank);
    }
  }
}
