package dev.faultbook.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Where the operator creates and revokes keys, without the server: in the PostgreSQL that the
 * environment names as for the server, or in the embedded one, which is that of a running server or
 * started for this purpose.
 */
public final class ApiKeyDesk implements AutoCloseable {
  /** Says what a text is to whoever finds it, and to programs that look for secrets. */
  private static final String PREFIX = "fbk_";

  private final @Nullable EmbeddedDatabase started;
  private final ApiKeyTable table;

  private ApiKeyDesk(@Nullable EmbeddedDatabase started, DataSource database) {
    this.started = started;
    Flyway.configure().dataSource(database).load().migrate();
    this.table = new ApiKeyTable(database);
  }

  /**
   * Opens the database of these settings.
   *
   * @param environment {@code SPRING_DATASOURCE_URL}, {@code …_USERNAME}, {@code …_PASSWORD},
   *     {@code FAULTBOOK_DATA}, all optional
   * @throws IOException if the data folder cannot be read
   * @throws RuntimeException if the database cannot be reached
   */
  public static ApiKeyDesk open(Map<String, String> environment) throws IOException {
    String url = environment.get("SPRING_DATASOURCE_URL");
    if (url != null && !url.isBlank()) {
      return new ApiKeyDesk(
          null,
          new DriverManagerDataSource(
              url,
              environment.getOrDefault("SPRING_DATASOURCE_USERNAME", ""),
              environment.getOrDefault("SPRING_DATASOURCE_PASSWORD", "")));
    }
    Path data = Path.of(environment.getOrDefault("FAULTBOOK_DATA", "./data"));
    Optional<DataSource> running = EmbeddedDatabase.findRunning(data);
    if (running.isPresent()) {
      return new ApiKeyDesk(null, running.get());
    }
    EmbeddedDatabase started = EmbeddedDatabase.start(data);
    try {
      return new ApiKeyDesk(
          started,
          new DriverManagerDataSource(
              started.getJdbcUrl(), started.getUsername(), started.getPassword()));
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /**
   * Creates a key.
   *
   * @param rate most calls a minute
   * @return the secret, which is told nowhere else; empty if a valid key has this name
   */
  public Optional<String> create(String name, Set<ApiKey.Scope> scopes, int rate) {
    // 260 random bits.
    String secret = PREFIX + RandomKeys.nextKey() + RandomKeys.nextKey();
    ApiKey key = new ApiKey(name, scopes, rate, Instant.now(), null, null);
    return table.add(RandomKeys.hashToken(secret), key) ? Optional.of(secret) : Optional.empty();
  }

  /** All keys, the revoked ones too, in the order of their creation. */
  public List<ApiKey> list() {
    return table.all().stream().map(ApiKeyTable.Row::key).toList();
  }

  /** Revokes the valid key of this name; false if there is none. */
  public boolean revoke(String name) {
    return table.revoke(name, Instant.now());
  }

  @Override
  public void close() throws IOException {
    if (started != null) {
      started.close();
    }
  }
}
