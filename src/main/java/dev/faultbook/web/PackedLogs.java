package dev.faultbook.web;

import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.util.Base64;

/** Packs a log into a page whose forms can send it again. */
final class PackedLogs {
  /** Compressed, about a tenth of the text. It comes at the end of the page, after the answer. */
  private static final int MAX_IN_PAGE = 8 * 1024 * 1024;

  private PackedLogs() {}

  /** The log for a hidden field, in gzip and Base64; empty if it is too large for a page. */
  static String packForForm(InMemoryLog log) throws IOException {
    return log.packedBytes() <= MAX_IN_PAGE
        ? Base64.getEncoder().encodeToString(log.toPackedFile())
        : "";
  }
}
