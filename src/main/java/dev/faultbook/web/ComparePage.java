package dev.faultbook.web;

import dev.faultbook.comparison.Comparer;
import dev.faultbook.comparison.Comparison;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;

/** The form for two logs, and the comparison of both. */
@Controller
class ComparePage {
  /** Compressed, about a tenth of the text; a larger page would be slow. */
  private static final int MAX_IN_PAGE = 1024 * 1024;

  /** Most characters that are put back into a field if the other one is empty. */
  private static final int MAX_IN_FIELD = 256 * 1024;

  /** The query with which the page of an answer sends its log. */
  private static final String CARRIED = "carried";

  private final UploadReceiver intake;
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;

  ComparePage(UploadReceiver intake, Diagnoser diagnoser, DiagnosisGate gate) {
    this.intake = intake;
    this.diagnoser = diagnoser;
    this.gate = gate;
  }

  /**
   * Both logs in gzip and Base64, so that the page can send them again; empty if they are too
   * large.
   *
   * @param good the log of the good run
   * @param bad the log of the bad run
   */
  public record Packed(String good, String bad) {}

  @GetMapping("/compare")
  ModelAndView form() {
    return new ModelAndView("compare").addObject("limit", intake.limit() / (1024 * 1024));
  }

  @PostMapping("/compare")
  ModelAndView compare(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Language language = LanguageResolver.resolveLanguage(request);
    response.setHeader("Cache-Control", "no-store");
    try (InMemoryLog.Receiver goods = intake.openReceiver();
        InMemoryLog.Receiver bads = intake.openReceiver()) {
      UploadReceiver.receivePair(request, goods, bads);
      Optional<InMemoryLog> good = receivedLog(goods);
      Optional<InMemoryLog> bad = receivedLog(bads);
      try {
        return good.isPresent() && bad.isPresent()
            ? comparisonPage(good.get(), bad.get(), language)
            : askAgain(good, bad, CARRIED.equals(request.getQueryString()));
      } finally {
        good.ifPresent(InMemoryLog::close);
        bad.ifPresent(InMemoryLog::close);
      }
    }
  }

  private static Optional<InMemoryLog> receivedLog(InMemoryLog.Receiver receiver)
      throws IOException {
    try {
      return Optional.of(receiver.finishLog());
    } catch (RefusedException e) {
      if (e.refusal() == RefusalReason.EMPTY) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private ModelAndView comparisonPage(InMemoryLog good, InMemoryLog bad, Language language)
      throws IOException {
    Comparison comparison =
        gate.call(
            good.byteCount() + bad.byteCount(),
            () -> Comparer.compare(good, bad, diagnoser, language));
    boolean fits = good.packedBytes() + bad.packedBytes() <= MAX_IN_PAGE;
    return form()
        .addObject("comparison", comparison)
        .addObject("resend", fits ? "/compare?lang=" : null)
        .addObject(
            "packed",
            fits ? new Packed(Results.packForForm(good), Results.packForForm(bad)) : null);
  }

  /**
   * Keeps the log that was sent if the other one is missing.
   *
   * @param carried whether the page of an answer sent it, which has no other one
   */
  private ModelAndView askAgain(
      Optional<InMemoryLog> good, Optional<InMemoryLog> bad, boolean carried) throws IOException {
    ModelAndView page = form();
    if (!carried) {
      page.setStatus(HttpStatus.BAD_REQUEST);
      page.addObject("lacks", good.isEmpty() ? "good" : "bad");
    }
    if (bad.isPresent() && !fitsInField(bad.get())) {
      page.addObject("badPacked", Results.packForForm(bad.get()));
    }
    return page.addObject("goodText", fieldText(good)).addObject("badText", fieldText(bad));
  }

  private static boolean fitsInField(InMemoryLog log) {
    return log.byteCount() <= MAX_IN_FIELD;
  }

  private static String fieldText(Optional<InMemoryLog> log) throws IOException {
    return log.isPresent() && fitsInField(log.get())
        ? TerminalStyling.plainText(log.get().toText(MAX_IN_FIELD))
        : "";
  }
}
