package dev.faultbook.store;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.redaction.Redaction;
import dev.faultbook.redaction.RedactionPreview;
import dev.faultbook.redaction.RedactionPreviews;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.Report;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import dev.faultbook.server.TooOftenException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores diagnoses on request: the log is redacted first, and the redacted log is diagnosed, stored
 * and answered, so that others see exactly what the user saw.
 */
@Component
public class ShareService {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final DiagnosisStore archive;
  private final Redactor redactor = new Redactor();
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final Throttle saves;
  private final MemoryBudget budget;
  private final long limit;

  ShareService(
      DiagnosisStore archive,
      Diagnoser diagnoser,
      DiagnosisGate gate,
      MemoryBudget budget,
      StoreSettings settings) {
    this.archive = archive;
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.saves = new Throttle(settings.store().savesPerClient(), settings.store().savesInAll());
    this.budget = budget;
    this.limit = settings.store().maxLogSize().toBytes();
  }

  /** Most bytes of uncompressed text in a log that is stored. */
  public long limit() {
    return limit;
  }

  /** How long a stored diagnosis is kept. */
  public Duration retentionPeriod() {
    return archive.retention();
  }

  /**
   * Redacts, diagnoses and stores a log.
   *
   * @param client the client that shares it
   * @param language language of the returned report; both are stored
   * @throws LogTooLargeException if the log is larger than {@link #limit}
   * @throws StoreUnavailableException while the database is unreachable or has no space left
   * @throws RefusedException if too many logs are being diagnosed
   * @throws TooOftenException if too many logs were stored in this minute
   */
  public SharedDiagnosis share(String client, InMemoryLog log, Language language)
      throws IOException {
    saves.admit(client);
    // Outside the gate, because an unresponsive database must not delay diagnoses.
    archive.probeSaving();
    Redacted redacted = gate.call(log.byteCount(), () -> redactAndDiagnose(log));
    ShareReceipt receipt =
        archive.save(
            new NewDiagnosis(
                redacted.text(),
                redacted.counts(),
                language.tag(),
                JSON.writeValueAsString(redacted.en()),
                JSON.writeValueAsString(redacted.zh())));
    return new SharedDiagnosis(
        receipt, language == Language.ZH ? redacted.zh() : redacted.en(), redacted.counts());
  }

  /**
   * Shows what {@link #share} would redact. Stores nothing and needs no database.
   *
   * @throws LogTooLargeException if the log is larger than {@link #limit}
   * @throws RefusedException if too many logs are being diagnosed
   */
  public RedactionPreview preview(InMemoryLog log) throws LogTooLargeException {
    return gate.call(
        log.byteCount(),
        () -> {
          String text = log.toText(limit);
          return RedactionPreviews.previewOf(text, redactor.redact(text));
        });
  }

  /** The report of a saved diagnosis. */
  public static Report readReport(StoredDiagnosis saved, Language language) {
    return JSON.readValue(
        language == Language.ZH ? saved.reportZh() : saved.reportEn(), Report.class);
  }

  private record Redacted(String text, Map<String, Integer> counts, Report en, Report zh) {}

  /** Redaction preserves lines, so that they can be assigned to their files again. */
  private Redacted redactAndDiagnose(InMemoryLog log) throws IOException {
    Redaction redaction = redactor.redact(log.toText(limit));
    String redacted = redaction.text();
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(Long.MAX_VALUE, budget)) {
      int from = 0;
      for (int file = 0; file < log.count(); file++) {
        int to = redacted.length();
        if (file + 1 < log.count()) {
          to = skipLines(redacted, from, log.lineCount(file));
        }
        byte[] bytes = redacted.substring(from, to).getBytes(StandardCharsets.UTF_8);
        receiver.add(
            redactor.redactFileName(log.name(file)),
            new ByteArrayInputStream(bytes),
            Optional.of(StandardCharsets.UTF_8));
        from = to;
      }
      try (InMemoryLog received = receiver.finishLog()) {
        // The names are redacted too, which may change the order of the files.
        Diagnosis diagnosis = diagnoser.diagnose(received, Long.MAX_VALUE);
        return new Redacted(
            log.count() == 1 ? redacted : received.toText(Long.MAX_VALUE),
            redaction.counts(),
            Report.fromDiagnosis(diagnosis, Language.EN),
            Report.fromDiagnosis(diagnosis, Language.ZH));
      }
    }
  }

  /** The index after a number of lines. */
  private static int skipLines(String text, int from, long lines) {
    int at = from;
    for (long i = 0; i < lines; i++) {
      at = text.indexOf('\n', at) + 1;
    }
    return at;
  }
}
