package dev.faultbook.store;

import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.server.Bulkhead;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.TooBusyException;
import dev.faultbook.content.Language;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.redaction.Redaction;
import dev.faultbook.redaction.RedactionPreview;
import dev.faultbook.redaction.RedactionPreviews;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.Report;
import dev.faultbook.settings.FaultbookProperties;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
  private final Bulkhead diagnosing;
  private final Bulkhead sharing;
  private final MemoryBudget budget;
  private final long limit;

  ShareService(
      DiagnosisStore archive,
      Diagnoser diagnoser,
      Bulkhead diagnosisBulkhead,
      Bulkhead sharingBulkhead,
      MemoryBudget budget,
      FaultbookProperties settings) {
    this.archive = archive;
    this.diagnoser = diagnoser;
    this.diagnosing = diagnosisBulkhead;
    this.sharing = sharingBulkhead;
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
   * @throws TooBusyException if too many logs are being shared
   */
  public SharedDiagnosis share(String client, InMemoryLog log, Language language)
      throws IOException {
    // Without a permit, because an unresponsive database must not delay previews.
    archive.probeSaving();
    return sharing.call(client, log.byteCount(), () -> redactAndStore(client, log, language));
  }

  private SharedDiagnosis redactAndStore(String client, InMemoryLog log, Language language)
      throws IOException {
    Redaction redaction = redactor.redact(log.toText(limit));
    Redacted redacted = diagnoseRedacted(client, log, redaction.text());
    Diagnosis diagnosis = redacted.diagnosis();
    Report en = Report.fromDiagnosis(diagnosis, Language.EN);
    Report zh = Report.fromDiagnosis(diagnosis, Language.ZH);
    ShareReceipt receipt =
        archive.save(
            new NewDiagnosis(
                redacted.text(),
                redaction.counts(),
                language.tag(),
                JSON.writeValueAsString(en),
                JSON.writeValueAsString(zh)));
    return new SharedDiagnosis(receipt, language == Language.ZH ? zh : en, redaction.counts());
  }

  /**
   * Shows what {@link #share} would redact. Stores nothing and needs no database.
   *
   * @param client the client
   * @throws LogTooLargeException if the log is larger than {@link #limit}
   * @throws TooBusyException if too many logs are being shared
   */
  public RedactionPreview preview(String client, InMemoryLog log) throws LogTooLargeException {
    return sharing.call(
        client,
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

  private record Redacted(Diagnosis diagnosis, String text) {}

  /** Redaction preserves lines, so that they can be assigned to their files again. */
  private Redacted diagnoseRedacted(String client, InMemoryLog log, String redacted)
      throws IOException {
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
        Diagnosis diagnosis =
            diagnosing.call(
                client, received.byteCount(), () -> diagnoser.diagnose(received, Long.MAX_VALUE));
        return new Redacted(
            diagnosis, log.count() == 1 ? redacted : received.toText(Long.MAX_VALUE));
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
