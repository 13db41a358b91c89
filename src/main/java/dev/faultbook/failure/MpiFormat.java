package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** Open MPI's reports of errors and of lost peers. */
final class MpiFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // An MPI communication peer process has unexpectedly disconnected.  This
    if (bare.startsWith("An MPI communication peer process has unexpectedly disconnected")) {
      return new Report(line, true);
    }
    // [node1:4137] *** An error occurred in MPI_Send
    return bare.contains("*** An error occurred in MPI_") ? new Report(line, false) : null;
  }

  /**
   * The call, the process and the class of an error; or the advice on a peer that is gone, in
   * paragraphs up to a rule.
   */
  private static final class Report implements FailureBlock {
    private static final int MAX_LINES = 8;
    private static final int MAX_ADVICE = 20;
    private final boolean lost;
    private LineText decisive;
    private @Nullable Integer rank;
    private long last;
    private int lines;

    Report(LineText line, boolean lost) {
      this.lost = lost;
      decisive = line;
      last = line.number();
    }

    @Override
    public Step acceptLine(LineText line) {
      String bare = line.bare();
      if (lost) {
        return ++lines > MAX_ADVICE || bare.startsWith("-----") ? Step.ENDED : Step.TAKEN;
      }
      if (++lines > MAX_LINES || !bare.contains("*** ")) {
        return Step.ENDED;
      }
      last = line.number();
      // *** reported by process [1332674561,3]
      int process = bare.indexOf("reported by process [");
      int comma = process < 0 ? -1 : bare.indexOf(',', process);
      rank = comma < 0 ? rank : TextScan.parseNumber(bare, comma + 1);
      // *** MPI_ERR_RANK: invalid rank
      decisive = bare.contains("*** MPI_ERR_") ? line : decisive;
      return Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return lost && other instanceof PythonFormat;
    }

    @Override
    public FailureEvent toEvent() {
      CausalRole role = lost ? CausalRole.CONSEQUENCE : CausalRole.CAUSE;
      return FailureEvent.of(decisive, new Failure.Message(), role).ofRank(rank).withLastLine(last);
    }
  }
}
