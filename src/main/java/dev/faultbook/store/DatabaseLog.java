package dev.faultbook.store;

import static java.util.stream.Collectors.joining;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the server's log what the database refuses. Each message is one line, which a log collector
 * keeps together; that the database is away is told once, and once that it is back.
 */
final class DatabaseLog {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseLog.class);

  private final AtomicBoolean away = new AtomicBoolean();

  /** The database does not answer, or not in time. */
  void unreachable(SQLException e) {
    if (away.compareAndSet(false, true)) {
      LOG.warn(
          "The database cannot be reached ({}). Diagnosing works; saving does not until it is"
              + " back.",
          oneLine(e));
    }
  }

  /** The database answered. */
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
