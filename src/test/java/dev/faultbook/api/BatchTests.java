package dev.faultbook.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.server.LineReceiver;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of diagnoses in a batch. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
@Timeout(300)
class BatchTests {
  private static final String CALL = "/api/v1/diagnoses:batch";
  private static final JsonMapper JSON = new JsonMapper();

  @LocalServerPort private int port;

  /** As curl does, the client reads while it sends; HTTP/1.0 answers without chunks. */
  @Test
  void tenThousandLogsAreDiagnosedInOneCall() throws Exception {
    int all = 10_000;
    List<byte[]> lines =
        IntStream.range(0, all).mapToObj(i -> (line(i) + "\n").getBytes(UTF_8)).toList();
    int length = lines.stream().mapToInt(line -> line.length).sum();
    Set<String> ids = new HashSet<>();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      OutputStream out = socket.getOutputStream();
      String head = "POST " + CALL + " HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: ";
      out.write((head + length + "\r\n\r\n").getBytes(UTF_8));
      Thread sender =
          Thread.startVirtualThread(
              () -> {
                try {
                  for (byte[] line : lines) {
                    out.write(line);
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      BufferedReader in = reader(socket);
      assertThat(in.readLine()).startsWith("HTTP/1.1 200");
      List<String> headers = in.lines().takeWhile(line -> !line.isEmpty()).toList();
      assertThat(headers).contains("Content-Type: application/x-ndjson");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        JsonNode one = JSON.readTree(line);
        assertThat(one.at("/diagnosis/findings/0/entry").asString()).isEqualTo("shm-full");
        ids.add(one.get("id").asString());
      }
      sender.join();
    }
    assertThat(ids).hasSize(all);
  }

  @Test
  void aBadLineIsAnsweredWithItsNumberAndTheRestGoesOn() throws Exception {
    String tooLong = "{\"id\": \"long\", \"log\": \"" + "x".repeat(LineReceiver.MAX_LINE) + "\"}";
    Stream<String> body =
        Stream.of(
            line(1),
            "this is no JSON",
            "",
            "[1, 2]",
            "{\"id\": \"nothing\"}",
            "{\"id\": \"number\", \"log\": 7}",
            "{\"id\": \"empty\", \"log\": \" \"}",
            tooLong,
            "{\"log\": \"step 1\"}",
            "{\"id\": \"two\"} {\"id\": \"documents\"}",
            "\u0000\u0001[[[[",
            line(12));
    Map<Integer, JsonNode> failed = new HashMap<>();
    Set<String> diagnosed = new HashSet<>();
    try (Stream<String> lines = post("?lang=zh&evidence=0", body).body()) {
      lines.forEach(
          line -> {
            JsonNode one = JSON.readTree(line);
            if (one.has("error")) {
              failed.put(one.at("/error/line").asInt(), one);
            } else {
              assertThat(one.get("diagnosis").has("verdict")).isTrue();
              diagnosed.add(one.get("id").asString("none"));
            }
          });
    }
    assertThat(diagnosed).containsExactlyInAnyOrder("job-1", "job-12", "none");
    assertThat(failed.keySet()).containsExactlyInAnyOrder(2, 4, 5, 6, 7, 8, 10, 11);
    assertThat(failed.get(5).get("id").asString()).isEqualTo("nothing");
    assertThat(failed.get(7).at("/error/status").asInt()).isEqualTo(400);
    assertThat(failed.get(8).at("/error/status").asInt()).isEqualTo(413);
    assertThat(failed.get(8).at("/error/detail").asString()).contains("16");
  }

  @Test
  void aWholeCallIsRefusedBeforeItsFirstLine() throws Exception {
    HttpResponse<Stream<String>> wrong = post("?lang=xx", Stream.of(line(1)));
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    wrong.body().close();
  }

  /** A program that sends one log after it read the answer to the one before. */
  @Test
  void eachAnswerComesBeforeTheNextLogIsSent() throws Exception {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      BufferedReader in = reader(socket);
      for (int i = 0; i < 3; i++) {
        send(out, line(i));
        assertThat(readAnswer(in)).contains("\"job-" + i + "\"");
      }
      out.write("0\r\n\r\n".getBytes(UTF_8));
      out.flush();
      String last = in.lines().takeWhile(line -> !line.equals("0")).reduce("", String::concat);
      assertThat(last).isBlank();
    }
  }

  @Test
  void theWorkStopsWhenTheClientGoesAway() throws Exception {
    TestClient client = new TestClient(port);
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      for (int i = 0; i < 2000; i++) {
        send(out, line(i));
        if (i == 0) {
          readAnswer(reader(socket));
          assertThat(activeCalls(client)).isEqualTo(1);
        }
      }
      socket.setSoLinger(true, 0); // the connection is reset
    }
    for (int i = 0; i < 100 && activeCalls(client) > 0; i++) {
      Thread.sleep(100);
    }
    assertThat(activeCalls(client)).isZero();
  }

  /** The calls of batches in progress, as the server counts them. */
  private static double activeCalls(TestClient client) {
    // http_server_requests_active_seconds_count{…,uri="/api/v1/diagnoses:batch"} 1
    return client
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("http_server_requests_active_seconds_count"))
        .filter(line -> line.contains("method=\"POST\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private String line(int number) {
    return JSON.writeValueAsString(
        Map.of("id", "job-" + number, "log", new String(TestClient.log(), UTF_8)));
  }

  private HttpResponse<Stream<String>> post(String query, Stream<String> lines)
      throws IOException, InterruptedException {
    List<InputStream> pieces =
        lines
            .<InputStream>map(line -> new ByteArrayInputStream((line + "\n").getBytes(UTF_8)))
            .toList();
    InputStream body = new SequenceInputStream(Collections.enumeration(pieces));
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + CALL + query))
            .timeout(Duration.ofMinutes(2))
            .POST(HttpRequest.BodyPublishers.ofInputStream(() -> body))
            .build(),
        HttpResponse.BodyHandlers.ofLines());
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            ("POST " + CALL + " HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
                .getBytes(UTF_8));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private static void send(OutputStream out, String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(UTF_8);
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(UTF_8));
    out.write(bytes);
    out.write("\r\n".getBytes(UTF_8));
    out.flush();
  }

  /** The next line of JSON, whatever headers and sizes of chunks stand before it. */
  private static String readAnswer(BufferedReader in) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("{")) {
        return line;
      }
    }
    throw new IOException("the answer ended");
  }
}
