package dev.faultbook.store;

import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The keys that are in force, in memory: no call waits for the database, and while it is away those
 * last read hold. What the operator creates or revokes is in force within seconds. Thread-safe.
 */
@Component
public final class ApiKeys implements SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
  private static final int BETWEEN_LOOKS = 5;

  private final Schema schema;
  private final ApiKeyTable table;
  private final Clock clock;
  private final Map<String, Instant> used = new ConcurrentHashMap<>();
  private volatile Map<String, Valid> valid = Map.of();
  private volatile boolean exist;

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
  }

  /**
   * Whether the operator ever created one. That all are revoked opens nothing. False as long as the
   * database could not be read since the start.
   */
  public boolean exist() {
    return exist;
  }

  /**
   * Counts a call that a key is needed for.
   *
   * @param secret the key; null if the call has none
   * @throws RefusedException if there is none, it is unknown or revoked, does not allow this kind
   *     of call, or its rate is exceeded
   */
  public void admit(@Nullable String secret, ApiKey.Scope scope) {
    if (secret == null) {
      throw new RefusedException(RefusalReason.KEY_MISSING);
    }
    // A hash of 256 random bits: how long it takes to look one up tells nothing about another.
    String hash = HexFormat.of().formatHex(RandomKeys.hashToken(secret));
    Valid found = valid.get(hash);
    if (found == null) {
      throw new RefusedException(RefusalReason.KEY_INVALID);
    }
    if (!found.key().scopes().contains(scope)) {
      throw new RefusedException(RefusalReason.KEY_SCOPE);
    }
    found.rate().admit(hash);
    used.put(hash, clock.instant());
  }

  /** Before the server answers anybody. */
  @Override
  public void afterSingletonsInstantiated() {
    refresh();
  }

  /** Writes which keys were used, and reads which are valid. */
  @Scheduled(initialDelay = BETWEEN_LOOKS, fixedDelay = BETWEEN_LOOKS, timeUnit = TimeUnit.SECONDS)
  void refresh() {
    try {
      schema.ensureCurrent();
      for (Map.Entry<String, Instant> use : Map.copyOf(used).entrySet()) {
        table.noteUse(use.getKey(), use.getValue());
        used.remove(use.getKey(), use.getValue());
      }
      List<ApiKeyTable.Row> rows = table.all();
      Map<String, Valid> now = new HashMap<>();
      for (ApiKeyTable.Row row : rows) {
        if (row.key().revoked() == null) {
          now.put(row.hash(), Valid.of(row.key(), valid.get(row.hash())));
        }
      }
      valid = Map.copyOf(now);
      exist = !rows.isEmpty();
    } catch (SQLException | DataAccessException e) {
      LOG.debug("The keys last read hold until the database is back.", e);
    }
  }
}
