package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.server.Bulkhead;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests of the cost of reading a shared diagnosis. Regression: a share of 34 KB with 12,000 ranks
 * took seconds of CPU time for each reader, without any limit, and its page had 4.5 MB.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.diagnosis.max-concurrent=2",
      "faultbook.diagnosis.max-wait=1ms"
    })
class SharedAnswersTests {
  private static final String CALL = "/api/v1/diagnoses";
  private static final int MOST_PAGE = 512 * 1024;

  @LocalServerPort private int port;
  @Autowired private Bulkhead readingBulkhead;
  @Autowired private SharedAnswers answers;

  @Test
  void thePageOfManyRanksIsSmallAndSaysWhatItLeavesOut() throws Exception {
    TestClient client = new TestClient(port);
    String id = share(client, ofRanks(5000)).at("/id").asString();
    String page = client.get("/d/" + id, "Accept", "text/html").body();
    assertThat(page.length()).isLessThan(MOST_PAGE);
    assertThat(page)
        .contains("The overview shows the first 1,024 of 4,096")
        .contains("512 of 4,096 ranks, one by one, the worst first")
        .contains("4,032 more rows are left out")
        .contains("and 3,968 more");
    assertThat(ValidityTests.complaints(page)).isEmpty();
  }

  @Test
  void anAnswerComesFromMemoryAsItWasWrittenAsLongAsTheDiagnosisIsThere() {
    TestClient client = new TestClient(port);
    JsonNode shared = share(client, TestClient.log());
    String id = shared.at("/id").asString();
    for (String[] form :
        new String[][] {
          {"/d/" + id, "text/html"},
          {CALL + "/" + id, "application/json"},
          {CALL + "/" + id, "text/plain"},
          {CALL + "/" + id + "?lang=zh", "text/plain"}
        }) {
      HttpResponse<String> rendered = client.get(form[0], "Accept", form[1]);
      long kept = answers.keptBytes();
      HttpResponse<String> again = client.get(form[0], "Accept", form[1]);
      assertThat(answers.keptBytes()).isEqualTo(kept).isPositive();
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(again.body()).isEqualTo(rendered.body());
      for (String name :
          List.of("Content-Type", "Content-Language", "Cache-Control", "X-Robots-Tag")) {
        assertThat(again.headers().allValues(name)).isEqualTo(rendered.headers().allValues(name));
      }
    }
    String token = shared.at("/delete_token").asString();
    assertThat(client.call("DELETE", CALL + "/" + id + "?token=" + token, null).statusCode())
        .isEqualTo(204);
    assertThat(client.get("/d/" + id, "Accept", "text/html").statusCode()).isEqualTo(404);
    assertThat(client.get(CALL + "/" + id).statusCode()).isEqualTo(404);
    assertThat(client.get("/d/" + id + "/log").statusCode()).isEqualTo(404);
  }

  /** The page contains the deletion token only for the user who may delete the diagnosis. */
  @Test
  void thePageOfWhoSharedItIsNobodyElses() {
    TestClient client = new TestClient(port);
    String id = share(client, TestClient.log()).at("/id").asString();
    String cookie = SavedPage.COOKIE + "=mine";
    assertThat(client.get("/d/" + id, "Accept", "text/html", "Cookie", cookie).body())
        .contains("token=mine");
    assertThat(client.get("/d/" + id, "Accept", "text/html").body()).doesNotContain("token=");
    assertThat(client.get("/d/" + id, "Accept", "text/html", "Cookie", cookie).body())
        .contains("token=mine");
  }

  /**
   * Regression: 24 readers of one link blocked the home page and every diagnosis for up to a
   * minute.
   */
  @Test
  void readersBeyondTheLimitAreToldToComeAgainAndEverythingElseIsAnswered() throws Exception {
    TestClient client = new TestClient(port);
    String id = share(client, TestClient.log()).at("/id").asString();
    CountDownLatch done = new CountDownLatch(1);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      occupy(callers, "127.0.0.1", done);
      List<String> refused = new ArrayList<>();
      for (String method : List.of("GET", "HEAD")) {
        for (String path : List.of("/d/" + id, CALL + "/" + id)) {
          for (String accept : List.of("text/html,*/*", "text/plain")) {
            HttpResponse<String> answer = client.call(method, path, null, "Accept", accept);
            refused.add(method + path + accept);
            assertThat(answer.statusCode()).as(refused.getLast()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("5");
          }
        }
      }
      assertThat(client.get("/", "Accept", "text/html").statusCode()).isEqualTo(200);
      assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
      // Another client has its own share of the permits.
      assertThat(readingBulkhead.<Integer, RuntimeException>call("other", 0, () -> 1)).isOne();
      done.countDown();
    }
  }

  @Test
  void theStoredLogIsSentAsItIsPackedAndNotForHead() {
    TestClient client = new TestClient(port);
    String id = share(client, TestClient.log()).at("/id").asString();
    HttpResponse<String> plain = client.get("/d/" + id + "/log");
    assertThat(plain.body()).contains("NCCL WARN");
    assertThat(client.call("HEAD", "/d/" + id + "/log", null).statusCode()).isEqualTo(200);
    HttpResponse<String> packed = client.get("/d/" + id + "/log", "Accept-Encoding", "gzip");
    assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(packed.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
  }

  private void occupy(ExecutorService callers, String client, CountDownLatch done)
      throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    callers.submit(
        () ->
            readingBulkhead.call(
                client,
                0,
                () -> {
                  entered.countDown();
                  done.await();
                  return null;
                }));
    entered.await();
  }

  private static JsonNode share(TestClient client, byte[] log) {
    HttpResponse<String> answer = client.post(CALL + "?save=true", log);
    assertThat(answer.statusCode()).isEqualTo(201);
    return JsonMapper.shared().readTree(answer.body());
  }

  private static byte[] ofRanks(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            rank ->
                "[rank"
                    + rank
                    + "]: NCCL WARN Error while creating shared memory segment /dev/shm/nccl-QzR4bT (size"
                    + " 9637888), error: No space left on device (28)\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }
}
