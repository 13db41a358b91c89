package dev.faultbook.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Once the operator allows it, others are answered too, but no other site's page. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.mcp.enabled=true",
      "faultbook.http.hosts=faults.example"
    })
class McpEnabledTests {
  @LocalServerPort private int port;

  @Test
  void aKnownHostIsAnswered() throws IOException {
    assertThat(McpHttpTests.statusFor(port, "Host: faults.example")).isEqualTo("200");
    assertThat(McpHttpTests.statusFor(port, "Host: gpu7\r\nX-Forwarded-For: 203.0.113.7"))
        .isEqualTo("200");
    assertThat(McpHttpTests.statusFor(port, "Host: evil.example")).isEqualTo("403");
    assertThat(McpHttpTests.statusFor(port, "Host: faults.example\r\nOrigin: https://evil.example"))
        .isEqualTo("403");
  }
}
