package dev.faultbook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A back-up of an earlier release is restored and migrated. The dump is what {@code pg_dump
 * --inserts --no-owner} printed of the schema of version 4, without its commands for psql; it is
 * never written again.
 */
class UpgradeTests {
  private static final Path DUMP = Path.of("src/test/resources/store/schema-4.sql");
  private static final String ID = "abcdefghijkmnpqrstuvwxyz23";

  private static String urlOf(String database) {
    String url = SharedTestDatabase.get().getJdbcUrl();
    return url.substring(0, url.lastIndexOf('/') + 1) + database;
  }

  private static void restore(String database) throws SQLException, IOException {
    execute(SharedTestDatabase.get().getJdbcUrl(), "drop database if exists " + database);
    execute(SharedTestDatabase.get().getJdbcUrl(), "create database " + database);
    execute(urlOf(database), Files.readString(DUMP));
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = SharedTestDatabase.connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static ConfigurableApplicationContext start(String database) {
    return new SpringApplicationBuilder(StoreOnly.class)
        .web(WebApplicationType.NONE)
        .run(
            "--spring.datasource.url=" + urlOf(database),
            "--spring.datasource.username=" + SharedTestDatabase.get().getUsername(),
            "--spring.datasource.password=" + SharedTestDatabase.get().getPassword());
  }

  @Test
  void aRestoredBackUpOfAnEarlierReleaseIsMigratedWithAllThatIsInIt() throws Exception {
    restore("restored");
    try (ConfigurableApplicationContext context = start("restored")) {
      assertThat(context.getBean(Flyway.class).info().pending()).isEmpty();
      DiagnosisStore archive = context.getBean(DiagnosisStore.class);
      StoredDiagnosis kept = archive.find(ID).orElseThrow();
      assertThat(kept.reportEn()).isEqualTo("{\"lead\": null}");
      assertThat(kept.reportZh()).isEqualTo("{\"lead\":  \"共享内存\"}");
      assertThat(kept.redactions()).isEqualTo(Map.of("email", 2));
      try (InputStream text = kept.redactedLog().openText()) {
        assertThat(new String(text.readAllBytes(), StandardCharsets.UTF_8))
            .isEqualTo("NCCL WARN Error while creating shared memory\n");
      }
      LocalDate before = LocalDate.of(2026, 10, 1);
      assertThat(archive.votesSince(before))
          .singleElement()
          .isEqualTo(new EntryVotes("shm-full", 0, 1));
      assertThat(archive.latestAnswers(5))
          .singleElement()
          .satisfies(answer -> assertThat(answer.comment()).isEqualTo("It was the driver."));
      assertThat(archive.countsSince(before))
          .singleElement()
          .satisfies(count -> assertThat(count.n).isEqualTo(7));
      assertThatNoException()
          .isThrownBy(
              () ->
                  context
                      .getBean(ApiKeys.class)
                      .admit("fbk_" + "b".repeat(52), ApiKey.Scope.DIAGNOSE));

      archive.purgeExpired();
      assertThat(archive.saveFeedback(ID, "shm-full", true, "driver-old", null)).isTrue();
      assertThat(archive.delete(ID, "wrong")).isFalse();
      assertThat(archive.delete(ID, "release4token")).isTrue();
      assertThat(countOf(context, "diagnosis")).isZero();
    }
  }

  /** During a rolling upgrade, an instance of the release before may start once more. */
  @Test
  void anInstanceStartsOnTheSchemaOfALaterRelease() throws Exception {
    restore("later");
    try (ConfigurableApplicationContext _ = start("later")) {
      execute(
          urlOf("later"),
          "insert into flyway_schema_history select 999, '999', 'later', 'SQL', 'V999__later.sql', 1,"
              + " 'x', now(), 1, true; alter table diagnosis add column later text");
    }
    try (ConfigurableApplicationContext context = start("later")) {
      assertThat(context.getBean(DiagnosisStore.class).find(ID)).isPresent();
      assertThat(countOf(context, "flyway_schema_history where version = '999'")).isEqualTo(1);
    }
  }

  private static long countOf(ConfigurableApplicationContext context, String table) {
    return context
        .getBean(JdbcClient.class)
        .sql("select count(*) from " + table)
        .query(Long.class)
        .single();
  }
}
