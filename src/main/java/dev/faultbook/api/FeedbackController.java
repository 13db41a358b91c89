package dev.faultbook.api;

import dev.faultbook.diagnosis.Editions;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.Throttle;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.DiagnosisStore;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Stores users' feedback on whether a page helped. */
@RestController
@Tag(name = "diagnoses")
class FeedbackController {
  /** A comment of 2,000 characters with all of them escaped takes 24 KB. */
  private static final int MAX_BYTES = 32 * 1024;

  private final DiagnosisStore archive;
  private final Editions editions;
  private final Throttle throttle;
  private final UploadReceiver receiver;
  private final JsonMapper json;

  FeedbackController(
      DiagnosisStore archive,
      Editions editions,
      Throttle throttle,
      UploadReceiver receiver,
      JsonMapper json) {
    this.archive = archive;
    this.editions = editions;
    this.throttle = throttle;
    this.receiver = receiver;
    this.json = json;
  }

  @PostMapping(value = "/api/v1/diagnoses/{id}/feedback", consumes = "application/json")
  ResponseEntity<Void> feedback(@PathVariable String id, HttpServletRequest request)
      throws IOException {
    OwnSite.requireOwnSite(request);
    Feedback feedback = readFeedback(receiver.receiveMessage(request, MAX_BYTES));
    if (feedback.entry() == null || feedback.helpful() == null) {
      throw ApiException.badRequest("entry and helpful are required.");
    }
    if (editions.current().findEntry(feedback.entry()).isEmpty()) {
      throw ApiException.badRequest("There is no such entry.");
    }
    if (feedback.actual() != null && editions.current().findEntry(feedback.actual()).isEmpty()) {
      throw ApiException.badRequest("actual is not the id of an entry.");
    }
    if (feedback.comment() != null && feedback.comment().length() > DiagnosisStore.MAX_COMMENT) {
      throw ApiException.badRequest(
          "comment is longer than " + DiagnosisStore.MAX_COMMENT + " characters.");
    }
    throttle.admit(Throttle.clientOf(request));
    if (!archive.saveFeedback(
        id, feedback.entry(), feedback.helpful(), feedback.actual(), feedback.comment())) {
      throw ApiException.notFound(DiagnosesController.NO_SUCH);
    }
    return ResponseEntity.noContent().build();
  }

  /** Jackson alone would read a comment of 20 MB before it can be refused. */
  private Feedback readFeedback(byte[] body) {
    try {
      return json.readValue(body, Feedback.class);
    } catch (JacksonException malformed) {
      throw ApiException.badRequest("The body is not the JSON document that this call expects.");
    }
  }

  /** Whether a page helped, and the entry that it was instead. */
  record Feedback(
      String entry, Boolean helpful, @Nullable String actual, @Nullable String comment) {}
}
