package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What libraries print before they end the process that uses them, in a form of their own. */
final class LibraryAbortFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of("omp: error #", "error occurred in mpi_", "flags parsing error", "' for help.");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // OMP: Error #15: Initializing libiomp5.so, but found libomp.so already initialized.
    if (bare.startsWith("OMP: Error #")) {
      return Told.of(line, new Failure.Message(), Standing.CAUSE);
    }
    // FATAL Flags parsing error:
    //   Unknown command line flag 'learning_rat'. Did you mean: learning_rate ?
    if (bare.contains("Flags parsing error:")) {
      return new Second(line, "", false);
    }
    // Try 'train.py --help' for help.
    //
    // Error: No such option: --learning-rate
    if (bare.startsWith("Try '") && bare.endsWith("' for help.")) {
      return new Second(line, "Error: ", true);
    }
    // [node1:4137] *** An error occurred in MPI_Send
    return bare.contains("*** An error occurred in MPI_") ? new MpiError(line) : null;
  }

  /** An error of the command line, told by the next line that is not empty. */
  private static final class Second implements FailureBlock {
    private final String start;
    private final boolean needed;
    private LineText telling;
    private boolean found;

    /**
     * @param start how the line begins that tells
     * @param needed whether the first line tells nothing without it
     */
    Second(LineText first, String start, boolean needed) {
      telling = first;
      this.start = start;
      this.needed = needed;
    }

    @Override
    public Step acceptLine(LineText line) {
      if (found || !line.isBlank() && !line.bare().startsWith(start)) {
        return Step.ENDED;
      }
      if (!line.isBlank()) {
        telling = line;
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
          : FailureEvent.of(telling, new Failure.Command("python"), Standing.COMMAND);
    }
  }

  /** Open MPI's report: the call, the process, and the class of the error. */
  private static final class MpiError implements FailureBlock {
    private static final int MOST_LINES = 8;
    private LineText telling;
    private @Nullable Integer rank;
    private long last;
    private int lines;

    MpiError(LineText line) {
      telling = line;
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
      telling = bare.contains("*** MPI_ERR_") ? line : telling;
      return Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return false;
    }

    @Override
    public FailureEvent toEvent() {
      return FailureEvent.of(telling, new Failure.Message(), Standing.CAUSE)
          .ofRank(rank)
          .withLastLine(last);
    }
  }
}
