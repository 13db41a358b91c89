package dev.faultbook.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Provides one PostgreSQL server for all Spring tests, started by the first of them. A test that
 * sets a data source URL or {@code faultbook.test.database=own} does not use it.
 */
public class SharedTestDatabase implements EnvironmentPostProcessor, Ordered {

  public static final Path FOLDER = Path.of("target", "test-database");

  private static EmbeddedDatabase database;

  public static synchronized EmbeddedDatabase get() {
    if (database == null) {
      database = EmbeddedDatabase.start(FOLDER, false, Duration.ofSeconds(20));
      clear(database);
      Runtime.getRuntime().addShutdownHook(new Thread(SharedTestDatabase::close));
    }
    return database;
  }

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (environment.containsProperty("spring.datasource.url")
        || "own".equals(environment.getProperty("faultbook.test.database"))) {
      return;
    }
    EmbeddedDatabase shared = get();
    environment
        .getPropertySources()
        .addFirst(
            new MapPropertySource(
                "shared test database",
                Map.of(
                    "spring.datasource.url", shared.getJdbcUrl(),
                    "spring.datasource.username", shared.getUsername(),
                    "spring.datasource.password", shared.getPassword())));
  }

  /** Runs after the configuration files are read. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, get().getUsername(), get().getPassword());
  }

  /** Drops the data of the last run; the folder is kept for speed. */
  private static void clear(EmbeddedDatabase database) {
    try (Connection connection =
            DriverManager.getConnection(
                database.getJdbcUrl(), database.getUsername(), database.getPassword());
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema public cascade");
      statement.execute("create schema public");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static synchronized void close() {
    try {
      database.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
