package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Verifies that the statistics page says so if the operator switched the statistics off. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.statistics.enabled=false"})
class StatsSwitchedOffTests {
  @LocalServerPort private int port;

  @Test
  void thePageSaysThatNothingIsCounted() {
    HttpResponse<String> page = new TestClient(port).get("/stats?lang=en", "Accept", "text/html");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("Counting is switched off").doesNotContain("<svg role=");
  }
}
