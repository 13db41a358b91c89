package dev.faultbook.cli;

import picocli.CommandLine.Command;

/** {@code mcp}; the application runs it, as it runs the server. */
@Command(
    name = "mcp",
    description = {
      "Answers an assistant on standard input and output (Model Context Protocol): the tools",
      "diagnose_log, search_faults, explain, check_compatibility and compare_runs."
    },
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {"", "FAULTBOOK_MCP_ROOT=DIR lets the tools read logs below DIR by their path."})
final class McpCommand implements Runnable {
  @Override
  public void run() {
    throw new IllegalStateException("the application answers the assistant itself");
  }
}
