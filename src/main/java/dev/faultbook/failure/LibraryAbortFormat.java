package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages that libraries print, each in its own format, before they end the process. */
final class LibraryAbortFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        "omp: error #",
        "error occurred in mpi_",
        "flags parsing error",
        "' for help.",
        "memory access fault by gpu",
        "mpi communication peer");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // OMP: Error #15: Initializing libiomp5.so, but found libomp.so already initialized.
    if (bare.startsWith("OMP: Error #")) {
      return Told.of(line, new Failure.Message(), Standing.CAUSE);
    }
    // Memory access fault by GPU node-2 (Agent handle: 0x55fea5592860) on address 0x7fc133800000.
    //     Reason: Page not present or supervisor privilege.
    if (bare.startsWith("Memory access fault by GPU ")) {
      return Told.of(line, new Failure.Message(), Standing.CAUSE);
    }
    // An MPI communication peer process has unexpectedly disconnected.  This
    if (bare.startsWith("An MPI communication peer process has unexpectedly disconnected")) {
      return new LostPeer(line);
    }
    // FATAL Flags parsing error:
    //   Unknown command line flag 'learning_rat'. Did you mean: learning_rate ?
    if (bare.contains("Flags parsing error:")) {
      return new SecondLine(line, "", false);
    }
    // Try 'train.py --help' for help.
    //
    // Error: No such option: --learning-rate
    if (bare.startsWith("Try '") && bare.endsWith("' for help.")) {
      return new SecondLine(line, "Error: ", true);
    }
    // [node1:4137] *** An error occurred in MPI_Send
    return bare.contains("*** An error occurred in MPI_") ? new MpiError(line) : null;
  }

  /** A command-line error that is stated on the next non-empty line. */
  private static final class SecondLine implements FailureBlock {
    private final String start;
    private final boolean needed;
    private LineText decisive;
    private boolean found;

    /**
     * @param start prefix of the line that states the error
     * @param needed whether the first line is useless without it
     */
    SecondLine(LineText first, String start, boolean needed) {
      decisive = first;
      this.start = start;
      this.needed = needed;
    }

    @Override
    public Step acceptLine(LineText line) {
      if (found || !line.isBlank() && !line.bare().startsWith(start)) {
        return Step.ENDED;
      }
      if (!line.isBlank()) {
        decisive = line;
        found = true;
      }
      return Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return false;
    }

    @Override
    public @Nullable FailureEvent toEvent() {
      return needed && !found
          ? null
          : FailureEvent.of(decisive, new Failure.Command("python"), Standing.COMMAND);
    }
  }

  /** Open MPI's advice on a peer that is gone: paragraphs up to a rule. */
  private static final class LostPeer implements FailureBlock {
    private static final int MOST_LINES = 20;
    private final LineText telling;
    private int lines;

    LostPeer(LineText line) {
      telling = line;
    }

    @Override
    public Step acceptLine(LineText line) {
      return ++lines > MOST_LINES || line.bare().startsWith("-----") ? Step.ENDED : Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return other instanceof PythonFormat;
    }

    @Override
    public FailureEvent toEvent() {
      return FailureEvent.of(telling, new Failure.Message(), Standing.CONSEQUENCE);
    }
  }

  /** Open MPI's report: the call, the process, and the class of the error. */
  private static final class MpiError implements FailureBlock {
    private static final int MOST_LINES = 8;
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
      if (++lines > MOST_LINES || !bare.contains("*** ")) {
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
      return FailureEvent.of(decisive, new Failure.Message(), Standing.CAUSE)
          .ofRank(rank)
          .withLastLine(last);
    }
  }
}
