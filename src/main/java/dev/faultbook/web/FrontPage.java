package dev.faultbook.web;

import dev.faultbook.archive.Counts;
import dev.faultbook.archive.Shared;
import dev.faultbook.archive.Sharing;
import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Desk;
import dev.faultbook.diagnosis.Report;
import dev.faultbook.diagnosis.TextReport;
import dev.faultbook.log.HeldLog;
import dev.faultbook.log.Upload;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The one field, and what comes of it. */
@Controller
class FrontPage {
  /** Packed, ten times as much text; more in a page would make the page slow. */
  private static final int MOST_IN_PAGE = 3 * 1024 * 1024;

  /** In the address when a log that was diagnosed already is sent again by its result. */
  private static final String AGAIN = "again";

  private static final int LONGEST_QUESTION = 300;
  private static final String SAMPLE = "nccl-shared-memory";

  private final Desk desk;
  private final Sharing sharing;
  private final Catalogue catalogue;
  private final Results results;
  private final Counts counts;

  FrontPage(Desk desk, Sharing sharing, Catalogue catalogue, Results results, Counts counts) {
    this.desk = desk;
    this.sharing = sharing;
    this.catalogue = catalogue;
    this.results = results;
    this.counts = counts;
  }

  @GetMapping("/")
  String front(HttpServletRequest request, Model model) {
    Edition edition = catalogue.current();
    boolean sample = QueryString.value(request, "sample").isPresent();
    model.addAttribute("limit", desk.limit() / (1024 * 1024));
    model.addAttribute("entries", edition.entries().size());
    model.addAttribute(
        "components",
        edition.entries().stream()
            .collect(Collectors.groupingBy(Entry::component, TreeMap::new, Collectors.counting())));
    model.addAttribute("filled", sample ? sample(edition).orElse("") : "");
    model.addAttribute("hasSample", sample(edition).isPresent());
    return "front";
  }

  @PostMapping("/")
  ModelAndView diagnose(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Language language = Choice.of(request);
    try (HeldLog log = receive(request)) {
      Report report = Report.of(desk.diagnose(log), language);
      response.setHeader("Cache-Control", "no-store");
      if (!ErrorPages.wantsHtml(request)) {
        counts.add(report);
        response.setContentType("text/plain;charset=UTF-8");
        response
            .getOutputStream()
            .write(TextReport.of(report, language, base()).getBytes(StandardCharsets.UTF_8));
        return null;
      }
      Optional<String> question = question(log, report);
      if (question.isPresent()) {
        return new ModelAndView("redirect:/search?" + QueryString.of(Map.of("q", question.get())));
      }
      // The other language of a result is the same diagnosis once more.
      if (QueryString.value(request, AGAIN).isEmpty()) {
        counts.add(report);
      }
      String packed =
          log.packedBytes() > MOST_IN_PAGE || log.bytes() > sharing.limit()
              ? ""
              : Base64.getEncoder().encodeToString(log.packed());
      return new ModelAndView(
              "result", "result", results.view(report, log.open(), packed, language, base()))
          .addObject("saved", null);
    }
  }

  /** Stores a diagnosis and leads to its page. */
  @PostMapping("/share")
  String share(HttpServletRequest request, HttpServletResponse response) throws IOException {
    try (HeldLog log = receive(request)) {
      Shared shared = sharing.share(log, Choice.of(request));
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

  private HeldLog receive(HttpServletRequest request) throws IOException {
    try (HeldLog.Receiver receiver = desk.receive()) {
      Upload.receive(
          request.getInputStream(),
          request.getContentType(),
          request.getHeader("Content-Encoding"),
          receiver);
      return receiver.log();
    }
  }

  /** One short line that nothing matches is a question, not a log. */
  private static Optional<String> question(HeldLog log, Report report) throws IOException {
    if (!report.findings().isEmpty() || log.bytes() > 4 * LONGEST_QUESTION) {
      return Optional.empty();
    }
    String text = log.text(Long.MAX_VALUE).strip();
    return Optional.of(text)
        .filter(t -> t.length() <= LONGEST_QUESTION && t.indexOf('\n') < 0 && t.indexOf('\r') < 0);
  }

  private static Optional<String> sample(Edition edition) {
    Function<Entry, Optional<ExampleLog>> first =
        entry -> entry.logs().stream().filter(ExampleLog::hit).findFirst();
    return edition
        .entry(SAMPLE)
        .flatMap(first)
        .or(
            () ->
                edition.entries().stream()
                    .sorted(Comparator.comparing(Entry::id))
                    .flatMap(entry -> first.apply(entry).stream())
                    .findFirst())
        .map(log -> new String(log.bytes(), StandardCharsets.UTF_8));
  }

  private static String base() {
    return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
  }
}
