package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.FaultCounts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.ExtendedModelMap;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The front page with the field for logs and questions, and its answers. */
@Controller
class FrontPage {
  /** A parameter of requests that send a diagnosed log again from its result page. */
  static final String AGAIN = "again";

  private static final int MAX_QUESTION = 300;

  /** Most characters that are put back into the field; more would make the page slow. */
  private static final int MAX_GIVEN_BACK = 256 * 1024;

  /** A parameter that fills the field with a log of {@link #SAMPLED}. */
  static final String SAMPLE = "sample";

  private static final String SAMPLED = "nccl-shared-memory";

  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final UploadReceiver intake;
  private final Editions editions;
  private final Results results;
  private final FaultCounts counts;

  FrontPage(
      Diagnoser diagnoser,
      DiagnosisGate gate,
      UploadReceiver intake,
      Editions editions,
      Results results,
      FaultCounts counts) {
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.intake = intake;
    this.editions = editions;
    this.results = results;
    this.counts = counts;
  }

  @GetMapping("/")
  String front(HttpServletRequest request, HttpServletResponse response, Model model) {
    // A script shows the result of a large log in place of this page, so this page's policy applies
    // to it.
    OwnSite.allowFormOrigin(response);
    boolean sample = QueryString.of(request).find(SAMPLE).isPresent();
    fillModel(model, sample ? findSample().orElse("") : "");
    return "front";
  }

  private void fillModel(Model model, String filled) {
    model.addAttribute("limit", intake.limit() / (1024 * 1024));
    model.addAttribute("limitBytes", intake.limit());
    model.addAttribute("entries", editions.current().entries().size());
    model.addAttribute(
        "components",
        editions.current().entries().stream()
            .collect(Collectors.groupingBy(Entry::component, TreeMap::new, Collectors.counting())));
    model.addAttribute("filled", filled);
    model.addAttribute("hasSample", findSample().isPresent());
  }

  @PostMapping("/")
  @Nullable ModelAndView diagnose(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try (InMemoryLog log = intake.receiveLog(request)) {
      response.setHeader("Cache-Control", "no-store");
      OwnSite.allowFormOrigin(response);
      return answerLog(log, request, response);
    }
  }

  private @Nullable ModelAndView answerLog(
      InMemoryLog log, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Language language = LanguageResolver.resolveLanguage(request);
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    if (!AcceptHeader.namesHtml(request)) {
      Report diagnosed = gate.call(log.byteCount(), () -> diagnose(log, language));
      counts.countReport(diagnosed);
      Report report = counts.withSeen(diagnosed);
      response.setContentType("text/plain;charset=UTF-8");
      response
          .getOutputStream()
          .write(ReportWriter.toText(report, language, base).getBytes(StandardCharsets.UTF_8));
      return null;
    }
    boolean again = QueryString.of(request).find(AGAIN).isPresent();
    try {
      return gate.call(log.byteCount(), () -> resultPage(log, language, base, again));
    } catch (RefusedException busy) {
      if (busy.refusal() != RefusalReason.BUSY || log.byteCount() > MAX_GIVEN_BACK) {
        throw busy;
      }
      return askAgain(log, response);
    }
  }

  private Report diagnose(InMemoryLog log, Language language) throws IOException {
    return Report.fromDiagnosis(
        diagnoser.diagnose(log), language, new Report.Detail(Diagnoser.MAX_EVIDENCE, true));
  }

  /** The view is built with the permit of the diagnosis, because it reads the whole log again. */
  private ModelAndView resultPage(InMemoryLog log, Language language, String base, boolean again)
      throws IOException {
    Report diagnosed = diagnose(log, language);
    Optional<String> question = questionIn(log, diagnosed);
    if (question.isPresent()) {
      return new ModelAndView(
          "redirect:/search?" + QueryString.toQuery(Map.of("q", question.get())));
    }
    // The result in the other language repeats the same diagnosis.
    if (!again) {
      counts.countReport(diagnosed);
    }
    Report report = counts.withSeen(diagnosed);
    String packed = Results.packForForm(log);
    return new ModelAndView(
            "result", "result", results.buildView(report, log.open(), packed, language, base))
        .addObject("saved", null)
        .addObject("resend", packed.isEmpty() ? null : "/?" + AGAIN + "=1&lang=");
  }

  /** Shows the form with the pasted text, so that a retry needs no new paste. */
  private ModelAndView askAgain(InMemoryLog log, HttpServletResponse response) throws IOException {
    ExtendedModelMap model = new ExtendedModelMap();
    fillModel(model, TerminalStyling.plainText(log.toText(MAX_GIVEN_BACK)));
    model.addAttribute("refused", "busy");
    response.setIntHeader(ErrorPages.RETRY_AFTER, ErrorPages.RETRY_SECONDS);
    return new ModelAndView("front", model, HttpStatus.TOO_MANY_REQUESTS);
  }

  /**
   * A single short line without a match is a question, not a log. A question becomes part of the
   * address, and so of browser histories and proxy logs; therefore a failure, or text that
   * redaction would remove, never counts as a question.
   */
  private Optional<String> questionIn(InMemoryLog log, Report report) throws IOException {
    boolean known =
        !report.findings().isEmpty() || report.leadingCode() != null || report.failure() != null;
    if (known || log.byteCount() > 4 * MAX_QUESTION) {
      return Optional.empty();
    }
    String text = log.toText(Long.MAX_VALUE).strip();
    return Optional.of(text)
        .filter(t -> t.length() <= MAX_QUESTION && t.indexOf('\n') < 0 && t.indexOf('\r') < 0)
        .filter(t -> Redactor.shared().redact(t).counts().isEmpty());
  }

  /** The example log of an entry that is often asked for, or else any. */
  private Optional<String> findSample() {
    return Stream.concat(
            editions.current().findEntry(SAMPLED).stream(),
            editions.current().entries().stream().sorted(Comparator.comparing(Entry::id)))
        .flatMap(entry -> entry.logs().stream())
        .filter(ExampleLog::hit)
        .findFirst()
        .map(log -> new String(log.bytes(), StandardCharsets.UTF_8));
  }
}
