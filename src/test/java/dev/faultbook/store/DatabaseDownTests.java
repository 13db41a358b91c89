package dev.faultbook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.faultbook.redaction.Redactor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Verifies the store while the database, behind a TCP proxy, is down, starts late and goes down
 * again.
 */
class DatabaseDownTests {

  private static ShareReceipt save(DiagnosisStore archive) {
    return archive.save(Redactor.shared().redact("x"), "en", "{}", "{}", null);
  }

  @Test
  void theApplicationStartsWithoutItsDatabaseAndUsesItWhenItComes() throws Exception {
    int server = portOf(SharedTestDatabase.get().getJdbcUrl());
    createDatabase("latecomer");
    try (Gate gate = new Gate(server);
        ConfigurableApplicationContext context = start(gate.port(), "latecomer")) {
      DiagnosisStore archive = context.getBean(DiagnosisStore.class);

      assertUnavailable(archive);
      Health away = context.getBean(StoreHealth.class).health();
      assertThat(away.getStatus().getCode()).isEqualTo("UNKNOWN");
      assertThat(away.getDetails().toString()).contains("Diagnosis works without it");
      context.getBean(DiagnosisStore.class).purgeExpired();

      gate.open();
      ShareReceipt receipt = eventually(() -> save(archive));
      assertThat(archive.find(receipt.id())).isPresent();

      gate.close();
      assertUnavailable(archive);

      gate.open();
      assertThat(eventually(() -> archive.find(receipt.id()))).isPresent();
    }
  }

  /**
   * Regression: a save waited 48 s, as long as the database hung, and the server's log did not say
   * why.
   */
  @Test
  void aDatabaseThatHangsIsAwayToo() throws Exception {
    int server = portOf(SharedTestDatabase.get().getJdbcUrl());
    createDatabase("hanging");
    try (Gate gate = new Gate(server)) {
      gate.open();
      try (ConfigurableApplicationContext context =
          start(
              gate.port(),
              "hanging",
              "--spring.datasource.hikari.data-source-properties.socketTimeout=1")) {
        DiagnosisStore archive = context.getBean(DiagnosisStore.class);
        ShareReceipt receipt = save(archive);
        try (StoreMessages messages = new StoreMessages()) {
          gate.hang(true);
          assertUnavailable(archive);
          assertUnavailable(archive);
          assertThat(messages.texts()).singleElement().asString().contains("cannot be reached");
          gate.hang(false);
          assertThat(eventually(() -> archive.find(receipt.id()))).isPresent();
          assertThat(messages.texts()).hasSize(2);
          assertThat(messages.texts().getLast()).contains("can be reached again");
        }
        gate.hang(true);
        assertUnavailable(archive);
        assertThat(context.getBean(StoreHealth.class).health().getStatus().getCode())
            .isEqualTo("UNKNOWN");
        gate.hang(false);
        assertThat(eventually(() -> archive.find(receipt.id()))).isPresent();
      }
    }
  }

  /** Regression: an instance whose database ended between two questions of its start ended too. */
  @Test
  void aConnectionThatIsLostWhileMigratingStopsNoStart() {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(SharedTestDatabase.get().getJdbcUrl());
      pool.setUsername(SharedTestDatabase.get().getUsername());
      pool.setPassword(SharedTestDatabase.get().getPassword());
      AtomicInteger asked = new AtomicInteger();
      DataSource losing =
          new DelegatingDataSource(pool) {
            @Override
            public Connection getConnection() throws SQLException {
              Connection connection = super.getConnection();
              if (asked.incrementAndGet() > 1) {
                connection.close();
              }
              return connection;
            }
          };
      Schema schema = new Schema(SharedTestDatabase.get());
      schema.migrate(Flyway.configure().dataSource(losing).load());
      schema.afterSingletonsInstantiated();
      assertThat(asked).hasValueGreaterThan(1);
      assertThat(schema.isAway()).isTrue();
    }
  }

  /** Without time limits, a database that hangs would block every caller forever. */
  @Test
  void bothKindsOfDatabaseHaveTimeLimits() throws Exception {
    createDatabase("limited");
    try (ConfigurableApplicationContext context =
        start(portOf(SharedTestDatabase.get().getJdbcUrl()), "limited")) {
      HikariDataSource pool = context.getBean(HikariDataSource.class);
      assertThat(pool.getDataSourceProperties()).containsEntry("socketTimeout", "10");
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("show statement_timeout")) {
        row.next();
        assertThat(row.getString(1)).isEqualTo("8s");
      }
    }
  }

  /** Retries until the call succeeds; the pool's delay between attempts grows up to ten seconds. */
  private static <T> T eventually(Supplier<T> use) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (true) {
      try {
        return use.get();
      } catch (StoreUnavailableException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  private static void assertUnavailable(DiagnosisStore archive) {
    String id = "a".repeat(26);
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> save(archive))
        .withMessageContaining("database cannot be reached");
    assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> archive.find(id));
  }

  private static ConfigurableApplicationContext start(int port, String name, String... more) {
    return new SpringApplicationBuilder(StoreOnly.class)
        .web(WebApplicationType.NONE)
        .properties(more)
        .run(
            "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + port + "/" + name,
            "--spring.datasource.username=" + SharedTestDatabase.get().getUsername(),
            "--spring.datasource.password=" + SharedTestDatabase.get().getPassword(),
            "--spring.datasource.hikari.connection-timeout=500");
  }

  private static void createDatabase(String name) throws SQLException {
    try (Connection connection = SharedTestDatabase.connect(SharedTestDatabase.get().getJdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("drop database if exists " + name);
      statement.execute("create database " + name);
    }
  }

  private static int portOf(String url) {
    return Integer.parseInt(url.replaceAll("^.*:(\\d+)/.*$", "$1"));
  }
}
