package dev.faultbook.web;

import dev.faultbook.intake.InMemoryLog;
import java.util.Base64;

/** Packs a log into a page, whose forms send it again. */
final class PackedLogs {
  /** Packed, ten times as much text. It stands at the end of the page, behind the answer. */
  private static final int MOST_IN_PAGE = 8 * 1024 * 1024;

  private PackedLogs() {}

  /** The log for a hidden field: gzip in Base64; empty when it is too large for a page. */
  static String packForForm(InMemoryLog log) {
    return log.packedBytes() > MOST_IN_PAGE
        ? ""
        : Base64.getEncoder().encodeToString(log.toPackedFile());
  }
}
