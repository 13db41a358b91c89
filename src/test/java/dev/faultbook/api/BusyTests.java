package dev.faultbook.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.Doors;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** More logs at once than there are places, and no database. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      Doors.CONTENT,
      "faultbook.at-once=1",
      "faultbook.patience=1ms",
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
      "spring.datasource.username=nobody"
    })
class BusyTests {
  private static final String CALL = "/api/v1/diagnoses";

  @LocalServerPort private int port;

  @Test
  void whoFindsAllPlacesTakenIsToldToComeAgain() throws Exception {
    Doors doors = new Doors(port);
    byte[] log =
        Doors.gzip(
            "node-1:1:1 [0] NCCL INFO comm 0x1 rank 1 nranks 8 cudaDev 1 busId 1b000\n"
                .repeat(600_000)
                .getBytes(StandardCharsets.UTF_8));
    List<HttpResponse<String>> answers = new ArrayList<>();
    try (ExecutorService senders = Executors.newFixedThreadPool(8)) {
      List<Future<HttpResponse<String>>> sent = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        sent.add(senders.submit(() -> doors.post(CALL, log)));
      }
      for (Future<HttpResponse<String>> each : sent) {
        answers.add(each.get());
      }
    }
    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .contains(200, 429)
        .containsOnly(200, 429);
    HttpResponse<String> refused =
        answers.stream().filter(answer -> answer.statusCode() == 429).findFirst().orElseThrow();
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(refused.body()).contains("Try again");
  }

  @Test
  void whatWasPastedIsGivenBackToWhoHasToComeAgain() throws Exception {
    Doors doors = new Doors(port);
    byte[] large =
        Doors.gzip("step 1 loss 2.3\n".repeat(2_000_000).getBytes(StandardCharsets.UTF_8));
    byte[] mine =
        Doors.form("b", "log", "my own log <b>\nline 2\n".getBytes(StandardCharsets.UTF_8));
    Optional<HttpResponse<String>> refused = Optional.empty();
    try (ExecutorService senders = Executors.newSingleThreadExecutor()) {
      // Whether it meets the large one is chance, so it is tried until it does.
      for (int round = 0; round < 50 && refused.isEmpty(); round++) {
        Future<HttpResponse<String>> busy = senders.submit(() -> doors.post(CALL, large));
        while (!busy.isDone() && refused.isEmpty()) {
          refused =
              Optional.of(
                      doors.post(
                          "/",
                          mine,
                          "Content-Type",
                          "multipart/form-data; boundary=b",
                          "Accept",
                          "text/html"))
                  .filter(answer -> answer.statusCode() == 429);
        }
        busy.get();
      }
    }
    assertThat(refused).isPresent();
    assertThat(refused.get().headers().firstValue("Retry-After")).hasValue("5");
    assertThat(refused.get().body())
        .contains("Try again in a few seconds", "my own log &lt;b&gt;\nline 2", "id=\"paste\"");
  }

  @Test
  void withoutADatabaseOnlySavingFails() {
    Doors doors = new Doors(port);
    assertThat(doors.post(CALL, Doors.log()).statusCode()).isEqualTo(200);
    HttpResponse<String> answer = doors.post(CALL + "?save=true", Doors.log());
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body()).contains("Diagnosing without saving works");
    assertThat(doors.get(CALL + "/abcdefghijkmnpqrstuvwxyz23").statusCode()).isEqualTo(503);
    assertThat(doors.get("/d/abcdefghijkmnpqrstuvwxyz23", "Accept", "text/html").statusCode())
        .isEqualTo(503);
    assertThat(doors.get("/actuator/health").body()).contains("\"status\":\"UP\"");
  }
}
