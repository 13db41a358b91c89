package dev.faultbook.api.mcp;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;

/** What the official client asks, over either way. */
final class McpCalls {
  private McpCalls() {}

  /** Lists the tools and resources, and calls and reads each kind; the content is a small one. */
  static void callEveryTool(McpSyncClient client, String log) {
    assertThat(client.listTools().tools())
        .extracting(McpSchema.Tool::name)
        .containsExactlyInAnyOrder(
            "diagnose_log", "search_faults", "explain", "check_compatibility", "compare_runs");
    assertThat(call(client, "diagnose_log", Map.of("text", log)))
        .startsWith("CERTAINTY  Proven")
        .contains("shm-full (proven), line 4: ", "faultbook://entries/shm-full", "https://");
    assertThat(call(client, "diagnose_log", Map.of("text", log, "lang", "zh")))
        .startsWith("\u786e\u5b9a\u7a0b\u5ea6");
    assertThat(call(client, "search_faults", Map.of("query", "shared memory", "limit", 2)))
        .contains("faultbook://entries/shm-full", "https://");
    assertThat(call(client, "explain", Map.of("name", "shm-full"))).contains("# ", "https://");
    assertThat(call(client, "explain", Map.of("name", "Xid 109"))).contains("109", "https://");
    assertThat(
            call(
                client,
                "check_compatibility",
                Map.of("gpu", "RTX 5090", "driver", "535.129.03", "torch", "2.0.0+cu118")))
        .startsWith("arch-not-in-build")
        .contains("https://");
    assertThat(call(client, "compare_runs", Map.of("good", "step 1\nstep 2\nend\n", "bad", log)))
        .startsWith("CERTAINTY")
        .contains("FIRST DIFFERENCE", "faultbook://entries/shm-full");
    assertThat(client.listResources().resources())
        .extracting(McpSchema.Resource::uri)
        .contains("faultbook://entries/shm-full");
    assertThat(client.listResourceTemplates().resourceTemplates()).hasSize(2);
    McpSchema.ResourceContents page =
        client
            .readResource(
                McpSchema.ReadResourceRequest.builder("faultbook://entries/shm-full").build())
            .contents()
            .getFirst();
    assertThat(((McpSchema.TextResourceContents) page).text()).startsWith("# ");
  }

  /** The text of a tool that did what it was asked. */
  static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    McpSchema.CallToolResult result =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    String text =
        result.content().stream()
            .map(part -> ((McpSchema.TextContent) part).text())
            .collect(joining());
    assertThat(result.isError()).as(text).isNotEqualTo(Boolean.TRUE);
    return text;
  }
}
