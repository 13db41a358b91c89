package dev.faultbook.store;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/**
 * Reports as a detail whether saving works: while the database is unreachable the status is
 * "unknown", not "down", so that nobody restarts or removes a server that can diagnose. {@code
 * NO_SPACE} means that its disk is so full that nothing is stored.
 */
@Component("storeHealthIndicator")
record StoreHealth(DiagnosisStore archive, DiskSpace space) implements HealthIndicator {
  private static final Status NO_SPACE = new Status("NO_SPACE");

  @Override
  public Health health() {
    try {
      archive.probeDatabase();
      return (space.isEnoughFor(0) ? Health.up() : Health.status(NO_SPACE)).build();
    } catch (StoreUnavailableException e) {
      return Health.unknown().withDetail("message", String.valueOf(e.getMessage())).build();
    }
  }
}
