package dev.faultbook.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.server.Bulkhead;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Tests of the server without a free permit, and without a database. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.diagnosis.max-concurrent=1",
      "faultbook.store.max-concurrent=1",
      "faultbook.diagnosis.small-log-size=32KB",
      "faultbook.diagnosis.max-wait=1ms",
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
      "spring.datasource.username=nobody"
    })
class BusyTests {
  private static final String CALL = "/api/v1/diagnoses";
  private static final long LARGE = 1024 * 1024;

  @LocalServerPort private int port;

  @Autowired private Bulkhead diagnosisBulkhead;
  @Autowired private Bulkhead sharingBulkhead;
  @Autowired private Bulkhead searchBulkhead;
  @Autowired private Bulkhead renderingBulkhead;

  private int clients;
  private final CountDownLatch done = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    done.countDown();
    callers.close();
  }

  @Test
  void whoFindsNoPermitIsToldToComeAgain() throws Exception {
    occupy(diagnosisBulkhead, LARGE);
    TestClient client = new TestClient(port);
    HttpResponse<String> refused = client.post(CALL, large());
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(refused.body()).contains("Try again");
  }

  @Test
  void aSmallPasteIsAnsweredWhileLargeLogsAreRead() throws Exception {
    occupy(diagnosisBulkhead, LARGE);
    assertThat(new TestClient(port).post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
  }

  /** Regression: sharing held one global lock without a time limit. */
  @Test
  void sharingThatIsBusyRefusesAndStopsNoPage() throws Exception {
    occupy(sharingBulkhead, 1);
    TestClient client = new TestClient(port);
    HttpResponse<String> refused = client.post("/share/preview", TestClient.log(), "Accept", "*/*");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(client.get("/", "Accept", "text/html").statusCode()).isEqualTo(200);
    assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
  }

  /** Redacting a log of 16 MB takes several seconds. */
  @Test
  void aSmallLogIsRedactedWhileALargeOneIs() throws Exception {
    occupy(sharingBulkhead, LARGE);
    TestClient client = new TestClient(port);
    assertThat(client.post("/share/preview", TestClient.log(), "Accept", "*/*").statusCode())
        .isEqualTo(200);
    assertThat(client.post("/share/preview", large(), "Accept", "*/*").statusCode()).isEqualTo(429);
  }

  @Test
  void whatWasPastedIsGivenBackToWhoHasToComeAgain() throws Exception {
    occupy(diagnosisBulkhead, 1);
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

  /**
   * Regression: searches had no limit. Sixteen connections of one client kept a diagnosis of
   * another one waiting for 42 s.
   */
  @Test
  void searchesAreLimitedAndStopNothingElse() throws Exception {
    occupy(searchBulkhead, 0);
    TestClient client = new TestClient(port);
    HttpResponse<String> refused = client.get("/api/v1/search?q=shared+memory");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    for (String address : new String[] {"/search?q=shared+memory", "/search/suggestions?q=sha"}) {
      assertThat(client.get(address, "Accept", "text/html, */*").statusCode())
          .as(address)
          .isEqualTo(429);
    }
    assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
    assertThat(client.get("/", "Accept", "text/html").statusCode()).isEqualTo(200);
  }

  /** Regression: 150 connections that asked for lists delayed diagnoses by up to 4 s. */
  @Test
  void listsAreLimitedAndStopNothingElse() throws Exception {
    TestClient client = new TestClient(port);
    assertThat(client.get("/entries", "Accept", "text/html").statusCode()).isEqualTo(200);
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      occupy(renderingBulkhead, 0);
    }
    for (String path :
        List.of(
            "/entries?kind=none",
            "/entries;x=1",
            "/codes/xid?q=x",
            "/api/v1/entries",
            "/FB-0001")) {
      for (String method : List.of("GET", "HEAD")) {
        HttpResponse<String> refused = client.call(method, path, null, "Accept", "text/html,*/*");
        assertThat(refused.statusCode()).as(method + path).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
      }
    }
    HttpResponse<String> result = client.post("/", TestClient.log(), "Accept", "text/html");
    assertThat(result.statusCode()).isEqualTo(429);
    assertThat(result.body()).doesNotContain("NCCL WARN");
    assertThat(client.get("/entries?x=1", "Accept", "text/html").statusCode()).isEqualTo(200);
    assertThat(client.get("/search?q=memory", "Accept", "text/html").statusCode()).isEqualTo(200);
    assertThat(client.get("/actuator/health").statusCode()).isEqualTo(200);
    assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
  }

  private void occupy(Bulkhead bulkhead, long size) throws InterruptedException {
    int client = clients++;
    CountDownLatch entered = new CountDownLatch(1);
    callers.submit(
        () ->
            bulkhead.call(
                "client " + client,
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
    assertThat(answer.body()).contains("Diagnosing without saving works");
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
