package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Verifies that diagnoses work without a database and that everything else says what is
 * unavailable.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none",
      "spring.datasource.hikari.connection-timeout=300",
      "faultbook.curation.password=desk-without-data"
    })
class WithoutDatabaseTests {
  @LocalServerPort private int port;

  @Test
  void diagnosesGoOnAndCountsAndVotesSayWhatIsMissing() {
    TestClient client = new TestClient(port);
    assertThat(client.post("/", TestClient.log(), "Accept", "*/*").body()).startsWith("ROOT CAUSE");
    HttpResponse<String> page = client.get("/stats?lang=en", "Accept", "text/html");
    assertThat(page.statusCode()).isEqualTo(503);
    assertThat(page.body()).contains("Statistics are unavailable");
    HttpResponse<String> vote =
        client.post(
            "/entries/shm-full/feedback",
            "helpful=yes".getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "application/x-www-form-urlencoded",
            "Accept",
            "text/html");
    assertThat(vote.statusCode()).isEqualTo(503);
  }

  @Test
  void curatorsGoOnWithoutTheAnswersOfReaders() {
    HttpResponse<String> desk =
        new TestClient(port)
            .get(
                "/curate?lang=en",
                "Accept",
                "text/html",
                "Authorization",
                CuratePageTests.credentials("desk-without-data"));
    assertThat(desk.statusCode()).isEqualTo(200);
    assertThat(desk.body())
        .contains("The database cannot be reached", "name=\"yaml\"")
        .doesNotContain("No reader has complained");
  }

  /** Regression: the statistics page did not say when to try again. */
  @Test
  void everyDoorToTheDatabaseSaysWhenToTryAgain() {
    TestClient doors = new TestClient(port);
    String id = "a".repeat(26);
    byte[] log = TestClient.log();
    byte[] vote = "helpful=yes&entry=shm-full".getBytes(StandardCharsets.UTF_8);
    String form = "application/x-www-form-urlencoded";
    for (String accept : List.of("text/html", "*/*")) {
      assertSaysWhenToTryAgain(doors.get("/stats", "Accept", accept));
      assertSaysWhenToTryAgain(doors.get("/d/" + id, "Accept", accept));
      assertSaysWhenToTryAgain(doors.get("/d/" + id + "/delete", "Accept", accept));
      assertSaysWhenToTryAgain(
          doors.post("/d/" + id + "/delete", vote, "Content-Type", form, "Accept", accept));
      assertSaysWhenToTryAgain(
          doors.post("/entries/shm-full/feedback", vote, "Content-Type", form, "Accept", accept));
      assertSaysWhenToTryAgain(doors.post("/share", log, "Accept", accept));
    }
    assertSaysWhenToTryAgain(doors.get("/d/" + id + "/log"));
    String call = "/api/v1/diagnoses";
    assertSaysWhenToTryAgain(doors.get(call + "/" + id));
    assertSaysWhenToTryAgain(doors.post(call + "?save=true", log));
    byte[] json = "{\"entry\": \"shm-full\", \"helpful\": true}".getBytes(StandardCharsets.UTF_8);
    assertSaysWhenToTryAgain(
        doors.post(call + "/" + id + "/feedback", json, "Content-Type", "application/json"));
  }

  private static void assertSaysWhenToTryAgain(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.request().toString()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After"))
        .as(answer.request().toString())
        .hasValue("5");
  }
}
