package dev.faultbook.failure;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import java.util.List;

/** Keeps the last lines of a log, which may state that the job was completed. */
final class LastLines {
  private static final int KEPT_BYTES = 4 * 1024;
  private static final int MOST_LINES = 12;

  /**
   * Messages of completed programs:
   *
   * <pre>
   * # Avg bus bandwidth    : 182.344                                    nccl-tests
   * `Trainer.fit` stopped: `max_epochs=3` reached.                      PyTorch Lightning
   * {'train_runtime': 812.4, 'train_samples_per_second': 98.4, …}       transformers
   * [default] worker group successfully finished. Waiting 300 seconds   torchrun
   * 2026-11-21 03:43:11 INFO training finished                          programs themselves
   * </pre>
   */
  private static final PhraseSets COMPLETIONS =
      new PhraseSets(
          400,
          List.of(
              List.of(
                  "# avg bus bandwidth",
                  "trainer.fit` stopped: `max_",
                  "train_runtime",
                  "worker group successfully finished",
                  "training finished",
                  "training complete",
                  "training is complete",
                  "training done",
                  "finished training",
                  "completed training",
                  "done training",
                  "finished successfully",
                  "completed successfully",
                  "successfully completed")));

  private byte[] kept = new byte[0];

  /** Appends the end of a chunk, and drops earlier bytes beyond the limit. */
  void rememberEnd(Chunk chunk) {
    int added = Math.min(KEPT_BYTES, chunk.to() - chunk.from());
    int before = Math.min(kept.length, KEPT_BYTES - added);
    byte[] end = new byte[before + added];
    System.arraycopy(kept, kept.length - before, end, 0, before);
    System.arraycopy(chunk.bytes(), chunk.to() - added, end, before, added);
    kept = end;
  }

  /** Whether one of the last twelve lines that are not blank states that the job was completed. */
  boolean tellCompletion() {
    List<String> lines =
        Lines.decodeText(kept, 0, kept.length).lines().filter(line -> !line.isBlank()).toList();
    return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()).stream()
        .anyMatch(line -> COMPLETIONS.findIn(line) != 0);
  }
}
