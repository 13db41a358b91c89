package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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
      "spring.datasource.hikari.connection-timeout=300"
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
}
