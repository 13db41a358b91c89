package dev.faultbook.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.stereotype.Component;

/**
 * Migrates the schema at start if the database is reachable, otherwise on the first use after it
 * became reachable. A migration that fails on a reachable database stops the start: that is an
 * error of the release or of the database's content, and waiting does not help.
 */
@Component
class Schema implements FlywayMigrationStrategy {

  private final DatabaseLog log = new DatabaseLog();
  private @Nullable Flyway flyway;
  private boolean current;

  @Override
  public synchronized void migrate(Flyway flyway) {
    this.flyway = flyway;
    try {
      ensureCurrent();
    } catch (SQLException e) {
      log.unreachable(e);
    }
  }

  /** Tells when the database goes away and when it is back. */
  DatabaseLog log() {
    return log;
  }

  /**
   * Returns once the schema is current.
   *
   * @throws SQLException if the database is unreachable
   */
  synchronized void ensureCurrent() throws SQLException {
    if (current) {
      return;
    }
    DataSource dataSource = Objects.requireNonNull(flyway).getConfiguration().getDataSource();
    try (Connection connection = dataSource.getConnection()) {
      connection.isValid(1);
    }
    flyway.migrate();
    current = true;
  }
}
