package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Runs a server in its own process with a heap of 384 MB. Regression: one upload of 4 MB filled a
 * heap of 768 MB, and the server never responded again.
 */
class SmallHeapTests {
  private static final String STARTED = "Tomcat started on port ";
  private static final int BYTES = 63 * 1024 * 1024;

  private static Process server;
  private static int port;

  @BeforeAll
  static void start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.faultbook.Application",
                "serve"));
    builder.environment().put("SERVER_PORT", "0");
    // Unreachable, because these tests need no database.
    builder.environment().put("SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:1/none");
    builder.environment().put("FAULTBOOK_DIAGNOSIS_MAX_TIME", "120s");
    builder.environment().put("LOGGING_LEVEL_ORG_SPRINGFRAMEWORK_BOOT_TOMCAT", "info");
    server = builder.redirectErrorStream(true).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder seen = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      seen.append(line).append('\n');
      int at = line.indexOf(STARTED);
      if (at >= 0) {
        port = Integer.parseInt(line.substring(at + STARTED.length()).split(" ", 2)[0]);
        Thread.ofVirtual().start(() -> lines.lines().forEach(rest -> {}));
        return;
      }
    }
    throw new AssertionError("The server did not start:\n" + seen);
  }

  @AfterAll
  static void stop() {
    server.destroyForcibly();
  }

  private static byte[] packed(IntFunction<String> line) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed, 64 * 1024)) {
      long bytes = 0;
      for (int i = 0; bytes < BYTES; i++) {
        byte[] next = line.apply(i).getBytes(StandardCharsets.US_ASCII);
        gzip.write(next);
        bytes += next.length;
      }
    }
    return packed.toByteArray();
  }

  private static void assertSurvived(IntFunction<String> line) throws IOException {
    TestClient client = new TestClient(port);
    int status =
        client.post("/api/v1/diagnoses", packed(line), "Content-Type", "text/plain").statusCode();
    assertThat(status).isIn(200, 413);
    assertThat(server.isAlive()).as("the server ran out of memory").isTrue();
    byte[] small = "CUDA out of memory. Tried to allocate 1 GiB\n".getBytes(StandardCharsets.UTF_8);
    assertThat(client.post("/api/v1/diagnoses", small, "Content-Type", "text/plain").statusCode())
        .isEqualTo(200);
    assertThat(client.get("/actuator/health", "Accept", "*/*").statusCode()).isEqualTo(200);
  }

  @Test
  void aMillionRanksWithAPartOfASignatureEach() throws IOException {
    assertSurvived("[rank%d]: No module named 'torch'\n"::formatted);
  }

  @Test
  void aMillionDifferentFacts() throws IOException {
    assertSurvived(
        i -> "node1:1:9 [0] NCCL INFO NCCL_A%d set by environment to /%d\n".formatted(i, i));
  }

  @Test
  void tracebacksOfThirtyThousandRanks() throws IOException {
    String block =
        "[rank%1$d]: Traceback (most recent call last):\n"
            + "[rank%1$d]:   File \"a.py\", line 1, in f\n[rank%1$d]:     g()\n"
            + "[rank%1$d]: ValueError: x%2$d\n";
    assertSurvived(i -> block.formatted(i % 32_000, i));
  }
}
