package dev.faultbook.api.mcp;

import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.LineReceiver;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.FaultCounts;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The tools over streamable HTTP: one message in the body of a call, one in its answer. */
@RestController
class McpController {
  private final McpServer server;
  private final McpSettings settings;
  private final UploadReceiver intake;

  McpController(
      McpSettings settings,
      Editions editions,
      Diagnoser diagnoser,
      DiagnosisGate gate,
      UploadReceiver intake,
      FaultCounts counts) {
    this.settings = settings;
    this.intake = intake;
    McpLogs logs = new McpLogs(intake::openReceiver, settings.root());
    this.server =
        new McpServer(
            () -> new McpTools(editions.current(), diagnoser, gate, logs, counts::withSeen));
  }

  @PostMapping("/mcp")
  ResponseEntity<byte[]> answer(HttpServletRequest request) throws IOException {
    boolean on =
        settings.enabled() == null ? OwnSite.isFromThisMachine(request) : settings.enabled();
    if (!on) {
      throw new RefusedException(RefusalReason.PAGE);
    }
    OwnSite.requireOwnSite(request);
    OwnSite.requireKnownHost(request);
    String version = request.getHeader("MCP-Protocol-Version");
    if (version != null && !McpServer.VERSIONS.contains(version)) {
      throw new RefusedException(RefusalReason.BAD);
    }
    try (LineReceiver.Line message = intake.openLines(request.getInputStream()).readAll()) {
      Optional<byte[]> answer = server.answer(message.bytes());
      return answer.isEmpty()
          ? ResponseEntity.accepted().build()
          : ResponseEntity.ok()
              .contentType(MediaType.APPLICATION_JSON)
              .header("Cache-Control", "no-store")
              .body(answer.get());
    }
  }
}
