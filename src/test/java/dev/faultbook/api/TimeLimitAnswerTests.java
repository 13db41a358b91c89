package dev.faultbook.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Verifies that a diagnosis over the time limit is refused, that the response names the limit, and
 * that it invites no retry.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.diagnosis.max-time=1ns",
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
      "spring.datasource.username=nobody"
    })
class TimeLimitAnswerTests {
  @LocalServerPort private int port;

  @Test
  void theLimitIsNamed() throws Exception {
    TestClient client = new TestClient(port);
    HttpResponse<String> answer = client.post("/api/v1/diagnoses", TestClient.log());
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
    assertThat(answer.body()).contains("\"limit_seconds\":0", "time limit", "tail -n 200000");
    HttpResponse<String> page = client.post("/", TestClient.log());
    assertThat(page.statusCode()).isEqualTo(413);
    assertThat(page.body()).contains("time limit. Send the last part");
  }

  @Test
  void itHoldsForUnpackingToo() throws Exception {
    byte[] packed = TestClient.gzip(TestClient.log());
    HttpResponse<String> answer = new TestClient(port).post("/api/v1/diagnoses?save=true", packed);
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("\"limit_seconds\":0", "time limit");
  }

  @Test
  void itHoldsForComparisonsToo() throws Exception {
    String part = "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\nstep 1\r\n";
    byte[] pair = (part.formatted("good") + part.formatted("bad") + "--b--\r\n").getBytes(UTF_8);
    HttpResponse<String> answer =
        new TestClient(port)
            .post("/api/v1/comparisons", pair, "Content-Type", "multipart/form-data; boundary=b");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("\"limit_seconds\":0", "time limit");
  }
}
