package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.Application;
import dev.faultbook.TestClient;
import dev.faultbook.diagnosis.Editions;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests of publishing from the desk into PostgreSQL, which two instances share. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.curation.password=" + CuratePageTests.PASSWORD,
      "faultbook.database.layer=true"
    })
class PublishIntoDatabaseTests {
  /** Less than the time between two looks, so that only a notification can be in time. */
  private static final long NOTIFIED_MILLIS = 10_000;

  private static ConfigurableApplicationContext other;

  @LocalServerPort private int port;
  @Autowired private Editions editions;
  @Autowired private JdbcClient sql;
  private TestClient client;
  private Editions elsewhere;

  @BeforeAll
  static void startTheOther() {
    other =
        new SpringApplicationBuilder(Application.class)
            .run("--server.port=0", "--" + TestClient.CONTENT, "--faultbook.database.layer=true");
  }

  @AfterAll
  static void stopTheOther() {
    other.close();
  }

  @BeforeEach
  void connect() {
    client = new TestClient(port);
    elsewhere = other.getBean(Editions.class);
    sql.sql("delete from entry_version").update();
    notifyAll(sql);
    awaitBoth(false);
  }

  private static void notifyAll(JdbcClient sql) {
    sql.sql("select pg_notify('faultbook_entry', '')").query(_ -> {});
  }

  private HttpResponse<String> post(Map<String, String> fields) {
    return client.post(
        "/curate?lang=en",
        CuratePageTests.form(fields),
        "Authorization",
        CuratePageTests.credentials(CuratePageTests.PASSWORD),
        "Accept",
        "text/html",
        "Content-Type",
        CuratePageTests.FORM);
  }

  private String desk(String query) {
    return client
        .get(
            "/curate" + query,
            "Authorization",
            CuratePageTests.credentials(CuratePageTests.PASSWORD),
            "Accept",
            "text/html")
        .body();
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.currentTimeMillis() + NOTIFIED_MILLIS;
    while (!condition.getAsBoolean()) {
      assertThat(System.currentTimeMillis()).as(what).isLessThan(end);
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitBoth(boolean there) {
    for (Editions each : new Editions[] {editions, elsewhere}) {
      await("flux " + there, () -> each.current().findEntry("flux").isPresent() == there);
    }
  }

  private void awaitText(Editions where, String words) {
    await(
        words,
        () ->
            where.current().findEntry("flux").stream()
                .anyMatch(entry -> entry.pages().toString().contains(words)));
  }

  @Test
  void anEntryIsPublishedPutBackAndWithdrawnAtBothInstances() {
    HttpResponse<String> published = post(PublishTests.entry("publish", "flux", "first reason"));
    assertThat(published.body()).contains("Published, and in force: PostgreSQL, v1");
    awaitBoth(true);
    TestClient second =
        new TestClient(
            Integer.parseInt(other.getEnvironment().getRequiredProperty("local.server.port")));
    assertThat(second.post("/api/v1/diagnoses", PublishTests.LOG.getBytes(UTF_8)).body())
        .contains("\"entry\":\"flux\"");
    assertThat(second.get("/api/v1/entries/flux").body()).contains("\"layer\":\"database\"");

    assertThat(post(PublishTests.entry("publish", "flux", "second reason")).body())
        .contains("PostgreSQL, v2");
    awaitText(elsewhere, "second reason");
    assertThat(post(PublishTests.entry("publish", "flux", "second reason")).body())
        .as("nothing changed")
        .contains("PostgreSQL, v2");
    assertThat(post(PublishTests.entry("rollback", "flux", "")).body()).contains("PostgreSQL, v3");
    awaitText(elsewhere, "first reason");
    awaitText(editions, "first reason");
    assertThat(desk("?entry=flux"))
        .contains("<td>v3", "<td>v1", "Faultbook &lt;faultbook@localhost&gt;", "The first reason.")
        .contains("--- second.log", "loader 12")
        .doesNotContain("hunter2");

    assertThat(post(PublishTests.entry("withdraw", "flux", "")).body()).contains("Withdrawn: ");
    awaitBoth(false);
    assertThat(post(PublishTests.entry("withdraw", "flux", "")).body())
        .contains("Nothing was changed.", "has no entry flux");
    assertThat(desk("")).containsSubsequence("<td>v4", "withdrawn</small>", "<td>v3");
    assertThat(post(PublishTests.entry("rollback", "flux", "")).body())
        .contains("in force again: PostgreSQL, v5");
    awaitBoth(true);
  }

  @Test
  void whatIsBrokenInTheDatabaseKeepsTheLastGoodEditionUntilItIsMended() {
    post(PublishTests.entry("publish", "flux", "first reason"));
    awaitBoth(true);
    sql.sql(
            "insert into entry_version values ('flux', 2, '{\"entry.yaml\": \"kind:\"}', 'x', now())")
        .update();
    notifyAll(sql);
    await("the problem", () -> editions.problem().isPresent() && elsewhere.problem().isPresent());
    awaitText(elsewhere, "first reason");
    assertThat(client.get("/actuator/health").body()).contains("OUTDATED");
    assertThat(post(PublishTests.entry("rollback", "flux", "")).body()).contains("PostgreSQL, v3");
    await("mended", () -> editions.problem().isEmpty() && elsewhere.problem().isEmpty());
    awaitText(elsewhere, "first reason");
  }

  @Test
  void whatCheckOrTheEditionRefusesLeavesNoVersion() {
    Map<String, String> few = PublishTests.entry("publish", "few-logs", "reason");
    few.put("others", "");
    assertThat(post(few).body()).contains("Not published", "found 1 and 0");
    assertThat(post(PublishTests.entry("publish", "../evil", "reason")).statusCode())
        .isEqualTo(400);
    HttpResponse<String> foreign = post(PublishTests.entry("withdraw", "system-error", ""));
    assertThat(foreign.statusCode()).as("it is in a folder").isEqualTo(409);
    assertThat(sql.sql("select count(*) from entry_version").query(Long.class).single()).isZero();
  }

  /** Another entry of the database names it; the edition in force stays whole. */
  @Test
  void whatAnotherEntryNeedsIsNotWithdrawn() {
    post(PublishTests.entry("publish", "flux", "reason"));
    Map<String, String> second = PublishTests.entry("publish", "flux-two", "reason");
    second.replaceAll(
        (_, text) ->
            text.replace("entry:shm-full", "entry:flux")
                .replace("flux of loader", "flux of pump")
                .replace("The flux collapsed", "The pump collapsed"));
    assertThat(post(second).body()).contains("Published, and in force");
    HttpResponse<String> refused = post(PublishTests.entry("withdraw", "flux", ""));
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("Nothing was changed.", "flux-two");
    assertThat(editions.current().findEntry("flux")).isPresent();
  }

  @Test
  void anInstanceWhoseConnectionsWereCutListensAgain() {
    sql.sql(
            "select pg_terminate_backend(pid) from pg_stat_activity"
                + " where application_name = 'faultbook_entry'")
        .query(_ -> {});
    post(PublishTests.entry("publish", "flux", "first reason"));
    awaitBoth(true);
  }
}
