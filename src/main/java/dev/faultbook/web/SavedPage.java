package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.FaultCounts;
import dev.faultbook.store.PackedText;
import dev.faultbook.store.ShareService;
import dev.faultbook.store.StoredDiagnosis;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The page of a shared diagnosis. */
@Controller
class SavedPage {
  /** The cookie with the token for deletion, in the browser that shared the diagnosis. */
  static final String COOKIE = "delete_token";

  private final DiagnosisStore archive;
  private final Results results;
  private final DiagnosisGate gate;
  private final FaultCounts counts;

  SavedPage(DiagnosisStore archive, Results results, DiagnosisGate gate, FaultCounts counts) {
    this.counts = counts;
    this.archive = archive;
    this.results = results;
    this.gate = gate;
  }

  /**
   * Data about the stored diagnosis for the page.
   *
   * @param saved the stored diagnosis
   * @param link its address
   * @param deleteLink the address that deletes it, for the person who shared it; otherwise empty
   * @param redactions counts by type, in alphabetical order
   */
  public record Stored(
      StoredDiagnosis saved, String link, String deleteLink, Map<String, Integer> redactions) {}

  @GetMapping("/d/{id}")
  String saved(
      @PathVariable String id,
      HttpServletRequest request,
      HttpServletResponse response,
      Model model)
      throws IOException {
    StoredDiagnosis saved =
        archive.find(id).orElseThrow(() -> new RefusedException(RefusalReason.SAVED));
    Language language = LanguageResolver.resolveLanguage(request);
    String base = ServletUriComponentsBuilder.fromContextPath(request).build().toUriString();
    String link = base + "/d/" + id;
    Report report =
        counts.withSeen(ShareService.readReport(saved, language).withPermalink(id, link));
    // The view reads the whole log.
    model.addAttribute(
        "result",
        gate.call(
            report.log().bytes(),
            () -> results.buildView(report, saved.redactedLog().openText(), "", language, base)));
    model.addAttribute(
        "saved",
        new Stored(
            saved,
            link,
            LanguageResolver.readCookie(request, COOKIE)
                .map(token -> link + "/delete?" + QueryString.toQuery(Map.of("token", token)))
                .orElse(""),
            new TreeMap<>(saved.redactions())));
    keepPrivate(response);
    return "result";
  }

  /** The stored log, complete. */
  @GetMapping(path = "/d/{id}/log", produces = "text/plain;charset=UTF-8")
  void log(@PathVariable String id, HttpServletResponse response) throws IOException {
    PackedText log =
        archive.find(id).orElseThrow(() -> new RefusedException(RefusalReason.SAVED)).redactedLog();
    keepPrivate(response);
    response.setContentType("text/plain;charset=UTF-8");
    try (InputStream text = log.openText()) {
      text.transferTo(response.getOutputStream());
    }
  }

  /** Asks for confirmation before deletion, because programs also follow links. */
  @GetMapping("/d/{id}/delete")
  String ask(
      @PathVariable String id,
      HttpServletRequest request,
      HttpServletResponse response,
      Model model) {
    if (!archive.isKept(id)) {
      throw new RefusedException(RefusalReason.SAVED);
    }
    model.addAttribute("id", id);
    model.addAttribute("token", QueryString.of(request).find("token").orElse(""));
    OwnSite.allowFormOrigin(response);
    keepPrivate(response);
    return "delete";
  }

  @PostMapping("/d/{id}/delete")
  String delete(
      @PathVariable String id,
      @RequestParam(defaultValue = "") String token,
      HttpServletRequest request,
      HttpServletResponse response) {
    OwnSite.requireOwnSite(request);
    if (!archive.delete(id, token)) {
      throw new RefusedException(RefusalReason.TOKEN);
    }
    response.addHeader(
        "Set-Cookie",
        ResponseCookie.from(COOKIE, "").path("/d/" + id).maxAge(0).build().toString());
    keepPrivate(response);
    return "deleted";
  }

  private static void keepPrivate(HttpServletResponse response) {
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Robots-Tag", "noindex, nofollow");
  }
}
