package dev.faultbook.api.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The official client lists and calls every tool over HTTP; other messages are refused. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class McpHttpTests {
  private static final String LOG = new String(TestClient.log(), UTF_8);

  @TempDir private static Path root;

  @LocalServerPort private int port;

  @DynamicPropertySource
  static void allowFolder(DynamicPropertyRegistry settings) {
    settings.add("faultbook.mcp.root", () -> root.resolve("allowed").toString());
  }

  @Test
  void theOfficialPythonClientCallsEveryTool() throws Exception {
    McpPython.callEveryTool(List.of("http://127.0.0.1:" + port + "/mcp"), Map.of());
  }

  @Test
  void theOfficialClientCallsEveryTool() throws IOException {
    Path allowed = Files.createDirectories(root.resolve("allowed/job"));
    Files.write(allowed.resolve("rank0.log"), TestClient.log());
    Files.writeString(allowed.resolve("rank1.log"), "step 1\n");
    try (McpSyncClient client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port)
                    .endpoint("/mcp")
                    .build())
            .build()) {
      client.initialize();
      assertThat(client.getServerInfo().name()).isEqualTo("faultbook");
      McpCalls.callEveryTool(client, LOG);
      assertThat(McpCalls.call(client, "diagnose_log", Map.of("path", "job")))
          .contains("FB-", "shm-full", "rank0.log");
      client.ping();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside.log", "/etc/hostname", "link.log", "missing.log", "a\u0000b"})
  void aPathOutsideTheFolderIsRefused(String path) throws IOException {
    Path outside = Files.writeString(root.resolve("outside.log"), LOG);
    Path allowed = Files.createDirectories(root.resolve("allowed"));
    if (!Files.exists(allowed.resolve("link.log"))) {
      Files.createSymbolicLink(allowed.resolve("link.log"), outside);
    }
    String answer =
        post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
                + "\"diagnose_log\",\"arguments\":{\"path\":\""
                + path.replace("\u0000", "\\u0000")
                + "\"}}}")
            .body();
    assertThat(answer)
        .contains("There is no such file below the allowed folder.", "\"isError\":true")
        .doesNotContain("shm");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "junk",
        "{",
        "[]",
        "7",
        "null",
        "{}",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[[]]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nothing\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\",\"params\":{\"cursor\":\"-1\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///etc/passwd\"}}"
      })
  void junkIsAnsweredWithAnErrorOfTheProtocol(String message) {
    HttpResponse<String> answer = post(message);
    if (message.equals("[]")) {
      assertThat(answer.statusCode()).isEqualTo(202);
      return;
    }
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"error\":{\"code\":-32").doesNotContain("stackTrace");
  }

  @Test
  void aToolSaysWhatItsArgumentsLack() {
    for (String arguments :
        List.of(
            "{}",
            "null",
            "[1]",
            "{\"text\":\"\"}",
            "{\"text\":{}}",
            "{\"text\":\"a\",\"path\":\"b\"}",
            "{\"text\":\"a\",\"lang\":\"xx\"}")) {
      String answer =
          post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
                  + "\"diagnose_log\",\"arguments\":"
                  + arguments
                  + "}}")
              .body();
      assertThat(answer).as(arguments).contains("\"isError\":true");
    }
  }

  @Test
  void severalMessagesInOneAreAnsweredTogether() {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}";
    String note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    assertThat(post("[" + ping + "," + note + "]").body())
        .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}]");
    assertThat(post(note).statusCode()).isEqualTo(202);
  }

  @Test
  void aMessageThatIsTooLargeIsRefused() {
    HttpResponse<String> answer = post("x".repeat(17 * 1024 * 1024));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  @Test
  void thereIsNothingToGetAndNoSessionToDelete() {
    TestClient client = new TestClient(port);
    assertThat(client.get("/mcp", "Accept", "text/event-stream").statusCode()).isEqualTo(405);
    assertThat(post("{}", "MCP-Protocol-Version", "1999-01-01").statusCode()).isEqualTo(400);
  }

  /** Another host's name, another site's page, and a proxy's client get nothing. */
  @Test
  void onlyProgramsOfThisMachineAreAnswered() throws IOException {
    List<String> statuses = new ArrayList<>();
    for (String headers :
        List.of(
            "Host: localhost",
            "Host: localhost:" + port,
            "Host: evil.example",
            "Host: gpu7",
            "Host: localhost\r\nOrigin: http://evil.example",
            "Host: localhost\r\nSec-Fetch-Site: cross-site",
            "Host: localhost\r\nX-Forwarded-For: 203.0.113.7")) {
      statuses.add(statusFor(port, headers));
    }
    assertThat(statuses).containsExactly("200", "200", "404", "404", "403", "403", "404");
  }

  static String statusFor(int port, String headers) throws IOException {
    String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket
          .getOutputStream()
          .write(
              ("POST /mcp HTTP/1.1\r\n"
                      + headers
                      + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body)
                  .getBytes(UTF_8));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), UTF_8).substring("HTTP/1.1 ".length()).substring(0, 3);
    }
  }

  private HttpResponse<String> post(String message, String... headers) {
    List<String> all = new ArrayList<>(List.of("Content-Type", "application/json"));
    all.addAll(List.of(headers));
    return new TestClient(port).post("/mcp", message.getBytes(UTF_8), all.toArray(String[]::new));
  }
}
