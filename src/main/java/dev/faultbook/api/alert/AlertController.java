package dev.faultbook.api.alert;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.LokiClient;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.FaultCounts;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Answers alerts of Alertmanager with the diagnosis of the logs that they are about. */
@RestController
@Tag(name = "alerts", description = "Called by Alertmanager.")
class AlertController {
  private static final Logger LOG = LoggerFactory.getLogger(AlertController.class);
  private static final int MAX_BYTES = 1024 * 1024;

  /** Most logs that one message asks for: an alert may be about every pod of a job. */
  private static final int MAX_LOGS = 8;

  private final AlertSettings settings;
  private final AlertPoster poster;
  private final UploadReceiver intake;
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final FaultCounts counts;

  /** A log on its way is in memory before it is packed. */
  private final Semaphore fetching = new Semaphore(1);

  AlertController(
      AlertSettings settings,
      AlertPoster poster,
      UploadReceiver intake,
      Diagnoser diagnoser,
      DiagnosisGate gate,
      FaultCounts counts) {
    this.settings = settings;
    this.poster = poster;
    this.intake = intake;
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.counts = counts;
  }

  /** What became of the firing alerts, in their order. */
  record Answers(List<Answer> alerts) {}

  /**
   * The answer to an alert.
   *
   * @param fingerprint that of the alert
   * @param diagnosis what its log tells; null if there is an error
   * @param error why its log was not diagnosed; null if it was
   */
  record Answer(String fingerprint, @Nullable Report diagnosis, @Nullable String error) {}

  @PostMapping(value = "/api/v1/alerts", produces = "application/json")
  Answers receive(HttpServletRequest request) throws IOException {
    if (!settings.isOn()) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND, "Alerts are not set up.");
    }
    Language language =
        Language.fromTag(QueryString.of(request).find("lang").orElse("en"))
            .orElseThrow(
                () ->
                    new ResponseStatusException(HttpStatus.BAD_REQUEST, "lang must be en or zh."));
    List<Alert> alerts = Alert.readAll(intake.receiveMessage(request, MAX_BYTES));
    if (!fetching.tryAcquire()) {
      throw new RefusedException(RefusalReason.BUSY);
    }
    try {
      return answerAll(alerts, language);
    } finally {
      fetching.release();
    }
  }

  private Answers answerAll(List<Alert> alerts, Language language) {
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    Map<String, Answer> byQuery = new HashMap<>();
    List<Answer> answers = new ArrayList<>();
    for (Alert alert : alerts) {
      try {
        String query = alert.fill(settings.loki().query());
        if (!byQuery.containsKey(query) && byQuery.size() == MAX_LOGS) {
          throw new IllegalArgumentException("More than " + MAX_LOGS + " logs in one message.");
        }
        Answer first = byQuery.get(query);
        if (first == null) {
          first = answer(alert, query, language, base);
          byQuery.put(query, first);
        }
        answers.add(new Answer(alert.fingerprint(), first.diagnosis(), first.error()));
      } catch (IllegalArgumentException e) {
        answers.add(new Answer(alert.fingerprint(), null, e.getMessage()));
      }
    }
    return new Answers(answers);
  }

  private Answer answer(Alert alert, String query, Language language, String base) {
    try (InMemoryLog log = fetch(alert, query)) {
      Report diagnosed =
          Report.fromDiagnosis(gate.call(log.byteCount(), () -> diagnoser.diagnose(log)), language);
      counts.countReport(diagnosed);
      Report report = counts.withSeen(diagnosed);
      settings
          .post()
          .chats()
          .forEach(
              (chat, address) -> {
                String text = ReportWriter.toShort(report, language, base, chat);
                poster.post(chat, address, alert.title(), text);
              });
      return new Answer(alert.fingerprint(), report, null);
    } catch (IOException e) {
      LOG.warn("The log of an alert was not diagnosed: {}", e.getMessage());
      return new Answer(alert.fingerprint(), null, e.getMessage());
    }
  }

  private InMemoryLog fetch(Alert alert, String query) throws IOException {
    LokiClient loki = new LokiClient(URI.create(settings.loki().url()), settings.loki().headers());
    Instant start = alert.start().minus(settings.before());
    try (InMemoryLog.Receiver receiver = intake.openReceiver()) {
      loki.receive(query, start, Instant.now(), receiver);
      return receiver.finishLog();
    }
  }
}
