package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Verifies who gets to the curators' desk, and that it is closed without a password. */
class CurateAccessTests {

  @Nested
  @SpringBootTest(
      webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
      properties = TestClient.CONTENT)
  class Closed {
    @LocalServerPort private int port;

    @Test
    void withoutAPasswordThePageSaysHowToOpenIt() {
      TestClient client = new TestClient(port);
      for (String header : new String[] {"Basic YTo=", CuratePageTests.credentials("anything")}) {
        HttpResponse<String> page =
            client.get("/curate?lang=en", "Accept", "text/html", "Authorization", header);
        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(page.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(page.body())
            .contains("FAULTBOOK_CURATION_PASSWORD", "at least 12 characters")
            .doesNotContain("textarea");
      }
      assertThat(client.get("/curate/x?lang=zh", "Accept", "text/html").body())
          .contains("维护台未开放", "至少 12 个字符");
      assertThat(client.get("/stats", "Accept", "text/html").body()).doesNotContain("/curate");
    }
  }

  @Nested
  @SpringBootTest(
      webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
      properties = {TestClient.CONTENT, "faultbook.curation.password=throttled-desk"})
  class Throttled {
    @LocalServerPort private int port;

    @Test
    void tenFailedAttemptsAMinuteAreAnsweredAndNoMore() {
      TestClient client = new TestClient(port);
      String right = CuratePageTests.credentials("throttled-desk");
      String wrong = CuratePageTests.credentials("throttled-Desk");
      for (int i = 0; i < 15; i++) {
        assertThat(client.get("/curate").statusCode()).as("no attempt").isEqualTo(401);
        assertThat(client.get("/curate", "Authorization", right).statusCode()).isEqualTo(200);
      }
      for (int i = 0; i < 10; i++) {
        assertThat(client.get("/curate", "Authorization", wrong).statusCode()).isEqualTo(401);
      }
      HttpResponse<String> page =
          client.get("/curate", "Authorization", wrong, "Accept", "text/html");
      assertThat(page.statusCode()).isEqualTo(429);
      assertThat(page.headers().firstValue("Retry-After")).isPresent();
      assertThat(client.get("/curate", "Authorization", right).statusCode())
          .as("nobody can tell by the answer that a guess was right")
          .isEqualTo(429);
      assertThat(client.get("/").statusCode()).isEqualTo(200);
    }
  }
}
