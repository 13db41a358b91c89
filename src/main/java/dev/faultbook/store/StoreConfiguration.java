package dev.faultbook.store;

import dev.faultbook.redaction.Redactor;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Configures the store. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@EnableConfigurationProperties(StoreSettings.class)
class StoreConfiguration {
  private final boolean databaseGiven;
  private final Path directory;

  /**
   * @param url address of a database; empty for the embedded one
   * @param directory data directory of the embedded database
   */
  StoreConfiguration(
      @Value("${spring.datasource.url:}") String url,
      @Value("${faultbook.database.directory}") String directory) {
    this.databaseGiven = !url.isBlank();
    this.directory = Path.of(directory);
  }

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
        settings,
        redactor);
  }

  /** Writes the last counts before the database is closed. */
  @Bean(destroyMethod = "write")
  FaultCounts counts(
      DiagnosisStore archive, @Value("${faultbook.statistics.enabled}") boolean enabled) {
    return new FaultCounts(archive, Clock.systemUTC(), enabled);
  }

  @Bean
  DiskSpace diskSpace() {
    return new DiskSpace(databaseGiven ? null : directory, DiskSpace.RESERVE);
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
  JdbcConnectionDetails database(DataSourceProperties given) {
    return databaseGiven ? new GivenDatabase(given) : EmbeddedDatabase.start(directory);
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
}
