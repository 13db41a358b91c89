package dev.faultbook.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Says whether saving works, as a detail: while the database is away the status is "unknown", not
 * "down", so that nobody restarts or unplugs a server that diagnoses well. {@code NO_SPACE} means
 * that its disk is full.
 */
class StoreHealth implements HealthIndicator {
  /** With less, PostgreSQL cannot extend its log by a file of 16 MB. */
  private static final long LEAST_SPACE = 32L * 1024 * 1024;

  private static final Status NO_SPACE = new Status("NO_SPACE");

  private final DiagnosisStore archive;
  private final @Nullable Path folder;

  /**
   * @param folder where the embedded database keeps its data; null for a database elsewhere
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
