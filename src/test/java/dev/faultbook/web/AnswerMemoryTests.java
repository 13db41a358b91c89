package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.mock.web.MockHttpServletRequest;

/**
 * Tests of the memory of answers that wait for their readers. Regression: 150 clients that did not
 * read the page of their log of 7 MB filled a heap of 768 MB.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.diagnosis.max-concurrent=2",
      "faultbook.diagnosis.max-wait=1ms"
    })
class AnswerMemoryTests {
  private static final String PACKED = "name=\"packed\"";

  @LocalServerPort private int port;
  @Autowired private AnswerMemory memory;

  private final MockHttpServletRequest other = requestOf("127.0.0.1");
  private final long most = Runtime.getRuntime().maxMemory() / 8;

  @AfterEach
  void release() {
    memory.release(other);
  }

  @Test
  void noClientHoldsMoreThanHalf() {
    AnswerMemory small = new AnswerMemory(100);
    MockHttpServletRequest first = requestOf("192.0.2.1");
    MockHttpServletRequest second = requestOf("192.0.2.1");
    assertThat(small.tryReserve(first, 30)).isTrue();
    assertThat(small.tryReserve(first, 10)).isTrue();
    assertThat(small.tryReserve(second, 11)).isFalse();
    assertThat(small.tryReserve(second, 10)).isTrue();
    assertThat(small.tryReserve(requestOf("192.0.2.2"), 50)).isTrue();
    assertThat(small.tryReserve(requestOf("192.0.2.3"), 1)).isFalse();
    small.release(first);
    small.release(first);
    assertThat(small.heldBytes()).isEqualTo(60);
    assertThat(small.tryReserve(second, 40)).isTrue();
  }

  @Test
  void aPageLeavesTheLogOutWhereThereIsNoRoomForIt() {
    TestClient client = new TestClient(port);
    assertThat(page(client).body()).contains(PACKED);
    assertThat(memory.heldBytes()).isZero();
    assertThat(memory.tryReserve(other, most / 2 - 200 * 1024)).isTrue();
    byte[] large = noise(1_000_000);
    HttpResponse<String> without = client.post("/", large, "Accept", "text/html");
    assertThat(without.statusCode()).isEqualTo(200);
    assertThat(without.body()).doesNotContain(PACKED);
    memory.release(other);
    assertThat(client.post("/", large, "Accept", "text/html").body()).contains(PACKED);
    assertThat(memory.heldBytes()).isZero();
  }

  @Test
  void answersBeyondTheLimitAreRefused() {
    TestClient client = new TestClient(port);
    assertThat(client.post("/api/v1/diagnoses", TestClient.log()).statusCode()).isEqualTo(200);
    assertThat(memory.tryReserve(other, most / 2)).isTrue();
    for (String[] call :
        new String[][] {
          {"POST", "/"}, {"POST", "/api/v1/diagnoses"}, {"GET", "/entries?kind=none"}
        }) {
      HttpResponse<String> refused =
          client.call(
              call[0],
              call[1],
              call[0].equals("POST") ? TestClient.log() : null,
              "Accept",
              "text/html,*/*");
      assertThat(refused.statusCode()).as(call[1]).isEqualTo(429);
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
      assertThat(refused.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(refused.body()).doesNotContain("NCCL WARN");
    }
    memory.release(other);
    assertThat(page(client).statusCode()).isEqualTo(200);
    assertThat(memory.heldBytes()).isZero();
  }

  /** A log that hardly packs. */
  private static byte[] noise(int bytes) {
    byte[] log = new byte[bytes];
    Random random = new Random(7);
    for (int i = 0; i < bytes; i++) {
      log[i] = (byte) (i % 100 == 99 ? '\n' : 'A' + random.nextInt(58));
    }
    return log;
  }

  private static HttpResponse<String> page(TestClient client) {
    return client.post("/", TestClient.log(), "Accept", "text/html");
  }

  private static MockHttpServletRequest requestOf(String client) {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.setRemoteAddr(client);
    return request;
  }
}
