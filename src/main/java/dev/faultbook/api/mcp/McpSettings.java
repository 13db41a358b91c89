package dev.faultbook.api.mcp;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may call the tools over HTTP, and which files they read.
 *
 * @param enabled whether anyone may call them; null for programs on this machine alone
 * @param root the folder below which a tool may read logs by their path; blank if it may read none
 */
@ConfigurationProperties("faultbook.mcp")
record McpSettings(@Nullable Boolean enabled, @DefaultValue("") String root) {}
