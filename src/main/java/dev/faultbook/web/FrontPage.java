package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Knowledge;
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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
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
  private final Knowledge knowledge;
  private final Results results;
  private final FaultCounts counts;

  FrontPage(
      Diagnoser diagnoser,
      DiagnosisGate gate,
      UploadReceiver intake,
      Knowledge knowledge,
      Results results,
      FaultCounts counts) {
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.intake = intake;
    this.knowledge = knowledge;
    this.results = results;
    this.counts = counts;
  }

  /**
   * What a pasted text is.
   *
   * @param report the report on it as a log
   * @param question the text if it is a question
   * @param view the page of the report; null for a question, or if no page is asked for
   */
  private record Outcome(Report report, Optional<String> question, @Nullable ResultView view) {}

  @GetMapping("/")
  String front(HttpServletRequest request, HttpServletResponse response, Model model) {
    // A script shows the result of a large log in place of this page, so this page's policy applies
    // to it.
    OwnSite.allowFormOrigin(response);
    boolean sample = QueryString.of(request).find(SAMPLE).isPresent();
    fillModel(model, sample ? findSample(knowledge).orElse("") : "");
    return "front";
  }

  private void fillModel(Model model, String filled) {
    model.addAttribute("limit", intake.limit() / (1024 * 1024));
    model.addAttribute("limitBytes", intake.limit());
    model.addAttribute("entries", knowledge.entries().size());
    model.addAttribute(
        "components",
        knowledge.entries().stream()
            .collect(Collectors.groupingBy(Entry::component, TreeMap::new, Collectors.counting())));
    model.addAttribute("filled", filled);
    model.addAttribute("hasSample", findSample(knowledge).isPresent());
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
    boolean html = AcceptHeader.namesHtml(request);
    String base = baseUrl();
    Outcome outcome;
    try {
      outcome =
          gate.call(
              log.byteCount(),
              () -> {
                Diagnosis diagnosis = diagnoser.diagnose(log, Long.MAX_VALUE);
                Report report = Report.fromDiagnosis(diagnosis, language);
                return html
                    ? outcomeAsPage(log, report, language, base)
                    : new Outcome(report, Optional.empty(), null);
              });
    } catch (RefusedException busy) {
      if (busy.refusal() != RefusalReason.BUSY || !html || log.byteCount() > MAX_GIVEN_BACK) {
        throw busy;
      }
      return askAgain(log, response);
    }
    Report report = outcome.report();
    if (!html) {
      counts.countReport(report);
      response.setContentType("text/plain;charset=UTF-8");
      response
          .getOutputStream()
          .write(ReportWriter.toText(report, language, base).getBytes(StandardCharsets.UTF_8));
      return null;
    }
    if (outcome.question().isPresent()) {
      return new ModelAndView(
          "redirect:/search?" + QueryString.toQuery(Map.of("q", outcome.question().get())));
    }
    // The result in the other language repeats the same diagnosis.
    if (QueryString.of(request).find(AGAIN).isEmpty()) {
      counts.countReport(report);
    }
    ResultView view = Objects.requireNonNull(outcome.view());
    return new ModelAndView("result", "result", view)
        .addObject("saved", null)
        .addObject("resend", view.sharing().packed().isEmpty() ? null : "/?" + AGAIN + "=1&lang=");
  }

  /** The view is built with the permit of the diagnosis, because it reads the whole log again. */
  private Outcome outcomeAsPage(InMemoryLog log, Report report, Language language, String base)
      throws IOException {
    Optional<String> question = questionIn(log, report);
    return new Outcome(
        report,
        question,
        question.isPresent()
            ? null
            : results.buildView(report, log.open(), PackedLogs.packForForm(log), language, base));
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

  private static Optional<String> findSample(Knowledge knowledge) {
    Function<Entry, Optional<ExampleLog>> first =
        entry -> entry.logs().stream().filter(ExampleLog::hit).findFirst();
    return knowledge
        .findEntry(SAMPLED)
        .flatMap(first)
        .or(
            () ->
                knowledge.entries().stream()
                    .sorted(Comparator.comparing(Entry::id))
                    .flatMap(entry -> first.apply(entry).stream())
                    .findFirst())
        .map(log -> new String(log.bytes(), StandardCharsets.UTF_8));
  }

  private static String baseUrl() {
    return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
  }
}
