package dev.faultbook.api.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The official client starts {@code faultbook mcp} as a process and speaks to it. */
@Timeout(120)
class McpStdioTests {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final List<String> COMMAND =
      List.of(
          "-Xmx512m",
          "-cp",
          System.getProperty("java.class.path"),
          "dev.faultbook.Application",
          "mcp");

  @TempDir private Path root;

  @Test
  void theOfficialClientCallsEveryToolOfAProcess() throws IOException {
    // 70 MB, more than a text may have, and the failure in its last lines.
    try (BufferedWriter large = Files.newBufferedWriter(root.resolve("large.log"))) {
      for (int i = 0; i < 1_000_000; i++) {
        large.write(
            "step " + i + " loss 2.31 grad_norm 0.61 throughput 1234.5 tokens per second\n");
      }
      large.write(new String(TestClient.log(), UTF_8));
    }
    assertThat(Files.size(root.resolve("large.log"))).isGreaterThan(70_000_000);
    ServerParameters server =
        ServerParameters.builder(JAVA)
            .args(COMMAND)
            .addEnvVar("FAULTBOOK_CONTENT", "src/test/resources/doors")
            .addEnvVar("FAULTBOOK_MCP_ROOT", root.toString())
            .build();
    try (McpSyncClient client =
        McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
            .requestTimeout(Duration.ofSeconds(60))
            .build()) {
      client.initialize();
      McpCalls.callEveryTool(client, new String(TestClient.log(), UTF_8));
      String answer = McpCalls.call(client, "diagnose_log", Map.of("path", "large.log"));
      assertThat(answer).contains("shm-full (proven), line 1000004: ").hasSizeLessThan(25_000);
    }
  }

  @Test
  void theOfficialPythonClientCallsEveryToolOfAProcess() throws Exception {
    List<String> server = new ArrayList<>(List.of(JAVA));
    server.addAll(COMMAND);
    McpPython.callEveryTool(server, Map.of("FAULTBOOK_CONTENT", "src/test/resources/doors"));
  }

  @Test
  void junkEndsNoSessionAndTheLastMessageIsAnswered() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(JAVA);
    builder.command().addAll(COMMAND);
    builder.environment().put("FAULTBOOK_CONTENT", "src/test/resources/doors");
    builder.environment().remove("FAULTBOOK_MCP_ROOT");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process
        .getOutputStream()
        .write(
            ("junk\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n"
                    + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
                    + "\"diagnose_log\",\"arguments\":{\"path\":\"/etc/hostname\"}}}")
                .getBytes(UTF_8));
    process.getOutputStream().close();
    List<String> lines = process.inputReader(UTF_8).lines().toList();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(lines).hasSize(3).allSatisfy(line -> new JsonMapper().readTree(line));
    assertThat(lines.get(0)).contains("-32700");
    assertThat(lines.get(1)).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    assertThat(lines.get(2)).contains("FAULTBOOK_MCP_ROOT", "\"isError\":true");
  }
}
