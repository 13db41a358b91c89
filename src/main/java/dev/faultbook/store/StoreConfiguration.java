package dev.faultbook.store;

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
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  DiskSpace diskSpace() {
    return new DiskSpace(databaseGiven ? null : directory, DiskSpace.RESERVE);
  }

  /**
   * The database that the settings name, otherwise an embedded one. Decided at start, because the
   * beans of the packaged server are fixed when it is built. Closed after the connection pool that
   * uses it.
   */
  @Bean
  JdbcConnectionDetails database(DataSourceProperties given) {
    return databaseGiven ? new GivenDatabase(given) : EmbeddedDatabase.begin(directory);
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
