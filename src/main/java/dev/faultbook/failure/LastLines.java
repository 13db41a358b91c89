package dev.faultbook.failure;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import java.util.List;

/** Keeps the last lines of a log, which may state that the job was completed. */
final class LastLines {
  private static final int KEPT_BYTES = 4 * 1024;
  private static final int MAX_LINES = 12;

  private static final PhraseSets COMPLETIONS = new PhraseSets(400, "completions");

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
    return lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size()).stream()
        .anyMatch(line -> COMPLETIONS.findIn(line) != 0);
  }
}
