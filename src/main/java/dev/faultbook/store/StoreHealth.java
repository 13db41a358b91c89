package dev.faultbook.store;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Says whether saving works, as a detail: while the database is away the status is "unknown", not
 * "down", so that nobody restarts or unplugs a server that diagnoses well.
 */
class StoreHealth implements HealthIndicator {

  private final DiagnosisStore archive;

  StoreHealth(DiagnosisStore archive) {
    this.archive = archive;
  }

  @Override
  public Health health() {
    try {
      archive.probeDatabase();
      return Health.up().build();
    } catch (StoreUnavailableException e) {
      return Health.unknown().withDetail("message", String.valueOf(e.getMessage())).build();
    }
  }
}
