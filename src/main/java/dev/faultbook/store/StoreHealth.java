package dev.faultbook.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports as a detail whether saving works: while the database is unreachable the status is
 * "unknown", not "down", so that nobody restarts or removes a server that can diagnose. {@code
 * NO_SPACE} means that its disk is full.
 */
class StoreHealth implements HealthIndicator {
  /** With less space, PostgreSQL cannot extend its write-ahead log by a file of 16 MB. */
  private static final long LEAST_SPACE = 32L * 1024 * 1024;

  private static final Status NO_SPACE = new Status("NO_SPACE");

  private final DiagnosisStore archive;
  private final @Nullable Path folder;

  /**
   * @param folder data directory of the embedded database; null for an external database
   */
  StoreHealth(DiagnosisStore archive, @Nullable Path folder) {
    this.archive = archive;
    this.folder = folder;
  }

  @Override
  public Health health() {
    try {
      archive.probeDatabase();
      return toHealth(freeBytes());
    } catch (StoreUnavailableException e) {
      return Health.unknown().withDetail("message", String.valueOf(e.getMessage())).build();
    }
  }

  static Health toHealth(long freeBytes) {
    return freeBytes >= LEAST_SPACE ? Health.up().build() : Health.status(NO_SPACE).build();
  }

  private long freeBytes() {
    if (folder == null) {
      return Long.MAX_VALUE;
    }
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE; // the database answered; what its disk says is not known
    }
  }
}
