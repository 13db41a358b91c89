package dev.faultbook.store;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.stereotype.Component;

/**
 * Migrates the schema at start if the database is reachable, otherwise on the first use after it
 * became reachable. At start this goes on beside the creation of the other beans. A migration that
 * fails on a reachable database stops the start: that is an error of the release or of the
 * database's content, and waiting does not help.
 *
 * <p>It tells the server's log what the database refuses. Each message is one line, which a log
 * collector keeps together; that the database is away is told once, and once that it is back.
 */
@Component
class Schema implements FlywayMigrationStrategy, SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

  private final AtomicBoolean away = new AtomicBoolean();
  private final JdbcConnectionDetails database;
  private @Nullable Flyway flyway;
  private CompletableFuture<Void> first = CompletableFuture.completedFuture(null);
  private boolean current;

  Schema(JdbcConnectionDetails database) {
    this.database = database;
  }

  @Override
  public synchronized void migrate(Flyway flyway) {
    this.flyway = flyway;
    first = CompletableFuture.runAsync(this::migrateFirst, Thread::startVirtualThread);
  }

  private void migrateFirst() {
    try {
      ensureCurrent();
    } catch (SQLException e) {
      unreachable(e);
    }
  }

  /** No request is taken before the schema is current or the database was found to be away. */
  @Override
  public void afterSingletonsInstantiated() {
    try {
      first.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof FlywayException refused ? refused : e;
    }
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
    if (database instanceof EmbeddedDatabase embedded) {
      embedded.awaitStart();
    }
    DataSource dataSource = Objects.requireNonNull(flyway).getConfiguration().getDataSource();
    try (Connection connection = dataSource.getConnection()) {
      connection.isValid(1);
    }
    try {
      flyway.migrate();
    } catch (FlywayException e) {
      SQLException lost = findLoss(e);
      if (lost == null) {
        throw e;
      }
      throw lost;
    }
    current = true;
  }

  /**
   * The failure of the database's connection behind an exception; null if another one is behind it.
   * SQL states: class 08 is "connection exception", class 57 is "operator intervention" (a
   * statement that took too long among them). The pool states none when a connection of it is gone.
   */
  static @Nullable SQLException findLoss(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        String state = sql.getSQLState();
        if (sql instanceof SQLTransientConnectionException
            || state == null
            || state.startsWith("08")
            || state.startsWith("57")) {
          return sql;
        }
      }
    }
    return null;
  }

  /** The database does not answer, or not in time. */
  void unreachable(SQLException e) {
    if (away.compareAndSet(false, true)) {
      LOG.warn(
          "The database cannot be reached ({}). Diagnosing works; saving does not until it is"
              + " back.",
          oneLine(e));
    }
  }

  boolean isAway() {
    return away.get();
  }

  void reached() {
    if (away.compareAndSet(true, false)) {
      LOG.info("The database can be reached again.");
    }
  }

  /** The database has no space, memory or connection left. */
  static void outOfResources(SQLException e) {
    // "ERROR: could not extend file "base/16385/16400": No space left on device": no log.
    LOG.error("The database cannot store anything ({}): {}", e.getSQLState(), oneLine(e));
  }

  /** The pool's own message is about the pool; its cause is about the database. */
  private static String oneLine(SQLException e) {
    SQLException cause = e;
    while (cause.getCause() instanceof SQLException deeper) {
      cause = deeper;
    }
    return String.valueOf(cause.getMessage()).lines().map(String::strip).collect(joining(" "));
  }
}
