package dev.faultbook.web;

import dev.faultbook.diagnosis.DiagnosisDesk;
import dev.faultbook.intake.InMemoryLog;
import dev.faultbook.intake.Upload;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Base64;
import org.springframework.stereotype.Component;

/** Takes the log of a request in, and packs one into a page. */
@Component
class UploadReceiver {
  /** Packed, ten times as much text. It stands at the end of the page, behind the answer. */
  private static final int MOST_IN_PAGE = 8 * 1024 * 1024;

  private final DiagnosisDesk desk;

  UploadReceiver(DiagnosisDesk desk) {
    this.desk = desk;
  }

  InMemoryLog receive(HttpServletRequest request) throws IOException {
    try (InMemoryLog.Receiver receiver = desk.receive()) {
      Upload.receive(
          request.getInputStream(),
          request.getContentType(),
          request.getHeader("Content-Encoding"),
          receiver);
      return receiver.log();
    }
  }

  /** The log for a hidden field: gzip in Base64; empty when it is too large for a page. */
  static String packed(InMemoryLog log) {
    return log.packedBytes() > MOST_IN_PAGE ? "" : Base64.getEncoder().encodeToString(log.packed());
  }
}
