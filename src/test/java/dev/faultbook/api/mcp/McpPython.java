package dev.faultbook.api.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The official Python client, where it is installed: {@code pip install mcp}, version 2. The
 * variable {@code PYTHON} names another interpreter than {@code python3}.
 */
final class McpPython {
  private static final String PYTHON =
      Objects.requireNonNullElse(System.getenv("PYTHON"), "python3");

  private McpPython() {}

  /**
   * Lists and calls every tool; skips the test where there is no client.
   *
   * @param server the address, or a command
   */
  static void callEveryTool(List<String> server, Map<String, String> environment)
      throws IOException, InterruptedException {
    assumeTrue(isInstalled(), "the Python package mcp is not installed");
    List<String> command =
        new ArrayList<>(
            List.of(
                PYTHON,
                "src/test/resources/mcp/client.py",
                "src/test/resources/doors/entries/shm-full/logs/docker.log"));
    command.addAll(server);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    JsonNode said = JsonMapper.shared().readTree(out);
    assertThat(said.path("tools").toString())
        .isEqualTo(
            "[\"check_compatibility\",\"compare_runs\",\"diagnose_log\",\"explain\","
                + "\"search_faults\"]");
    assertThat(said.path("diagnose_log").asString())
        .startsWith("CERTAINTY  Proven")
        .contains("shm-full (proven), line 4: ");
    assertThat(said.path("search_faults").asString()).contains("faultbook://entries/shm-full");
    assertThat(said.path("explain").asString()).contains("109", "https://");
    assertThat(said.path("check_compatibility").asString()).startsWith("arch-not-in-build");
    assertThat(said.path("compare_runs").asString()).contains("FIRST DIFFERENCE");
    assertThat(said.path("page").asString()).startsWith("# ");
  }

  private static boolean isInstalled() throws InterruptedException {
    try {
      return new ProcessBuilder(PYTHON, "-c", "from mcp import Client")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException noPython) {
      return false;
    }
  }
}
