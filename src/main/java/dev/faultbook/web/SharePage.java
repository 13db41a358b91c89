package dev.faultbook.web;

import dev.faultbook.log.VisibleText;
import dev.faultbook.redaction.RedactionPreview;
import dev.faultbook.redaction.StrikeOuts;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.Throttle;
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
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;

/** Shows what would be stored, and stores it on request. */
@Controller
class SharePage {
  /** The field with the words that the reader strikes out. */
  private static final String REMOVE = "remove";

  /** The box that lets others with the same failure find the diagnosis. */
  private static final String FINDABLE = "findable";

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

  /** Shows what redaction removes from a log, and the words of the reader. Stores nothing. */
  @PostMapping("/share/preview")
  ModelAndView preview(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    OwnSite.requireOwnSite(request);
    OwnSite.allowFormOrigin(response);
    try (InMemoryLog log = intake.receiveLog(request)) {
      return showPreview(request, response, log);
    }
  }

  private ModelAndView showPreview(
      HttpServletRequest request, HttpServletResponse response, InMemoryLog log)
      throws IOException {
    Optional<StrikeOuts> words = readWords(request);
    RedactionPreview preview = sharing.preview(log, words.orElse(StrikeOuts.NONE));
    response.setHeader("Cache-Control", "no-store");
    return new ModelAndView("share", words.isPresent() ? HttpStatus.OK : HttpStatus.BAD_REQUEST)
        .addObject("preview", preview)
        .addObject("redactions", new TreeMap<>(preview.counts()))
        .addObject("lines", preview.lines().stream().map(SharePage::toLine).toList())
        .addObject("beginning", VisibleText.ofLines(preview.beginning()))
        .addObject("remove", UploadReceiver.readField(request, REMOVE))
        .addObject("refused", words.isEmpty())
        .addObject(
            "limits", List.of(StrikeOuts.MAX_WORDS, StrikeOuts.MIN_LENGTH, StrikeOuts.MAX_LENGTH))
        .addObject("size", log.byteCount())
        .addObject("packed", Results.packForForm(log))
        .addObject("resend", "/share/preview?lang=");
  }

  /**
   * The words that the reader strikes out; empty if they are too many or one has a wrong length.
   */
  private static Optional<StrikeOuts> readWords(HttpServletRequest request) {
    try {
      return Optional.of(StrikeOuts.parse(UploadReceiver.readField(request, REMOVE)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Stores a diagnosis and redirects to its page; shows the preview again if a word is refused. */
  @PostMapping("/share")
  ModelAndView share(HttpServletRequest request, HttpServletResponse response) throws IOException {
    OwnSite.requireOwnSite(request);
    try (InMemoryLog log = intake.receiveLog(request)) {
      Optional<StrikeOuts> words = readWords(request);
      if (words.isEmpty()) {
        OwnSite.allowFormOrigin(response);
        return showPreview(request, response, log);
      }
      SharedDiagnosis shared =
          sharing.share(
              Throttle.clientOf(request),
              log,
              new ShareService.Wish(
                  words.get(), !UploadReceiver.readField(request, FINDABLE).isEmpty()),
              LanguageResolver.resolveLanguage(request));
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
      return new ModelAndView("redirect:/d/" + id);
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
