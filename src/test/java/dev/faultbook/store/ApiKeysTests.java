package dev.faultbook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Keys at two instances on one database, which goes away. */
class ApiKeysTests {
  private static final String SECRET = "fbk_" + "a".repeat(52);

  /** Only a test makes time pass. */
  private static final class Hand extends Clock {
    private Instant now = Instant.parse("2026-05-04T10:00:00Z");

    void advance(Duration time) {
      now = now.plus(time);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private static final class CountingSource extends DelegatingDataSource {
    private final AtomicInteger asked = new AtomicInteger();

    CountingSource(DataSource source) {
      super(source);
    }

    @Override
    public Connection getConnection() throws SQLException {
      asked.incrementAndGet();
      return super.getConnection();
    }

    int asked() {
      return asked.get();
    }
  }

  private static void assertRefused(ApiKeys keys) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> keys.admit(SECRET, ApiKey.Scope.READ))
        .extracting(RefusedException::refusal)
        .isEqualTo(RefusalReason.KEY_INVALID);
  }

  private static void assertAdmitted(ApiKeys keys) {
    assertThatNoException().isThrownBy(() -> keys.admit(SECRET, ApiKey.Scope.READ));
  }

  @Test
  void aChangeHoldsForTheNextCallAtEachInstanceAndKnownKeysWhileTheDatabaseIsAway()
      throws Exception {
    EmbeddedDatabase server = SharedTestDatabase.get();
    try (Connection connection = SharedTestDatabase.connect(server.getJdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("drop database if exists keys");
      statement.execute("create database keys");
    }
    int port = URI.create(server.getJdbcUrl().substring("jdbc:".length())).getPort();
    Hand clock = new Hand();
    try (Gate gate = new Gate(port)) {
      gate.open();
      try (ConfigurableApplicationContext context =
          new SpringApplicationBuilder(StoreOnly.class)
              .web(WebApplicationType.NONE)
              .run(
                  "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + gate.port() + "/keys",
                  "--spring.datasource.username=" + server.getUsername(),
                  "--spring.datasource.password=" + server.getPassword(),
                  "--spring.datasource.hikari.connection-timeout=500")) {
        Schema schema = context.getBean(Schema.class);
        CountingSource database = new CountingSource(context.getBean(DataSource.class));
        ApiKeys one = new ApiKeys(schema, database, clock);
        ApiKeys other = new ApiKeys(schema, database, clock);
        other.afterSingletonsInstantiated();
        assertThat(one.exist()).isFalse();
        assertRefused(other);

        ApiKeyTable table = new ApiKeyTable(database);
        ApiKey key =
            new ApiKey("ci", EnumSet.of(ApiKey.Scope.READ), 1_000_000, clock.instant(), null, null);
        table.add(RandomKeys.hashToken(SECRET), key);
        assertThat(one.exist()).isTrue();
        assertAdmitted(one);
        assertAdmitted(other);
        assertThat(table.all().getFirst().key().used()).isEqualTo(clock.instant());

        gate.close();
        clock.advance(Duration.ofSeconds(10));
        assertAdmitted(other);
        // Until it is asked again, nobody waits for a database that is away.
        int asked = database.asked();
        for (int i = 0; i < 20; i++) {
          assertAdmitted(other);
        }
        assertThat(database.asked()).isEqualTo(asked);

        try (Connection connection =
                SharedTestDatabase.connect("jdbc:postgresql://127.0.0.1:" + port + "/keys");
            Statement statement = connection.createStatement()) {
          statement.execute("update api_key set revoked = now()");
        }
        gate.open();
        // The pool waits a while before it connects again; until then, the keys last seen hold.
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while ((isAdmitted(one) || isAdmitted(other)) && System.nanoTime() < end) {
          clock.advance(Duration.ofSeconds(10));
        }
        assertRefused(one);
        assertRefused(other);
        assertThat(one.exist()).isTrue();
      }
    }
  }

  private static boolean isAdmitted(ApiKeys keys) {
    try {
      keys.admit(SECRET, ApiKey.Scope.READ);
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }
}
