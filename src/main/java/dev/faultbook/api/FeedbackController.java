package dev.faultbook.api;

import dev.faultbook.content.Catalogue;
import dev.faultbook.server.FeedbackThrottle;
import dev.faultbook.store.DiagnosisStore;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Stores users' feedback on whether a page helped. */
@RestController
@Tag(name = "diagnoses")
class FeedbackController {
  private final DiagnosisStore archive;
  private final Catalogue catalogue;
  private final FeedbackThrottle throttle;

  FeedbackController(DiagnosisStore archive, Catalogue catalogue, FeedbackThrottle throttle) {
    this.archive = archive;
    this.catalogue = catalogue;
    this.throttle = throttle;
  }

  @PostMapping("/api/v1/diagnoses/{id}/feedback")
  @Operation(
      summary = "Say whether a page helped",
      responses = {
        @ApiResponse(responseCode = "204", description = "Noted.", content = @Content),
        @ApiResponse(responseCode = "403", description = "Sent by a page of another site."),
        @ApiResponse(responseCode = "404", description = "There is no such saved diagnosis."),
        @ApiResponse(responseCode = "413", description = "The body is longer than 32 KB."),
        @ApiResponse(responseCode = "429", description = "Too many answers in a short time."),
        @ApiResponse(responseCode = "503", description = "The database is away.")
      })
  ResponseEntity<Void> feedback(
      @PathVariable String id,
      @org.springframework.web.bind.annotation.RequestBody Feedback feedback,
      @Parameter(hidden = true) HttpServletRequest request) {
    DiagnosesController.requireOwn(request);
    if (feedback.entry() == null || feedback.helpful() == null) {
      throw ApiException.badRequest("entry and helpful are required.");
    }
    if (catalogue.current().findEntry(feedback.entry()).isEmpty()) {
      throw ApiException.badRequest("There is no such entry.");
    }
    if (feedback.comment() != null && feedback.comment().length() > DiagnosisStore.MAX_COMMENT) {
      throw ApiException.badRequest(
          "comment is longer than " + DiagnosisStore.MAX_COMMENT + " characters.");
    }
    throttle.admit(request);
    if (!archive.saveFeedback(id, feedback.entry(), feedback.helpful(), feedback.comment())) {
      throw ApiException.notFound(DiagnosesController.NO_SUCH);
    }
    return ResponseEntity.noContent().build();
  }

  /** Whether a page helped. */
  record Feedback(
      @Schema(description = "Id of the entry.", example = "nccl-shared-memory") String entry,
      @Schema(description = "Whether its page led to the solution.") Boolean helpful,
      @Schema(description = "Why; redacted like a log.", maxLength = DiagnosisStore.MAX_COMMENT)
          String comment) {}
}
