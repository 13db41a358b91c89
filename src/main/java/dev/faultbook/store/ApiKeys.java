package dev.faultbook.store;

import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * The keys that are in force. Each call asks the database, so that what the operator creates or
 * revokes holds for the next call to any instance, and an idle server asks nothing. While the
 * database is away, the keys last seen hold, and calls do not wait for it. Thread-safe.
 */
@Component
public final class ApiKeys implements SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);

  /** While the database is away, one call in this time asks for it. */
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(5);

  /** How exactly the last use of a key is known. */
  private static final Duration BETWEEN_NOTES = Duration.ofMinutes(1);

  private final Schema schema;
  private final ApiKeyTable table;
  private final Clock clock;
  private final Map<String, Valid> valid = new ConcurrentHashMap<>();
  private volatile boolean exist;

  /** When the database is asked again, in milliseconds of the clock; 0 while it answers. */
  private final AtomicLong nextAttempt = new AtomicLong();

  ApiKeys(Schema schema, DataSource database, Clock clock) {
    this.schema = schema;
    this.table = new ApiKeyTable(database);
    this.clock = clock;
  }

  private record Valid(ApiKey key, Throttle rate) {
    /** The same with what is left of this minute, if it is the same key. */
    static Valid of(ApiKey key, @Nullable Valid before) {
      return before != null
          ? new Valid(key, before.rate)
          : new Valid(key, new Throttle(key.rate(), key.rate()));
    }

    boolean wasUsedSince(Instant time) {
      return key.used() != null && key.used().isAfter(time);
    }
  }

  /**
   * Whether the operator ever created one. That all are revoked opens nothing. False as long as the
   * database could not be read since the start.
   */
  public boolean exist() {
    if (!exist) {
      ask(() -> exist = table.isAny());
    }
    return exist;
  }

  /**
   * Counts a call that a key is needed for.
   *
   * @param secret the key; null if the call has none
   * @throws RefusedException if there is none, it is unknown or revoked, does not allow this kind
   *     of call, or its rate at this instance is exceeded
   */
  public void admit(@Nullable String secret, ApiKey.Scope scope) {
    if (secret == null) {
      throw new RefusedException(RefusalReason.KEY_MISSING);
    }
    // A hash of 256 random bits: how long it takes to look one up tells nothing about another.
    String hash = HexFormat.of().formatHex(RandomKeys.hashToken(secret));
    ask(() -> read(hash));
    Valid found = valid.get(hash);
    if (found == null) {
      throw new RefusedException(RefusalReason.KEY_INVALID);
    }
    if (!found.key().scopes().contains(scope)) {
      throw new RefusedException(RefusalReason.KEY_SCOPE);
    }
    found.rate().admit(hash);
    Instant now = clock.instant();
    if (!found.wasUsedSince(now.minus(BETWEEN_NOTES))) {
      ask(() -> table.noteUse(hash, now));
    }
  }

  private void read(String hash) {
    Optional<ApiKey> key = table.find(hash).filter(found -> found.revoked() == null);
    if (key.isPresent()) {
      valid.compute(hash, (_, before) -> Valid.of(key.get(), before));
    } else {
      valid.remove(hash);
    }
  }

  /** Before the server answers anybody: these keys hold if the database goes away. */
  @Override
  public void afterSingletonsInstantiated() {
    ask(
        () -> {
          for (ApiKeyTable.Row row : table.all()) {
            exist = true;
            if (row.key().revoked() == null) {
              valid.put(row.hash(), Valid.of(row.key(), null));
            }
          }
        });
  }

  private void ask(Runnable question) {
    long now = clock.millis();
    long due = nextAttempt.get();
    if (now < due
        || due > 0 && !nextAttempt.compareAndSet(due, now + BETWEEN_ATTEMPTS.toMillis())) {
      return;
    }
    try {
      schema.ensureCurrent();
      question.run();
      nextAttempt.set(0);
    } catch (SQLException | DataAccessException e) {
      nextAttempt.set(clock.millis() + BETWEEN_ATTEMPTS.toMillis());
      LOG.debug("The keys last seen hold until the database is back.", e);
    }
  }
}
