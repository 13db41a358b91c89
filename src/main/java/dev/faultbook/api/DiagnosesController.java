package dev.faultbook.api;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.report.MarkdownReport;
import dev.faultbook.report.Report;
import dev.faultbook.report.TextReport;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.ClientAddress;
import dev.faultbook.server.CrossOriginProtection;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.FaultCounts;
import dev.faultbook.store.ShareService;
import dev.faultbook.store.SharedDiagnosis;
import dev.faultbook.store.StoredDiagnosis;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
  private static final MediaType PLAIN = new MediaType("text", "plain", StandardCharsets.UTF_8);
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
  @Operation(
      summary = "Diagnose a log",
      description =
          """
          The body is the log, plain or packed with gzip (told by its content, or by \
          `Content-Encoding: gzip`). With `Accept: text/plain` the answer is a report for a \
          terminal: `curl --data-binary @train.log -H 'Accept: text/plain' HOST/api/v1/diagnoses`. \
          The first finding is the answer.

          Several files of one job, a rank or a node each, are sent as parts `log` of a form \
          (`curl -F log=@rank0.log -F log=@rank1.log`) or as one `.zip`, `.tar` or `.tar.gz`, told \
          by its content: at most 4,096 files. They are put in the order of their names; lines are \
          numbered through all of them, `log.sources` says which file begins where, and `ranks` \
          which rank failed first, which followed, which are silent or behind, and what differs \
          between them.\
          """,
      parameters = {
        @Parameter(
            name = "lang",
            in = ParameterIn.QUERY,
            description = "Language of the answer; default: `Accept-Language`, then English.",
            schema = @Schema(allowableValues = {"en", "zh"})),
        @Parameter(
            name = "save",
            in = ParameterIn.QUERY,
            description =
                "`true` redacts the log, stores it with its diagnosis for 30 days and answers 201."
                    + " Otherwise nothing is stored.",
            schema = @Schema(type = "boolean", defaultValue = "false")),
        @Parameter(
            name = "detail",
            in = ParameterIn.QUERY,
            description =
                "`short`: at most 12 lines of text or Markdown (headline, proof, first command,"
                    + " link); in JSON, one line of evidence for each finding.",
            schema =
                @Schema(
                    allowableValues = {"full", "short"},
                    defaultValue = "full")),
        @Parameter(
            name = "evidence",
            in = ParameterIn.QUERY,
            description = "Most lines of evidence for each finding.",
            schema = @Schema(type = "integer", minimum = "0"))
      },
      requestBody =
          @RequestBody(
              required = true,
              description = "The log.",
              content = {
                @Content(
                    mediaType = "text/plain",
                    schema = @Schema(type = "string"),
                    examples =
                        @ExampleObject(
                            name = "NCCL out of shared memory",
                            value =
                                "node-07:1312:1398 [3] NCCL WARN Error while creating shared"
                                    + " memory segment /dev/shm/nccl-QzR4bT (size 9637888), error:"
                                    + " No space left on device (28)\n")),
                @Content(
                    mediaType = "application/octet-stream",
                    schema = @Schema(type = "string", format = "binary")),
                @Content(
                    mediaType = "multipart/form-data",
                    schemaProperties =
                        @io.swagger.v3.oas.annotations.media.SchemaProperty(
                            name = "log",
                            array =
                                @ArraySchema(schema = @Schema(type = "string", format = "binary"))))
              }),
      responses = {
        @ApiResponse(
            responseCode = "200",
            description = "The diagnosis.",
            content = {
              @Content(
                  mediaType = "application/json",
                  schema = @Schema(implementation = Report.class)),
              @Content(mediaType = "text/plain", schema = @Schema(type = "string")),
              @Content(mediaType = "text/markdown", schema = @Schema(type = "string"))
            }),
        @ApiResponse(
            responseCode = "201",
            description = "The diagnosis of the redacted log, and where it was saved.",
            content =
                @Content(
                    mediaType = "application/json",
                    schema = @Schema(implementation = SavedAnswer.class))),
        @ApiResponse(
            responseCode = "400",
            description =
                "The log is empty or not text, an archive is damaged, encrypted or nested, or a"
                    + " parameter is wrong."),
        @ApiResponse(
            responseCode = "403",
            description = "Saving was requested by a page of another site."),
        @ApiResponse(
            responseCode = "413",
            description =
                "The log is too large, has too many files or fields, unpacks to far more than was"
                    + " sent, or takes too long; the message names the limit."),
        @ApiResponse(
            responseCode = "415",
            description = "The type or encoding of the body is not supported."),
        @ApiResponse(
            responseCode = "429",
            description = "Too many diagnoses at once; `Retry-After` says when to try again."),
        @ApiResponse(
            responseCode = "503",
            description = "Saving is unavailable at the moment; diagnosing works.")
      })
  ResponseEntity<?> diagnose(@Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    Query query = Query.fromRequest(request);
    Language language = query.requestedLanguage();
    boolean save = query.readFlag("save");
    if (save) {
      requireOwn(request);
    }
    try (InMemoryLog log = intake.receiveLog(request)) {
      if (save) {
        SharedDiagnosis shared = sharing.share(ClientAddress.of(request), log, language);
        counts.countReport(shared.report());
        return toCreatedResponse(shared, language, AcceptHeader.prefersText(request));
      }
      Diagnosis diagnosis =
          gate.call(log.byteCount(), () -> diagnoser.diagnose(log, Long.MAX_VALUE));
      Report report = Report.fromDiagnosis(diagnosis, language);
      counts.countReport(report);
      ResponseEntity.BodyBuilder answer = startResponse(HttpStatus.OK, language);
      return toAnswer(answer, report, query, request);
    }
  }

  /** The report in the requested format. */
  private static ResponseEntity<?> toAnswer(
      ResponseEntity.BodyBuilder answer, Report whole, Query query, HttpServletRequest request) {
    Language language = query.requestedLanguage();
    boolean brief = query.readChoice("detail", List.of("full", "short")).equals("short");
    int evidence = query.readNumber("evidence", Integer.MAX_VALUE, 0, Integer.MAX_VALUE);
    Report report = evidence == Integer.MAX_VALUE ? whole : whole.withEvidence(evidence);
    if (AcceptHeader.namesMarkdown(request)) {
      return answer
          .contentType(MARKDOWN)
          .body(
              brief
                  ? MarkdownReport.toShortMarkdown(report, language, baseUrl())
                  : MarkdownReport.toMarkdown(report, language, baseUrl()));
    }
    if (AcceptHeader.prefersText(request)) {
      return answer
          .contentType(PLAIN)
          .body(
              brief
                  ? TextReport.toShortText(report, language, baseUrl())
                  : TextReport.toText(report, language, baseUrl()));
    }
    return answer
        .contentType(MediaType.APPLICATION_JSON)
        .body(brief ? report.withEvidence(1) : report);
  }

  @GetMapping(
      value = "/{id}",
      produces = {"application/json", "text/plain"})
  @Operation(
      summary = "A saved diagnosis",
      description = "The report as it was saved, in English or Chinese.",
      parameters =
          @Parameter(
              name = "lang",
              in = ParameterIn.QUERY,
              schema = @Schema(allowableValues = {"en", "zh"})),
      responses = {
        @ApiResponse(
            responseCode = "200",
            description = "The diagnosis.",
            content = {
              @Content(
                  mediaType = "application/json",
                  schema = @Schema(implementation = SavedAnswer.class)),
              @Content(mediaType = "text/plain", schema = @Schema(type = "string"))
            }),
        @ApiResponse(responseCode = "404", description = "It does not exist or has expired."),
        @ApiResponse(
            responseCode = "429",
            description = "Too many requests at once; `Retry-After` says when to try again.")
      })
  ResponseEntity<?> find(
      @PathVariable String id, @Parameter(hidden = true) HttpServletRequest request) {
    Query query = Query.fromRequest(request);
    StoredDiagnosis saved = archive.find(id).orElseThrow(() -> ApiException.notFound(NO_SUCH));
    Language language =
        query.readText("lang").isPresent()
            ? query.requestedLanguage()
            : Language.fromTag(saved.lang()).orElse(Language.EN);
    Report report = ShareService.readReport(saved, language).withPermalink(id, permalinkTo(id));
    ResponseEntity.BodyBuilder answer = startResponse(HttpStatus.OK, language);
    return AcceptHeader.prefersText(request)
        ? answer.contentType(PLAIN).body(TextReport.toText(report, language, baseUrl()))
        : answer
            .contentType(MediaType.APPLICATION_JSON)
            .body(new SavedAnswer(report, null, saved.expires(), saved.redactions()));
  }

  @DeleteMapping("/{id}")
  @Operation(
      summary = "Delete a saved diagnosis",
      parameters =
          @Parameter(
              name = "token",
              in = ParameterIn.QUERY,
              required = true,
              description = "The `delete_token` of the answer that saved it.",
              schema = @Schema(type = "string")),
      responses = {
        @ApiResponse(responseCode = "204", description = "It was deleted.", content = @Content),
        @ApiResponse(responseCode = "403", description = "Sent by a page of another site."),
        @ApiResponse(
            responseCode = "404",
            description = "It does not exist, or the token is wrong.")
      })
  ResponseEntity<Void> delete(
      @PathVariable String id, @Parameter(hidden = true) HttpServletRequest request) {
    requireOwn(request);
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

  /** Rejects requests of another site's page that would store or delete something. */
  static void requireOwn(HttpServletRequest request) {
    if (CrossOriginProtection.isForeign(request)) {
      throw new RefusedException(RefusalReason.FOREIGN);
    }
  }

  private ResponseEntity<?> toCreatedResponse(
      SharedDiagnosis shared, Language language, boolean text) {
    String id = shared.receipt().id();
    Report report = shared.report().withPermalink(id, permalinkTo(id));
    ResponseEntity.BodyBuilder answer =
        startResponse(HttpStatus.CREATED, language)
            .location(URI.create(baseUrl() + "/api/v1/diagnoses/" + id));
    return text
        ? answer
            .contentType(PLAIN)
            .body(
                TextReport.toText(report, language, baseUrl())
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

  private static ResponseEntity.BodyBuilder startResponse(HttpStatus status, Language language) {
    return ResponseEntity.status(status)
        .cacheControl(CacheControl.noStore())
        .header("Content-Language", language.tag())
        .header("Vary", "Accept, Accept-Language");
  }

  private static String permalinkTo(String id) {
    return baseUrl() + "/d/" + id;
  }

  private static String baseUrl() {
    return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
  }
}
