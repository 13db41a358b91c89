package dev.faultbook.api;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.report.Dialect;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.Throttle;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.FaultCounts;
import dev.faultbook.store.ShareService;
import dev.faultbook.store.SharedDiagnosis;
import dev.faultbook.store.StoredDiagnosis;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Diagnoses logs, and serves saved diagnoses. */
@RestController
@RequestMapping("/api/v1/diagnoses")
@Tag(name = "diagnoses", description = "Diagnose a log; keep a diagnosis and share it.")
class DiagnosesController {
  static final MediaType MARKDOWN = new MediaType("text", "markdown", StandardCharsets.UTF_8);
  static final MediaType PLAIN = new MediaType("text", "plain", StandardCharsets.UTF_8);
  static final String NO_SUCH =
      "There is no saved diagnosis at this address. It may have expired or been deleted.";

  private final UploadReceiver intake;
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final ShareService sharing;
  private final DiagnosisStore archive;
  private final FaultCounts counts;

  DiagnosesController(
      UploadReceiver intake,
      Diagnoser diagnoser,
      DiagnosisGate gate,
      ShareService sharing,
      DiagnosisStore archive,
      FaultCounts counts) {
    this.intake = intake;
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.sharing = sharing;
    this.archive = archive;
    this.counts = counts;
  }

  @PostMapping(produces = {"application/json", "text/plain", "text/markdown"})
  ResponseEntity<?> diagnose(HttpServletRequest request) throws IOException {
    Query query = Query.fromRequest(request);
    Language language = query.requestedLanguage();
    boolean save = query.readFlag("save");
    ShareService.Wish wish =
        new ShareService.Wish(query.readStrikeOuts(), query.readFlag("findable"));
    if (save) {
      OwnSite.requireOwnSite(request);
    }
    try (InMemoryLog log = intake.receiveLog(request)) {
      if (save) {
        SharedDiagnosis shared = sharing.share(Throttle.clientOf(request), log, wish, language);
        counts.countReport(shared.report());
        return toCreatedResponse(shared, language, AcceptHeader.prefersText(request));
      }
      Diagnosis diagnosis = gate.call(log.byteCount(), () -> diagnoser.diagnose(log));
      boolean brief = query.readBrief();
      Report plain = Report.fromDiagnosis(diagnosis, language, query.readDetail());
      counts.countReport(plain);
      Report report = counts.withSeen(plain);
      ResponseEntity.BodyBuilder answer = startResponse(HttpStatus.OK, language);
      return toAnswer(answer, report, brief, request, language);
    }
  }

  /** The report in the requested format. */
  private static ResponseEntity<?> toAnswer(
      ResponseEntity.BodyBuilder answer,
      Report report,
      boolean brief,
      HttpServletRequest request,
      Language language) {
    if (AcceptHeader.namesMarkdown(request)) {
      return answer
          .contentType(MARKDOWN)
          .body(
              brief
                  ? ReportWriter.toShort(report, language, baseUrl(), Dialect.MARKDOWN)
                  : ReportWriter.toMarkdown(report, language, baseUrl()));
    }
    if (AcceptHeader.prefersText(request)) {
      return answer
          .contentType(PLAIN)
          .body(
              brief
                  ? ReportWriter.toShort(report, language, baseUrl(), Dialect.PLAIN)
                  : ReportWriter.toText(report, language, baseUrl()));
    }
    return answer.contentType(MediaType.APPLICATION_JSON).body(report);
  }

  @GetMapping(
      value = "/{id}",
      produces = {"application/json", "text/plain"})
  ResponseEntity<?> find(@PathVariable String id, HttpServletRequest request) {
    Query query = Query.fromRequest(request);
    StoredDiagnosis saved = archive.find(id).orElseThrow(() -> ApiException.notFound(NO_SUCH));
    Language language =
        query.readText("lang").isPresent()
            ? query.requestedLanguage()
            : Language.fromTag(saved.lang()).orElse(Language.EN);
    Report report = ShareService.readReport(saved, language).withPermalink(id, permalinkTo(id));
    ResponseEntity.BodyBuilder answer = startResponse(HttpStatus.OK, language);
    return AcceptHeader.prefersText(request)
        ? answer.contentType(PLAIN).body(ReportWriter.toText(report, language, baseUrl()))
        : answer
            .contentType(MediaType.APPLICATION_JSON)
            .body(new SavedAnswer(report, null, saved.expires(), saved.redactions()));
  }

  @DeleteMapping("/{id}")
  ResponseEntity<Void> delete(@PathVariable String id, HttpServletRequest request) {
    OwnSite.requireOwnSite(request);
    String token =
        Query.fromRequest(request)
            .readText("token")
            .orElseThrow(
                () ->
                    ApiException.badRequest(
                        "token is missing: it was in the answer that saved it."));
    if (!archive.delete(id, token)) {
      throw ApiException.notFound(
          "There is no saved diagnosis of this id, or the token is not the one that deletes it.");
    }
    return ResponseEntity.noContent().build();
  }

  private ResponseEntity<?> toCreatedResponse(
      SharedDiagnosis shared, Language language, boolean text) {
    String id = shared.receipt().id();
    Report report = counts.withSeen(shared.report().withPermalink(id, permalinkTo(id)));
    ResponseEntity.BodyBuilder answer =
        startResponse(HttpStatus.CREATED, language)
            .location(URI.create(baseUrl() + "/api/v1/diagnoses/" + id));
    return text
        ? answer
            .contentType(PLAIN)
            .body(
                ReportWriter.toText(report, language, baseUrl())
                    + "Saved: "
                    + permalinkTo(id)
                    + " until "
                    + shared.receipt().expires()
                    + "\nDelete: curl -X DELETE '"
                    + baseUrl()
                    + "/api/v1/diagnoses/"
                    + id
                    + "?token="
                    + shared.receipt().deleteToken()
                    + "'\n")
        : answer
            .contentType(MediaType.APPLICATION_JSON)
            .body(
                new SavedAnswer(
                    report,
                    shared.receipt().deleteToken(),
                    shared.receipt().expires(),
                    shared.redactions()));
  }

  static ResponseEntity.BodyBuilder startResponse(HttpStatus status, Language language) {
    return ResponseEntity.status(status)
        .cacheControl(CacheControl.noStore())
        .header("Content-Language", language.tag())
        .header("Vary", "Accept, Accept-Language");
  }

  private static String permalinkTo(String id) {
    return baseUrl() + "/d/" + id;
  }

  static String baseUrl() {
    return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
  }
}
