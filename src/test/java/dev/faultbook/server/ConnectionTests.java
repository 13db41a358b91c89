package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.faultbook.TestClient;
import dev.faultbook.settings.FaultbookProperties;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;

/** Verifies how the server handles connections, malformed requests, rate limits and host names. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.http.hosts=faults.example",
      "faultbook.http.max-connections-per-client=40",
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
  @Autowired private UploadReceiver receiver;
  @Autowired private ConnectionLimit connections;
  @Autowired private StalledBodies stalled;

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

  @Test
  void slowSendersAreCutOffAndStopNoPage() throws Exception {
    try (Socket first = slow();
        Socket second = slow()) {
      assertThat(new TestClient(port).get("/", "Accept", "text/html").statusCode()).isEqualTo(200);
      for (Socket socket : new Socket[] {first, second}) {
        drip(socket);
        assertThat(received(socket)).startsWith("HTTP/1.1 408").contains("took too long");
      }
    }
    // The permits were released.
    assertThat(new TestClient(port).post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
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

  /** Regression: a long form to delete a diagnosis was answered 500, and had no minimum rate. */
  @Test
  void theFormThatDeletesIsSmallAndNotSlow() throws Exception {
    String path = "/d/abcdefghijkmnpqrstuvwxyz23/delete";
    String form = "application/x-www-form-urlencoded";
    byte[] large = ("token=" + "x".repeat(3_000_000)).getBytes(StandardCharsets.UTF_8);
    assertThat(new TestClient(port).post(path, large, "Content-Type", form).statusCode())
        .isEqualTo(413);
    try (Socket socket = startUpload(path, form, "token=")) {
      drip(socket);
      assertThat(received(socket)).startsWith("HTTP/1.1 408");
    }
  }

  /** The first bytes of the answer to a request that does not end. */
  private String answer(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      send(socket, request);
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }
  }

  /** Regression: what is no part of the body let no read return, so that no limit applied. */
  @ParameterizedTest
  @CsvSource({
    "'1\r\na\r\n0\r\n', 'X: y\r\n', /api/v1/diagnoses",
    "'1\r\na\r\n0\r\nX: ', 'y', /api/v1/diagnoses",
    "'1;a=', 'b', /",
    "'1\r\na\r\n', '', /api/v1/diagnoses",
  })
  void aClientThatSendsNoBodyIsCutOff(String beginning, String more, String path) throws Exception {
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n".formatted(path)
            + "Transfer-Encoding: chunked\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(socket, head + beginning);
      for (int i = 0; i < 100 && socket.getInputStream().available() == 0; i++) {
        Thread.sleep(100);
        send(socket, more);
      }
      assertThat(received(socket))
          .startsWith("HTTP/1.1 408")
          .contains("the log with gzip, or send its last part");
    }
  }

  /** Regression: slow senders of large logs made the server refuse everybody's small pastes. */
  @Test
  void aSmallPasteNeedsNoPlaceOfLargeBodies() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        // One says how long its body is, the other does not.
        for (int length : new int[] {1_000_000, -1}) {
          CountDownLatch reading = new CountDownLatch(1);
          senders.submit(() -> receiver.receiveLog(waiting(length, reading, done)));
          reading.await();
        }
        TestClient doors = new TestClient(port);
        byte[] large = "step 1 loss 2.3\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        assertThat(doors.post(CALL, large).statusCode()).isEqualTo(429);
        assertThat(doors.post(CALL, TestClient.log()).statusCode()).isEqualTo(200);
      } finally {
        done.countDown();
      }
    }
  }

  /** Regression: slow senders of small bodies made the server refuse everybody's pastes. */
  @Test
  void aPasteThatArrivesWithItsHeadersNeedsNoPlace() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (int i = 0; i < 2; i++) {
          CountDownLatch reading = new CountDownLatch(1);
          senders.submit(() -> receiver.receiveLog(waiting(60_000, reading, done)));
          reading.await();
        }
        String head =
            "POST %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                .formatted(CALL);
        assertThat(raw(head + "Content-Length: 19\r\n\r\nCUDA out of memory."))
            .startsWith("HTTP/1.1 200");
        assertThat(raw(head + "Content-Length: 20\r\n\r\nCUDA out of memory."))
            .startsWith("HTTP/1.1 429");
      } finally {
        done.countDown();
      }
    }
  }

  /** Regression: the connections of twenty slow senders took the places of all others. */
  @Test
  void aQuarterOfThePlacesIsForClientsThatSendNothingElse() throws Exception {
    FaultbookProperties settings =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of(
                        "faultbook.http.max-uploads", "4",
                        "faultbook.http.max-uploads-per-client", "4",
                        "faultbook.diagnosis.max-wait", "1ms")))
            .bindOrCreate("faultbook", FaultbookProperties.class);
    UploadReceiver own = new UploadReceiver(settings, new MemoryBudget(1024 * 1024), stalled);
    CountDownLatch done = new CountDownLatch(1);
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (int length : new int[] {60_000, 60_000, 60_000, 70_000, 70_000, 70_000}) {
          CountDownLatch reading = new CountDownLatch(1);
          senders.submit(() -> own.receiveLog(waiting(length, reading, done)));
          reading.await();
        }
        for (int length : new int[] {60_000, 70_000}) {
          CountDownLatch reading = new CountDownLatch(1);
          assertThatExceptionOfType(TooBusyException.class)
              .isThrownBy(() -> own.receiveLog(waiting(length, reading, done)));
          MockHttpServletRequest other = waiting(length, reading, done);
          other.setRemoteAddr("192.0.2.1");
          senders.submit(() -> own.receiveLog(other));
          reading.await();
        }
      } finally {
        done.countDown();
      }
    } finally {
      own.close();
    }
  }

  /** A request whose body does not come before {@code done}. */
  private static MockHttpServletRequest waiting(
      int length, CountDownLatch reading, CountDownLatch done) {
    InputStream body =
        new InputStream() {
          @Override
          public int read() throws IOException {
            reading.countDown();
            try {
              done.await();
            } catch (InterruptedException e) {
              throw new InterruptedIOException();
            }
            return -1;
          }
        };
    return new MockHttpServletRequest("POST", CALL) {
      @Override
      public long getContentLengthLong() {
        return length;
      }

      @Override
      public ServletInputStream getInputStream() {
        return new DelegatingServletInputStream(body);
      }
    };
  }

  /**
   * Regression: only uploads had a minimum rate, so Jackson waited for a byte now and then for
   * years.
   */
  @Test
  void slowSendersOfFeedbackAreCutOff() throws Exception {
    String rest = CALL + "/abcdefghijkmnpqrstuvwxyz23/feedback";
    try (Socket json = startUpload(rest, "application/json", "{\"entry\": \"");
        Socket form =
            startUpload("/entries/shm-full/feedback", "application/x-www-form-urlencoded", "c=")) {
      for (Socket socket : new Socket[] {json, form}) {
        drip(socket);
        assertThat(received(socket)).startsWith("HTTP/1.1 408");
      }
    }
  }

  /** Regression: a comment of 20 MB was read and parsed before its length was checked. */
  @Test
  void feedbackIsSmall() {
    TestClient client = new TestClient(port);
    byte[] large =
        ("{\"entry\": \"shm-full\", \"helpful\": true, \"comment\": \""
                + "x".repeat(1_000_000)
                + "\"}")
            .getBytes(StandardCharsets.UTF_8);
    String rest = CALL + "/abcdefghijkmnpqrstuvwxyz23/feedback";
    assertThat(client.post(rest, large, "Content-Type", "application/json").statusCode())
        .isEqualTo(413);
    String form = "application/x-www-form-urlencoded";
    assertThat(client.post("/entries/shm-full/feedback", large, "Content-Type", form).statusCode())
        .isEqualTo(413);
    byte[] vague = "helpful=perhaps&comment=%E5%A5%BD".getBytes(StandardCharsets.UTF_8);
    assertThat(client.post("/entries/shm-full/feedback", vague, "Content-Type", form).statusCode())
        .isEqualTo(400);
  }

  /** Regression: Tomcat's own error page was returned, in HTML and without the security headers. */
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

  /** Regression: whoever exceeded the limit was told that the request is malformed. */
  @Test
  void aRequestThatIsTooLongIsToldTheLimit() throws Exception {
    String long60 = "a".repeat(60_000);
    for (String path : new String[] {"/api/v1/search", "/search"}) {
      for (String head :
          new String[] {
            path + "?q=" + long60 + " HTTP/1.1\r\nHost: a\r\n\r\n",
            path + " HTTP/1.1\r\nHost: a\r\nX: " + long60 + "\r\n\r\n"
          }) {
        String answer = raw("GET " + head);
        assertThat(answer)
            .startsWith(head.contains("X: ") ? "HTTP/1.1 431" : "HTTP/1.1 414")
            .contains("nosniff", "longer than 48 KB together")
            .doesNotContainIgnoringCase("<html", "tomcat", "exception");
        assertThat(answer.contains("application/problem+json")).isEqualTo(path.startsWith("/api/"));
      }
    }
    assertThat(raw("GET / HTTP/1.1\r\nHost: a\r\n" + "X: a\r\n".repeat(200) + "\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("more than 100 headers");
    String cookies = "Cookie: " + "a=b;".repeat(500) + "\r\n";
    assertThat(raw("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + cookies + "\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("nosniff");
  }

  @Test
  void optionsNamesNoMethodThatIsNotAllowed() throws Exception {
    for (String path : new String[] {"/nothing", "/api/v1/nothing"}) {
      assertThat(raw("OPTIONS " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
          .startsWith("HTTP/1.1 404")
          .doesNotContain("Allow:");
    }
    assertThat(raw("OPTIONS /share HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200")
        .contains("Allow: POST,OPTIONS\r\n")
        .doesNotContain("Accept-Patch");
  }

  /** Regression: one client with 8,192 connections kept everybody else out. */
  @Test
  void aClientHasALimitedNumberOfConnections() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      // From an address of its own, so that the connections of the other client stay.
      for (int i = 0; i < 60; i++) {
        Socket socket =
            new Socket(
                InetAddress.getLoopbackAddress(), port, InetAddress.getByName("127.0.0.9"), 0);
        sockets.add(socket);
        socket.getOutputStream().write("GET / HTTP/1.1\r\nX".getBytes(StandardCharsets.US_ASCII));
      }
      // By the time of this answer, the server has accepted them.
      assertThat(new TestClient(port).get("/hang", "Accept", "text/html").statusCode())
          .isEqualTo(200);
      connections.closeExcess();
      assertThat(sockets.stream().filter(ConnectionTests::isClosed)).hasSize(20);
      assertThat(new TestClient(port).get("/hang", "Accept", "text/html").statusCode())
          .isEqualTo(200);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
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

  private static boolean isClosed(Socket socket) {
    try {
      socket.setSoTimeout(10);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
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

  /** Sends a byte now and then until the server responds or closes the connection. */
  private static void drip(Socket socket) throws InterruptedException {
    try {
      while (socket.getInputStream().available() == 0) {
        Thread.sleep(20);
        send(socket, "x");
      }
    } catch (IOException closed) {
      // The server closed the connection.
    }
  }

  /** Reads until the server closes the connection, possibly with a reset. */
  private static String received(Socket socket) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(bytes);
    } catch (IOException reset) {
      // Keep what arrived before the reset.
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
