package dev.faultbook.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The free space on the disk of the embedded database. PostgreSQL crashes when its disk is full and
 * does not start again before there is space; therefore nothing is stored once less than a reserve
 * is left.
 */
final class DiskSpace {
  /**
   * Three files of PostgreSQL's write-ahead log, 16 MB each: one that the last save may begin, one
   * that a checkpoint may create, and one for the recovery after a crash.
   */
  static final long RESERVE = 48L * 1024 * 1024;

  /** A save is written to the log, to its table, and may add free space to both. */
  private static final int COPIES = 3;

  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);

  private final @Nullable Path folder;
  private final long reserve;
  private final AtomicLong promised = new AtomicLong();
  private final AtomicBoolean low = new AtomicBoolean();

  /**
   * @param folder data directory of the embedded database; null for an external one, which reports
   *     for itself
   * @param reserve bytes that stay free
   */
  DiskSpace(@Nullable Path folder, long reserve) {
    this.folder = folder;
    this.reserve = reserve;
  }

  /** Whether the reserve is free. */
  boolean isEnough() {
    return freeBytes() >= reserve;
  }

  /**
   * Stores something if there is space for it beside all that is being stored.
   *
   * @param bytes its size
   * @throws StoreUnavailableException if it would touch the reserve
   */
  <T> T store(long bytes, Supplier<T> work) {
    long needed = COPIES * bytes;
    long all = promised.addAndGet(needed);
    try {
      requireBytes(all);
      return work.get();
    } finally {
      promised.addAndGet(-needed);
    }
  }

  /**
   * Returns if something can be stored.
   *
   * @throws StoreUnavailableException if less than the reserve is free
   */
  void requireReserve() {
    requireBytes(0);
  }

  private void requireBytes(long more) {
    long free = freeBytes();
    reportState(free);
    if (free - more < reserve) {
      throw new StoreUnavailableException(StoreUnavailableException.Reason.OUT_OF_RESOURCES, null);
    }
  }

  /** Logs that the reserve is reached, and that it no longer is, once each. */
  private void reportState(long free) {
    if (free >= reserve) {
      if (low.compareAndSet(true, false)) {
        LOG.info("The disk of the database has {} MB left. Saving works again.", free >> 20);
      }
    } else if (low.compareAndSet(false, true)) {
      LOG.error(
          "The disk of the database has {} MB left. Saving does not work until it has {} MB, which"
              + " PostgreSQL may need to recover from a crash; diagnosing, reading and deleting do.",
          free >> 20,
          reserve >> 20);
    }
  }

  private long freeBytes() {
    if (folder == null) {
      return Long.MAX_VALUE;
    }
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE; // unknown; the database itself reports a full disk
    }
  }
}
