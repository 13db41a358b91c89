package dev.faultbook.store;

import dev.faultbook.redaction.Redactor;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.StringUtils;

/** Configures the store. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@EnableConfigurationProperties(StoreSettings.class)
class StoreConfiguration {

  @Bean
  DiagnosisStore archive(
      DiagnosisStore.Tables tables,
      PlatformTransactionManager transactions,
      DiskSpace space,
      StoreSettings settings,
      Redactor redactor) {
    return new DiagnosisStore(
        tables,
        new TransactionTemplate(transactions),
        Clock.systemUTC(),
        space,
        settings.store(),
        redactor);
  }

  /** Writes the last counts before the database is closed. */
  @Bean(destroyMethod = "write")
  FaultCounts counts(DiagnosisStore archive, StoreSettings settings) {
    return new FaultCounts(archive, Clock.systemUTC(), settings.statistics().enabled());
  }

  @Bean
  DiskSpace diskSpace(Environment environment, StoreSettings settings) {
    return new DiskSpace(
        hasDatabase(environment) ? null : Path.of(settings.database().directory()),
        DiskSpace.RESERVE);
  }

  @Bean
  StoreHealth storeHealthIndicator(DiagnosisStore archive, DiskSpace space) {
    return new StoreHealth(archive, space);
  }

  /**
   * The database that the settings name, otherwise an embedded one. Decided at start, because the
   * beans of the packaged server are fixed when it is built. Closed after the connection pool that
   * uses it.
   */
  @Bean
  JdbcConnectionDetails database(
      Environment environment, DataSourceProperties given, StoreSettings settings) {
    return hasDatabase(environment)
        ? new GivenDatabase(given)
        : EmbeddedDatabase.start(Path.of(settings.database().directory()));
  }

  private record GivenDatabase(DataSourceProperties settings) implements JdbcConnectionDetails {
    @Override
    public String getJdbcUrl() {
      return settings.determineUrl();
    }

    @Override
    public @Nullable String getUsername() {
      return settings.determineUsername();
    }

    @Override
    public @Nullable String getPassword() {
      return settings.determinePassword();
    }
  }

  /** Whether a database was configured. */
  private static boolean hasDatabase(Environment environment) {
    return StringUtils.hasText(environment.getProperty("spring.datasource.url"));
  }
}
