package dev.faultbook.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.faultbook.TestClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;

/** What clients do with their connections, and what they call this server. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.http.hosts=faults.example",
      "faultbook.http.max-uploads=2",
      "faultbook.http.max-uploads-per-client=2",
      "faultbook.http.min-upload-rate=1KB",
      "faultbook.http.upload-grace=1s",
      "faultbook.diagnosis.max-wait=1ms",
      "faultbook.feedback.per-client=2",
      "faultbook.store.saves-per-client=2"
    })
class ConnectionTests {
  private static final String CALL = "/api/v1/diagnoses";

  @LocalServerPort private int port;
  @Autowired private Environment environment;

  @Test
  void theServerListensOnThisMachineAlone() {
    assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
    assertThat(environment.getProperty("server.forward-headers-strategy")).isEqualTo("none");
  }

  /** A name that a stranger points to this address would make his page this site's own. */
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

  @Test
  void slowSendersAreCutOffAndStopNoPage() throws Exception {
    try (Socket one = slow();
        Socket other = slow()) {
      assertThat(new TestClient(port).get("/", "Accept", "text/html").statusCode()).isEqualTo(200);
      for (Socket socket : new Socket[] {one, other}) {
        drip(socket);
        assertThat(received(socket)).startsWith("HTTP/1.1 408").contains("took too long");
      }
    }
    // Their permits came back.
    assertThat(new TestClient(port).post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
  }

  /** Only uploads kept to the rate; Jackson waited for a byte now and then for years. */
  @Test
  void slowSendersOfFeedbackAreCutOff() throws Exception {
    String rest = CALL + "/abcdefghijkmnpqrstuvwxyz23/feedback";
    try (Socket json = begun(rest, "application/json", "{\"entry\": \"");
        Socket form =
            begun("/entries/shm-full/feedback", "application/x-www-form-urlencoded", "c=")) {
      for (Socket socket : new Socket[] {json, form}) {
        drip(socket);
        assertThat(received(socket)).startsWith("HTTP/1.1 408");
      }
    }
  }

  /** A comment of 20 MB was read and parsed before anybody asked for its length. */
  @Test
  void feedbackIsSmall() {
    TestClient doors = new TestClient(port);
    byte[] large =
        ("{\"entry\": \"shm-full\", \"helpful\": true, \"comment\": \""
                + "x".repeat(1_000_000)
                + "\"}")
            .getBytes(StandardCharsets.UTF_8);
    String rest = CALL + "/abcdefghijkmnpqrstuvwxyz23/feedback";
    assertThat(doors.post(rest, large, "Content-Type", "application/json").statusCode())
        .isEqualTo(413);
    String form = "application/x-www-form-urlencoded";
    assertThat(doors.post("/entries/shm-full/feedback", large, "Content-Type", form).statusCode())
        .isEqualTo(413);
    byte[] vague = "helpful=perhaps&comment=%E5%A5%BD".getBytes(StandardCharsets.UTF_8);
    assertThat(doors.post("/entries/shm-full/feedback", vague, "Content-Type", form).statusCode())
        .isEqualTo(400);
  }

  /** Tomcat's own page answered, in HTML and without a header. */
  @Test
  void whatTheConnectorRefusesIsAnsweredInTheSameForm() throws Exception {
    String[] addresses = {"/api/v1/entries/%00", "/api/v1/entries/..%2f", "/entries/..%2f"};
    for (String address : addresses) {
      String answer = raw("GET " + address + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(answer)
          .as(address)
          .startsWith("HTTP/1.1 400")
          .contains("nosniff", "malformed")
          .containsIgnoringCase("Content-Security-Policy")
          .doesNotContain("<html");
      assertThat(answer.contains("application/problem+json"))
          .as(address)
          .isEqualTo(address.startsWith("/api/"));
    }
    assertThat(raw("TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 405")
        .doesNotContain("<html");
  }

  /** 8 KB of headers held some 900 Chinese characters; the search's own limit is 4,000. */
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

  /** REST looked at the first language alone and answered in English. */
  @Test
  void theFirstLanguageThatThereIsCounts() {
    assertThat(
            new TestClient(port)
                .get("/api/v1/entries/shm-full", "Accept-Language", "fr,zh;q=0.9,en;q=0.8")
                .body())
        .contains("太小");
  }

  /** The connection was closed without a word: the client's next request got no answer. */
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

  /** Each wrote a hundred lines of stack trace, and GET /error was a 500. */
  @Test
  void brokenUploadsAndTheErrorPageWriteNoStackTrace() throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    try {
      TestClient doors = new TestClient(port);
      assertThat(doors.get("/error", "Accept", "*/*").statusCode()).isEqualTo(404);
      assertThat(doors.get("/error", "Accept", "text/html").statusCode()).isEqualTo(404);
      for (String path : new String[] {"/", CALL, "/api/v1/comparisons", "/nothing"}) {
        try (Socket socket = slow(path)) {
          socket.setSoLinger(true, 0); // a reset, not an end
        }
      }
      // Answered after the others were noticed, or at least received.
      assertThat(doors.post(CALL, TestClient.log()).statusCode()).isIn(200, 429);
    } finally {
      root.detachAppender(log);
    }
    assertThat(log.list).noneMatch(event -> event.getThrowableProxy() != null);
  }

  /** 1,000 comments in 11 s came from one address. */
  @Test
  void feedbackAndSavesAreLimited() {
    TestClient doors = new TestClient(port);
    byte[] vote = "{\"entry\": \"shm-full\", \"helpful\": true}".getBytes(StandardCharsets.UTF_8);
    String feedback = CALL + "/abcdefghijkmnpqrstuvwxyz23/feedback";
    assertRefused(times(() -> doors.post(feedback, vote, "Content-Type", "application/json")), 404);
    assertRefused(times(() -> doors.post(CALL + "?save=true", TestClient.log())), 201);
    assertThat(doors.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
  }

  /** So often that even two minutes cannot admit them all. */
  private static List<HttpResponse<String>> times(Supplier<HttpResponse<String>> call) {
    return IntStream.range(0, 5).mapToObj(i -> call.get()).toList();
  }

  private static void assertRefused(List<HttpResponse<String>> answers, int otherwise) {
    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .contains(otherwise, 429)
        .containsOnly(otherwise, 429);
    HttpResponse<String> refused =
        answers.stream().filter(answer -> answer.statusCode() == 429).findFirst().orElseThrow();
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(1, 61);
  }

  /** An upload that has begun. */
  private Socket slow() throws IOException {
    return slow(CALL);
  }

  private Socket slow(String path) throws IOException {
    return begun(path, "text/plain", "ab");
  }

  private Socket begun(String path, String type, String beginning) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    send(
        socket,
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: 1000000\r\n\r\n%s"
            .formatted(path, type, beginning));
    return socket;
  }

  /** A byte now and then, until the server has had enough. */
  private static void drip(Socket socket) throws InterruptedException {
    try {
      while (socket.getInputStream().available() == 0) {
        Thread.sleep(20);
        send(socket, "x");
      }
    } catch (IOException closed) {
      // The server has had enough.
    }
  }

  /** What came until the server closed the connection, which may be by a reset. */
  private static String received(Socket socket) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(bytes);
    } catch (IOException reset) {
      // What came before is there.
    }
    return bytes.toString(StandardCharsets.UTF_8);
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
