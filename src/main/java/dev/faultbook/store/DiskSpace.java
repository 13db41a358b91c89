package dev.faultbook.store;

import dev.faultbook.server.RefusalReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The free space on the disk of the embedded database. PostgreSQL crashes when its disk is full and
 * does not start again before there is space; therefore nothing is stored once less than a reserve
 * is left. The health of the store tells it as {@code NO_SPACE}.
 *
 * @param folder data directory of the embedded database; null for an external one, which reports
 *     for itself
 * @param reserve bytes that stay free
 */
record DiskSpace(@Nullable Path folder, long reserve) {
  /**
   * Three files of PostgreSQL's write-ahead log, 16 MB each: one that the last save may begin, one
   * that a checkpoint may create, and one for the recovery after a crash.
   */
  static final long RESERVE = 48L * 1024 * 1024;

  /** A save is written to the log, to its table, and may add free space to both. */
  private static final int COPIES = 3;

  /**
   * Returns if something can be stored.
   *
   * @param bytes its size
   * @throws StoreUnavailableException if it would touch the reserve
   */
  void requireFor(long bytes) {
    if (!isEnoughFor(bytes)) {
      throw new StoreUnavailableException(RefusalReason.STORE_SPACE, null);
    }
  }

  /** Whether the reserve stays free when something of a size is stored. */
  boolean isEnoughFor(long bytes) {
    try {
      return folder == null
          || Files.getFileStore(folder).getUsableSpace() - COPIES * bytes >= reserve;
    } catch (IOException e) {
      return true; // unknown; the database itself reports a full disk
    }
  }
}
