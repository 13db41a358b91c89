package dev.faultbook.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.diagnosis.Editions;
import jakarta.annotation.PreDestroy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The entries that curators publish into PostgreSQL: a layer above those of the folders, with each
 * version of each entry. Every instance takes a change up when PostgreSQL notifies it, or else at
 * its next look. Off unless {@code faultbook.database.layer} is set. Thread-safe.
 */
@Component
public final class EntryLayer implements SmartInitializingSingleton {
  /** The name of the layer. */
  public static final String NAME = "database";

  /** Number of the advisory lock of whoever publishes; arbitrary. */
  private static final long WRITER = 0xFA17B00DL;

  private static final String CHANNEL = "faultbook_entry";

  /** A notification may get lost, in a pool of connections between here and PostgreSQL. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

  private static final Duration BEFORE_RECONNECTING = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(EntryLayer.class);
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<TreeMap<String, String>> FILES = new TypeReference<>() {};
  private static final String ROWS =
      "select entry, version, files, who, created from entry_version";

  private final boolean on;
  private final JdbcConnectionDetails database;
  private final JdbcClient sql;
  private final DiagnosisStore store;
  private final Editions editions;
  private final Clock clock;
  private volatile boolean closed;
  private volatile @Nullable Connection listening;

  /** The state of the table that was taken up. */
  private String taken = "";

  EntryLayer(
      @Value("${faultbook.database.layer}") boolean on,
      JdbcConnectionDetails database,
      DataSource pool,
      DiagnosisStore store,
      Editions editions,
      Clock clock) {
    this.on = on;
    this.database = database;
    this.sql = JdbcClient.create(pool);
    this.store = store;
    this.editions = editions;
    this.clock = clock;
  }

  /**
   * A version of an entry.
   *
   * @param version number, from 1
   * @param files text by path within the entry's folder; empty where it was withdrawn
   * @param who who published it
   */
  public record Version(
      String entry, int version, Map<String, String> files, String who, Instant created) {
    /** Whether the entry was withdrawn with this version. */
    public boolean isWithdrawn() {
      return files.isEmpty();
    }
  }

  /** Whether entries are published into and read from the database. */
  public boolean isOn() {
    return on;
  }

  /**
   * Publishes an entry. Files that it has already and that are not given stay.
   *
   * @param files bytes of UTF-8 by path within the entry's folder
   * @param who who publishes it
   * @throws PublishRefusedException if the edition refuses it
   * @throws StoreUnavailableException while the database is unreachable
   */
  public Version publish(String id, Map<String, byte[]> files, String who) {
    return change(
        id,
        who,
        last -> {
          Map<String, String> all = new TreeMap<>();
          last.stream().findFirst().map(Version::files).ifPresent(all::putAll);
          files.forEach((path, bytes) -> all.put(path, new String(bytes, UTF_8)));
          return all;
        });
  }

  /**
   * Withdraws an entry; its versions stay.
   *
   * @throws PublishRefusedException if the database has no such entry, or the edition needs it
   * @throws StoreUnavailableException while the database is unreachable
   */
  public Version withdraw(String id, String who) {
    return change(
        id,
        who,
        last -> {
          if (last.isEmpty() || last.getFirst().isWithdrawn()) {
            throw new PublishRefusedException("The database has no entry " + id + ".");
          }
          return Map.of();
        });
  }

  /**
   * Puts an entry back as it was before its last version, which withdraws it if it was new.
   *
   * @throws PublishRefusedException if the database never had it, or the edition refuses that
   * @throws StoreUnavailableException while the database is unreachable
   */
  public Version rollBack(String id, String who) {
    return change(
        id,
        who,
        last -> {
          if (last.isEmpty()) {
            throw new PublishRefusedException("The database never had an entry " + id + ".");
          }
          return last.size() == 1 ? Map.of() : last.getLast().files();
        });
  }

  /**
   * @param next the files of the next version, by the last two versions, the newest first
   */
  private Version change(String id, String who, Function<List<Version>, Map<String, String>> next) {
    Version changed =
        store.reachDatabase(
            () -> {
              // Others wait: what one publishes is judged with what all others have published.
              sql.sql("select pg_advisory_xact_lock(?)").param(WRITER).query(_ -> {});
              List<Version> last =
                  sql.sql(ROWS + " where entry = ? order by version desc limit 2")
                      .param(id)
                      .query((row, _) -> toVersion(row))
                      .list();
              Map<String, String> files = next.apply(last);
              if (!last.isEmpty() && files.equals(last.getFirst().files())) {
                return last.getFirst();
              }
              Map<String, Version> all = readCurrent();
              int number = last.isEmpty() ? 1 : last.getFirst().version() + 1;
              Version version = new Version(id, number, files, who, clock.instant());
              all.put(id, version);
              editions
                  .judge(toLayer(all))
                  .ifPresent(
                      problem -> {
                        throw new PublishRefusedException(problem);
                      });
              add(version);
              return version;
            });
    refresh();
    return changed;
  }

  private void add(Version version) {
    sql.sql(
            "insert into entry_version (entry, version, files, who, created) values (?, ?, ?, ?, ?)")
        .param(version.entry())
        .param(version.version())
        .param(JSON.writeValueAsString(version.files()))
        .param(version.who())
        .param(version.created().atOffset(ZoneOffset.UTC))
        .update();
    sql.sql("select pg_notify(?, '')").param(CHANNEL).query(_ -> {});
  }

  /**
   * The latest versions of all entries, the newest first.
   *
   * @param most most versions
   * @throws StoreUnavailableException while the database is unreachable
   */
  public List<Version> latest(int most) {
    return store.reachDatabase(
        () ->
            sql.sql(ROWS + " order by created desc, entry, version desc limit ?")
                .param(most)
                .query((row, _) -> toVersion(row))
                .list());
  }

  /**
   * The files of an entry as they are in force.
   *
   * @return text by path within the entry's folder; empty if the database has no such entry
   * @throws StoreUnavailableException while the database is unreachable
   */
  public Map<String, String> filesOf(String id) {
    return store.reachDatabase(
        () -> {
          Version found = readCurrent().get(id);
          return found == null ? Map.of() : found.files();
        });
  }

  private Map<String, Version> readCurrent() {
    Map<String, Version> current = new TreeMap<>();
    sql.sql("select distinct on (entry) * from (" + ROWS + ") as rows order by entry, version desc")
        .query((row, _) -> toVersion(row))
        .list()
        .forEach(version -> current.put(version.entry(), version));
    return current;
  }

  private static Version toVersion(ResultSet row) throws SQLException {
    return new Version(
        row.getString("entry"),
        row.getInt("version"),
        JSON.readValue(row.getString("files"), FILES),
        row.getString("who"),
        row.getObject("created", OffsetDateTime.class).toInstant());
  }

  private static ContentFiles toLayer(Map<String, Version> entries) {
    Map<String, byte[]> files = new TreeMap<>();
    entries.forEach(
        (id, version) ->
            version
                .files()
                .forEach(
                    (path, text) -> files.put("entries/" + id + "/" + path, text.getBytes(UTF_8))));
    return new ContentFiles(NAME, files);
  }

  /** Before the server answers anybody; while the database is away, the listener tries again. */
  @Override
  public void afterSingletonsInstantiated() {
    if (on) {
      try {
        refresh();
      } catch (StoreUnavailableException e) {
        LOG.debug("The layer of the database waits until it is there.", e);
      }
      Thread.ofPlatform().daemon().name("entry-layer").start(this::listen);
    }
  }

  /** Takes up what the database holds, if that changed. */
  private synchronized void refresh() {
    String state =
        store.reachDatabase(
            () ->
                sql.sql(
                        "select count(*) || ' ' || coalesce(max(created)::text, '') from entry_version")
                    .query(String.class)
                    .single());
    if (!state.equals(taken)) {
      editions.layOnTop(toLayer(store.reachDatabase(this::readCurrent)));
      taken = state;
    }
  }

  private void listen() {
    while (!closed) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        listening = connection;
        statement.execute("listen " + CHANNEL);
        PGConnection notices = connection.unwrap(PGConnection.class);
        while (!closed && connection.isValid(2)) {
          refresh();
          notices.getNotifications((int) BETWEEN_LOOKS.toMillis());
        }
      } catch (SQLException | RuntimeException e) {
        LOG.debug("The layer of the database is read again soon.", e);
      }
      if (!closed) {
        LockSupport.parkNanos(BEFORE_RECONNECTING.toNanos());
      }
    }
  }

  /** A connection of its own: those of the pool come and go. */
  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", CHANNEL);
    properties.setProperty("connectTimeout", "2");
    properties.setProperty("socketTimeout", "10");
    properties.setProperty("tcpKeepAlive", "true");
    if (database.getUsername() != null) {
      properties.setProperty("user", database.getUsername());
    }
    if (database.getPassword() != null) {
      properties.setProperty("password", database.getPassword());
    }
    return DriverManager.getConnection(database.getJdbcUrl(), properties);
  }

  @PreDestroy
  void close() throws SQLException {
    closed = true;
    Connection connection = listening;
    if (connection != null) {
      connection.abort(Runnable::run);
    }
  }
}
