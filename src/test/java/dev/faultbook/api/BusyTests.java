package dev.faultbook.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.server.DiagnosisGate;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Tests of the server whose gates are occupied, and without a database. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.diagnosis.max-concurrent=1",
      "faultbook.diagnosis.small-log-size=32KB",
      "faultbook.diagnosis.max-wait=1ms",
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
      "spring.datasource.username=nobody"
    })
class BusyTests {
  private static final String CALL = "/api/v1/diagnoses";
  private static final long LARGE = 1024 * 1024;

  @LocalServerPort private int port;

  @Autowired private DiagnosisGate gate;
  private final CountDownLatch done = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    done.countDown();
    callers.close();
  }

  @Test
  void whoFindsNoPermitIsToldToComeAgain() throws Exception {
    occupy(LARGE);
    TestClient client = new TestClient(port);
    HttpResponse<String> refused = client.post(CALL, large());
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(refused.body()).contains("Try again");
  }

  /** Four logs of 64 MB keep two processors busy for half a minute. */
  @Test
  void smallLogsAreDiagnosedAndRedactedWhileLargeOnesAre() throws Exception {
    occupy(LARGE);
    TestClient client = new TestClient(port);
    assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
    assertThat(client.post("/share/preview", TestClient.log(), "Accept", "*/*").statusCode())
        .isEqualTo(200);
    assertThat(client.post("/share/preview", large(), "Accept", "*/*").statusCode()).isEqualTo(429);
    assertThat(client.get("/", "Accept", "text/html").statusCode()).isEqualTo(200);
  }

  @Test
  void whatWasPastedIsGivenBackToWhoHasToComeAgain() throws Exception {
    occupy(1);
    byte[] pasted =
        TestClient.form("b", "log", "my own log <b>\nline 2\n".getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> refused =
        new TestClient(port)
            .post(
                "/",
                pasted,
                "Content-Type",
                "multipart/form-data; boundary=b",
                "Accept",
                "text/html");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(refused.body())
        .contains("Try again in a few seconds", "my own log &lt;b&gt;\nline 2", "id=\"paste\"");
  }

  private void occupy(long size) throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    callers.submit(
        () ->
            gate.call(
                size,
                () -> {
                  entered.countDown();
                  done.await();
                  return null;
                }));
    entered.await();
  }

  /** Returns a log above the limit up to which small logs have their own permits. */
  private static byte[] large() {
    return TestClient.gzip("step 1 loss 2.3\n".repeat(4096).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void withoutADatabaseOnlySavingFails() {
    TestClient client = new TestClient(port);
    assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
    HttpResponse<String> answer = client.post(CALL + "?save=true", TestClient.log());
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body()).contains("Diagnosis works without it");
    assertThat(client.get(CALL + "/abcdefghijkmnpqrstuvwxyz23").statusCode()).isEqualTo(503);
    assertThat(client.get("/d/abcdefghijkmnpqrstuvwxyz23", "Accept", "text/html").statusCode())
        .isEqualTo(503);
    // The response names the missing part, while the server as a whole is up.
    assertThat(client.get("/actuator/health").body())
        .startsWith("{\"components\":")
        .contains("\"store\":{\"status\":\"UNKNOWN\"}")
        .endsWith("\"status\":\"UP\"}");
  }
}
