package dev.faultbook.archive;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Says whether saving works, as a detail: while the database is away the status is "unknown", not
 * "down", so that nobody restarts or unplugs a server that diagnoses well.
 */
class ArchiveHealth implements HealthIndicator {

  private final Archive archive;

  ArchiveHealth(Archive archive) {
    this.archive = archive;
  }

  @Override
  public Health health() {
    try {
      archive.probe();
      return Health.up().build();
    } catch (ArchiveUnavailableException e) {
      return Health.unknown().withDetail("message", e.getMessage()).build();
    }
  }
}
