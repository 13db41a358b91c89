package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Open MPI's reports of errors and of lost peers. */
final class MpiFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of("error occurred in mpi_", "mpi communication peer");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // An MPI communication peer process has unexpectedly disconnected.  This
    if (bare.startsWith("An MPI communication peer process has unexpectedly disconnected")) {
      return new LostPeer(line);
    }
    // [node1:4137] *** An error occurred in MPI_Send
    return bare.contains("*** An error occurred in MPI_") ? new MpiError(line) : null;
  }

  /** Open MPI's advice on a peer that is gone: paragraphs up to a rule. */
  private static final class LostPeer implements FailureBlock {
    private static final int MAX_LINES = 20;
    private final LineText telling;
    private int lines;

    LostPeer(LineText line) {
      telling = line;
    }

    @Override
    public Step acceptLine(LineText line) {
      return ++lines > MAX_LINES || line.bare().startsWith("-----") ? Step.ENDED : Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return other instanceof PythonFormat;
    }

    @Override
    public FailureEvent toEvent() {
      return FailureEvent.of(telling, new Failure.Message(), CausalRole.CONSEQUENCE);
    }
  }

  /** Open MPI's report: the call, the process, and the class of the error. */
  private static final class MpiError implements FailureBlock {
    private static final int MAX_LINES = 8;
    private LineText decisive;
    private @Nullable Integer rank;
    private long last;
    private int lines;

    MpiError(LineText line) {
      decisive = line;
      last = line.number();
    }

    @Override
    public Step acceptLine(LineText line) {
      String bare = line.bare();
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
      return false;
    }

    @Override
    public FailureEvent toEvent() {
      return FailureEvent.of(decisive, new Failure.Message(), CausalRole.CAUSE)
          .ofRank(rank)
          .withLastLine(last);
    }
  }
}
