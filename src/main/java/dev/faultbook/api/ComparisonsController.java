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
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.SchemaProperty;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Compares the log of a good run with that of a bad one. */
@RestController
@Tag(name = "comparisons", description = "Compare a good run with a bad one.")
class ComparisonsController {
  private static final MediaType PLAIN = new MediaType("text", "plain", StandardCharsets.UTF_8);

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
  @Operation(
      summary = "Compare a good run with a bad one",
      description =
          """
          Lines are compared by their class: without numbers, times, addresses and ranks. The \
          answer names the first difference, what each log has alone, the first step of the good \
          run that the bad one never came to, the facts that differ, and the diagnosis of the bad \
          log. Nothing is stored. With `Accept: text/plain` the answer is a report for a terminal: \
          `curl -F good=@good.log -F bad=@bad.log -H 'Accept: text/plain' \
          HOST/api/v1/comparisons`.\
          """,
      parameters =
          @Parameter(
              name = "lang",
              in = ParameterIn.QUERY,
              description = "Language of the answer; default: `Accept-Language`, then English.",
              schema = @Schema(allowableValues = {"en", "zh"})),
      requestBody =
          @RequestBody(
              required = true,
              description = "Both logs, plain or gzip.",
              content =
                  @Content(
                      mediaType = "multipart/form-data",
                      schemaProperties = {
                        @SchemaProperty(
                            name = "good",
                            schema = @Schema(type = "string", format = "binary")),
                        @SchemaProperty(
                            name = "bad",
                            schema = @Schema(type = "string", format = "binary"))
                      })),
      responses = {
        @ApiResponse(
            responseCode = "200",
            description = "The differences.",
            content = {
              @Content(
                  mediaType = "application/json",
                  schema = @Schema(implementation = Comparison.class)),
              @Content(mediaType = "text/plain", schema = @Schema(type = "string"))
            }),
        @ApiResponse(
            responseCode = "400",
            description = "A log is missing, empty or not text; the message says which."),
        @ApiResponse(
            responseCode = "413",
            description =
                "A log is too large, has too many files or fields, unpacks to far more than was"
                    + " sent, or both take too long; the message names the limit."),
        @ApiResponse(responseCode = "415", description = "The body is not a form."),
        @ApiResponse(
            responseCode = "429",
            description = "Too many requests at once; `Retry-After` says when to try again.")
      })
  ResponseEntity<?> compare(@Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    Language language = Query.fromRequest(request).requestedLanguage();
    try (InMemoryLog.Receiver goods = intake.openReceiver();
        InMemoryLog.Receiver bads = intake.openReceiver()) {
      intake.receivePair(request, goods, bads);
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
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.ok()
            .cacheControl(CacheControl.noStore())
            .header("Content-Language", language.tag())
            .header("Vary", "Accept, Accept-Language");
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    return AcceptHeader.prefersText(request)
        ? answer.contentType(PLAIN).body(TextComparison.toText(comparison, language, base))
        : answer.contentType(MediaType.APPLICATION_JSON).body(comparison);
  }
}
