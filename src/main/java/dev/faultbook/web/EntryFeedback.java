package dev.faultbook.web;

import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import dev.faultbook.store.DiagnosisStore;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Stores users' feedback on whether an entry was correct. */
@Controller
class EntryFeedback {
  /** The parameter in the address of the page that confirms the feedback. */
  static final String THANKS = "thanks";

  private static final List<String> ANSWERS = List.of("yes", "no");

  private final Knowledge knowledge;
  private final DiagnosisStore archive;
  private final Throttle throttle;

  EntryFeedback(Knowledge knowledge, DiagnosisStore archive, Throttle throttle) {
    this.knowledge = knowledge;
    this.archive = archive;
    this.throttle = throttle;
  }

  @PostMapping("/entries/{id}/feedback")
  ResponseEntity<Void> take(
      @PathVariable String id,
      @RequestParam(defaultValue = "") String helpful,
      @RequestParam(defaultValue = "") String comment,
      HttpServletRequest request) {
    if (knowledge.findEntry(id).isEmpty()) {
      throw new RefusedException(RefusalReason.ENTRY);
    }
    OwnSite.requireOwnSite(request);
    // A form sends a line end as two characters; its field counts one.
    String words = comment.replace("\r\n", "\n").strip();
    if (words.codePointCount(0, words.length()) > DiagnosisStore.MAX_COMMENT) {
      throw new RefusedException(RefusalReason.LONG, DiagnosisStore.MAX_COMMENT);
    }
    if (!ANSWERS.contains(helpful)) {
      throw new RefusedException(RefusalReason.UNANSWERED);
    }
    throttle.admit(Throttle.clientOf(request));
    archive.saveFeedback(null, id, helpful.equals("yes"), words);
    return ResponseEntity.status(303)
        .header("Location", "/entries/" + id + "?" + THANKS + "=1#feedback")
        .build();
  }
}
