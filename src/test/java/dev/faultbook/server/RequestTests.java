package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.faultbook.TestClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;

/** Verifies how the server handles slow senders, malformed requests, limits and host names. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "server.tomcat.connection-timeout=5m",
      "faultbook.http.hosts=faults.example",
      "faultbook.feedback.per-client=2",
      "faultbook.store.saves-per-client=2"
    })
class RequestTests {
  private static final String CALL = "/api/v1/diagnoses";

  @LocalServerPort private int port;
  @Autowired private Environment environment;

  @Test
  void theServerListensOnThisMachineAlone() {
    assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
    assertThat(environment.getProperty("server.forward-headers-strategy")).isEqualTo("none");
  }

  /**
   * DNS rebinding: a foreign name that resolves to this address must not count as the same origin.
   */
  @Test
  void whatABrowserSendsToAnUnknownHostIsForeign() throws Exception {
    for (String browser :
        new String[] {
          "Origin: http://evil.example\r\n",
          "Origin: http://evil.example\r\nSec-Fetch-Site: same-origin\r\n"
        }) {
      assertThat(
              raw(
                  "POST /api/v1/diagnoses?save=true HTTP/1.1\r\nHost: evil.example\r\n"
                      + browser
                      + "Content-Type: text/plain\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx"))
          .startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void linksNameNoForeignHost() throws Exception {
    String evil =
        raw("GET /collect.sh HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assertThat(evil)
        .startsWith("HTTP/1.1 200")
        .contains("http://faults.example:" + port)
        .doesNotContain("evil.example")
        .contains("Vary: Host", "Cache-Control: no-cache, private");
    assertThat(
            raw(
                "GET /collect HTTP/1.1\r\nHost: faults.example:81\r\nAccept: text/html\r\n"
                    + "Connection: close\r\n\r\n"))
        .contains("http://faults.example:81/collect.sh");
    assertThat(
            raw(
                "GET /nothing HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\n"
                    + "Connection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 404")
        .doesNotContain("evil.example");
  }

  /** Regression: a form of any size was read into memory before the method was refused. */
  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "DELETE"})
  void theBodyOfAMethodWithoutFormsIsNotRead(String method) throws Exception {
    String head =
        method
            + " /search?q=a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n";
    // The body never comes: only who does not wait for it answers.
    assertThat(answer(head + "Content-Length: 400000000\r\n\r\na=b")).startsWith("HTTP/1.1 405");
    assertThat(answer(head + "Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n"))
        .startsWith("HTTP/1.1 405");
  }

  /** Regression: a long form to delete a diagnosis was answered 500. */
  @Test
  void theFormThatDeletesIsSmall() {
    String path = "/d/abcdefghijkmnpqrstuvwxyz23/delete";
    String form = "application/x-www-form-urlencoded";
    byte[] large = ("token=" + "x".repeat(3_000_000)).getBytes(StandardCharsets.UTF_8);
    assertThat(new TestClient(port).post(path, large, "Content-Type", form).statusCode())
        .isEqualTo(413);
  }

  /** The first bytes of the answer to a request that does not end. */
  private String answer(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      send(socket, request);
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }
  }

  /** Without a proxy in front, a slow sender holds a virtual thread and nothing else. */
  @Test
  void twoHundredThirtySlowSendersStopNobody() throws Exception {
    List<Socket> senders = new ArrayList<>();
    try {
      for (int i = 0; i < 230; i++) {
        senders.add(startUpload(i % 2 == 0 ? CALL : "/", "text/plain", "ab"));
      }
      TestClient client = new TestClient(port);
      long start = System.nanoTime();
      assertThat(client.get("/", "Accept", "text/html").statusCode()).isEqualTo(200);
      assertThat(client.get("/search?q=memory", "Accept", "text/html").statusCode()).isEqualTo(200);
      assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
      byte[] large = "step 1 loss 2.3\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
      assertThat(client.post(CALL, large).statusCode()).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
    } finally {
      for (Socket sender : senders) {
        sender.close();
      }
    }
  }

  /**
   * Regression: a comment of 20 MB was read and parsed before its length was checked, and an
   * address that is spelt in another way avoided the check.
   */
  @ParameterizedTest
  @ValueSource(strings = {"/feedback", "/feedback;a=1", "/feedbac%6B"})
  void feedbackIsSmallHoweverItsAddressIsSpelt(String path) throws Exception {
    String text = "{\"entry\": \"shm-full\", \"helpful\": true, \"comment\": \"%s\"}";
    String json = text.formatted("x".repeat(40_000));
    String saved = CALL + "/abcdefghijkmnpqrstuvwxyz23" + path;
    assertThat(raw(post(saved, "application/json", json))).startsWith("HTTP/1.1 413");
    assertThat(raw(post("/entries/shm-full" + path, "application/json", json)))
        .startsWith("HTTP/1.1 400");
    String form = "application/x-www-form-urlencoded";
    assertThat(raw(post("/entries/shm-full" + path, form, "comment=" + json)))
        .startsWith("HTTP/1.1 413");
    assertThat(raw(post("/entries/shm-full" + path, form, "helpful=perhaps&comment=%E5%A5%BD")))
        .startsWith("HTTP/1.1 400");
  }

  private static String post(String path, String type, String body) {
    return "POST %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: %s\r\n"
            .formatted(path, type)
        + "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body);
  }

  /** Regression: a shared diagnosis whose address is spelt in another way had no limit. */
  @Test
  void aSharedDiagnosisIsTheSameHoweverItsAddressIsSpelt() throws Exception {
    TestClient client = new TestClient(port);
    String page =
        client.post("/share", TestClient.log()).headers().firstValue("Location").orElseThrow();
    String id = page.substring(page.lastIndexOf('/') + 1);
    HttpResponse<String> plain = client.get("/d/" + id, "Accept", "text/html");
    HttpResponse<String> encoded = client.get("/%64/" + id, "Accept", "text/html");
    assertThat(encoded.statusCode()).isEqualTo(plain.statusCode()).isEqualTo(200);
    assertThat(encoded.headers().map().get("Cache-Control"))
        .isEqualTo(plain.headers().map().get("Cache-Control"))
        .containsExactly("no-store");
    assertThat(encoded.body().replace("/%64/", "/d/")).isEqualTo(plain.body());
  }

  /** Regression: the handling of malformed requests depended on Tomcat's translated messages. */
  @Test
  void aMalformedRequestGetsABareError() throws Exception {
    String[] heads = {
      "GET /api/v1/entries/%00 HTTP/1.1\r\nHost: a",
      "GET /entries/..%2f HTTP/1.1\r\nHost: a",
      "GET /a b c HTTP/1.1\r\nHost: a",
      "GET /search?q=" + "a".repeat(60_000) + " HTTP/1.1\r\nHost: a",
      "GET / HTTP/1.1\r\nHost: a\r\n" + "X: a\r\n".repeat(200),
    };
    for (String head : heads) {
      assertThat(raw(head + "\r\nConnection: close\r\n\r\n"))
          .as(head.substring(0, 20))
          .startsWith("HTTP/1.1 400")
          .doesNotContainIgnoringCase("tomcat", "exception", "org.apache", "at java");
    }
  }

  /**
   * Regression: 8 KB of headers had room for some 900 Chinese characters, but the limit of a search
   * is 4,000.
   */
  @Test
  void aLongSearchInChineseFits() throws Exception {
    String words = "%E6%98%BE".repeat(4000);
    assertThat(
            raw(
                "GET /api/v1/search?q="
                    + words
                    + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
  }

  /** Regression: the REST API used only the first language and answered in English. */
  @Test
  void theFirstLanguageThatThereIsCounts() {
    assertThat(
            new TestClient(port)
                .get("/api/v1/entries/shm-full", "Accept-Language", "fr,zh;q=0.9,en;q=0.8")
                .body())
        .contains("太小");
  }

  /**
   * Regression: the connection was closed silently, so the client's next request got no response.
   */
  @Test
  void aRefusedBodyLeavesTheConnectionUsable() throws Exception {
    String body = "CUDA out of memory. Tried to allocate 1 GiB\n".repeat(20);
    for (String path : new String[] {CALL, "/api/v1/comparisons"}) {
      for (String type : new String[] {"application/json", "image/png", "text/plain"}) {
        String refused =
            ("POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: %s\r\n"
                    + "Content-Encoding: br\r\nContent-Length: %d\r\n\r\n%s")
                .formatted(path, port, type, body.length(), body);
        String next = "GET /actuator/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        assertThat(raw(refused + next))
            .as(path + " " + type)
            .startsWith("HTTP/1.1 415")
            .contains("HTTP/1.1 200");
      }
    }
  }

  /**
   * Regression: each request logged a hundred lines of stack trace, and GET /error returned 500.
   */
  @Test
  void brokenUploadsAndTheErrorPageWriteNoStackTrace() throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    try {
      TestClient client = new TestClient(port);
      assertThat(client.get("/error", "Accept", "*/*").statusCode()).isEqualTo(404);
      assertThat(client.get("/error", "Accept", "text/html").statusCode()).isEqualTo(404);
      for (String path : new String[] {"/", CALL, "/api/v1/comparisons", "/nothing"}) {
        try (Socket socket = slow(path)) {
          socket.setSoLinger(true, 0); // Close with a reset (RST) instead of an orderly FIN.
        }
      }
      // By the time of this response, the server has noticed or at least received the aborted
      // uploads.
      assertThat(client.post(CALL, TestClient.log()).statusCode()).isIn(200, 429);
    } finally {
      root.detachAppender(log);
    }
    assertThat(log.list).noneMatch(event -> event.getThrowableProxy() != null);
  }

  /** Regression: 1,000 comments in 11 s were accepted from one address. */
  @Test
  void feedbackAndSavesAreLimited() {
    TestClient client = new TestClient(port);
    byte[] vote = "{\"entry\": \"shm-full\", \"helpful\": true}".getBytes(StandardCharsets.UTF_8);
    String feedback = CALL + "/abcdefghijkmnpqrstuvwxyz23/feedback";
    assertRefused(
        repeat(() -> client.post(feedback, vote, "Content-Type", "application/json")), 404);
    assertRefused(repeat(() -> client.post(CALL + "?save=true", TestClient.log())), 201);
    assertThat(client.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
  }

  /** Repeats a call more often than even two minutes permit. */
  private static List<HttpResponse<String>> repeat(Supplier<HttpResponse<String>> call) {
    return IntStream.range(0, 5).mapToObj(i -> call.get()).toList();
  }

  private static void assertRefused(List<HttpResponse<String>> answers, int expected) {
    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .contains(expected, 429)
        .containsOnly(expected, 429);
    HttpResponse<String> refused =
        answers.stream().filter(answer -> answer.statusCode() == 429).findFirst().orElseThrow();
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(1, 61);
  }

  /** Starts an upload. */
  private Socket slow() throws IOException {
    return slow(CALL);
  }

  private Socket slow(String path) throws IOException {
    return startUpload(path, "text/plain", "ab");
  }

  private Socket startUpload(String path, String type, String beginning) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    send(
        socket,
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: 1000000\r\n\r\n%s"
            .formatted(path, type, beginning));
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(socket, request);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
