package dev.faultbook.api;

import dev.faultbook.comparison.Comparer;
import dev.faultbook.comparison.Comparison;
import dev.faultbook.comparison.TextComparison;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Compares the log of a good run with that of a bad one. */
@RestController
@Tag(name = "comparisons", description = "Compare a good run with a bad one.")
class ComparisonsController {
  private final UploadReceiver intake;
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;

  ComparisonsController(UploadReceiver intake, Diagnoser diagnoser, DiagnosisGate gate) {
    this.intake = intake;
    this.diagnoser = diagnoser;
    this.gate = gate;
  }

  @PostMapping(
      value = "/api/v1/comparisons",
      produces = {"application/json", "text/plain"})
  ResponseEntity<?> compare(HttpServletRequest request) throws IOException {
    Language language = Query.fromRequest(request).requestedLanguage();
    try (InMemoryLog.Receiver goods = intake.openReceiver();
        InMemoryLog.Receiver bads = intake.openReceiver()) {
      UploadReceiver.receivePair(request, goods, bads);
      try (InMemoryLog good = requireLog(goods, "good");
          InMemoryLog bad = requireLog(bads, "bad")) {
        Comparison comparison =
            gate.call(
                good.byteCount() + bad.byteCount(),
                () -> Comparer.compare(good, bad, diagnoser, language));
        return toResponse(request, comparison, language);
      }
    }
  }

  private static InMemoryLog requireLog(InMemoryLog.Receiver receiver, String part)
      throws IOException {
    try {
      return receiver.finishLog();
    } catch (RefusedException e) {
      if (e.refusal() == RefusalReason.EMPTY) {
        throw ApiException.badRequest("The part `" + part + "` is missing or has no text.");
      }
      throw e;
    }
  }

  private static ResponseEntity<?> toResponse(
      HttpServletRequest request, Comparison comparison, Language language) {
    ResponseEntity.BodyBuilder answer = DiagnosesController.startResponse(HttpStatus.OK, language);
    return AcceptHeader.prefersText(request)
        ? answer
            .contentType(DiagnosesController.PLAIN)
            .body(TextComparison.toText(comparison, language, DiagnosesController.baseUrl()))
        : answer.contentType(MediaType.APPLICATION_JSON).body(comparison);
  }
}
