package dev.faultbook.web;

import dev.faultbook.redaction.RedactionPreview;
import dev.faultbook.server.ClientAddress;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.ShareService;
import dev.faultbook.store.SharedDiagnosis;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;

/** Shows what would be stored, and stores it on request. */
@Controller
class SharePage {
  private final ShareService sharing;
  private final UploadReceiver intake;

  SharePage(ShareService sharing, UploadReceiver intake) {
    this.sharing = sharing;
    this.intake = intake;
  }

  /**
   * A line with its placeholders.
   *
   * @param number from 1
   * @param pieces its text; a placeholder has the mark {@code taken}
   */
  public record Line(long number, List<StyledText> pieces) {
    public Line {
      pieces = List.copyOf(pieces);
    }
  }

  /** Shows what redaction removes from a log. Stores nothing. */
  @PostMapping("/share/preview")
  ModelAndView preview(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    OwnSite.requireOwnSite(request);
    OwnSite.allowFormOrigin(response);
    try (InMemoryLog log = intake.receiveLog(request)) {
      RedactionPreview preview = sharing.preview(log);
      response.setHeader("Cache-Control", "no-store");
      return new ModelAndView("share")
          .addObject("preview", preview)
          .addObject("redactions", new TreeMap<>(preview.counts()))
          .addObject("lines", preview.lines().stream().map(SharePage::toLine).toList())
          .addObject("size", log.byteCount())
          .addObject("packed", PackedLogs.packForForm(log))
          .addObject("resend", "/share/preview?lang=");
    }
  }

  /** Stores a diagnosis and redirects to its page. */
  @PostMapping("/share")
  String share(HttpServletRequest request, HttpServletResponse response) throws IOException {
    OwnSite.requireOwnSite(request);
    try (InMemoryLog log = intake.receiveLog(request)) {
      SharedDiagnosis shared =
          sharing.share(ClientAddress.of(request), log, LanguageResolver.resolveLanguage(request));
      String id = shared.receipt().id();
      response.addHeader(
          "Set-Cookie",
          ResponseCookie.from(SavedPage.COOKIE, shared.receipt().deleteToken())
              .path("/d/" + id)
              .maxAge(Duration.between(Instant.now(), shared.receipt().expires()))
              .httpOnly(true)
              .sameSite("Strict")
              .build()
              .toString());
      return "redirect:/d/" + id;
    }
  }

  private static Line toLine(RedactionPreview.Line line) {
    String[] marks = new String[line.text().length()];
    for (int[] span : line.spans()) {
      Arrays.fill(marks, span[0], span[1], "taken");
    }
    return new Line(line.number(), TerminalStyling.toPieces(line.text(), marks));
  }
}
