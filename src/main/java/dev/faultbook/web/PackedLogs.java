package dev.faultbook.web;

import dev.faultbook.server.InMemoryLog;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Base64;
import org.springframework.stereotype.Component;

/** Packs a log into a page whose forms can send it again. */
@Component
final class PackedLogs {
  /** Compressed, about a tenth of the text. It comes at the end of the page, after the answer. */
  static final int MOST_IN_PAGE = 8 * 1024 * 1024;

  private final AnswerMemory memory;

  PackedLogs(AnswerMemory memory) {
    this.memory = memory;
  }

  /**
   * The log for a hidden field of the answer to a request, in gzip and Base64; empty if it is too
   * large for a page, or if too many answers hold logs until their clients have read them.
   */
  String packForForm(InMemoryLog log, HttpServletRequest request) {
    return log.packedBytes() <= MOST_IN_PAGE && reserve(log.packedBytes(), request)
        ? Base64.getEncoder().encodeToString(log.toPackedFile())
        : "";
  }

  /** Reserves memory for the field and for the page that holds it. */
  private boolean reserve(long packedBytes, HttpServletRequest request) {
    return memory.tryReserve(request, 2 * (packedBytes / 3 * 4 + 4));
  }
}
