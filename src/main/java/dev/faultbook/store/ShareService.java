package dev.faultbook.store;

import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.DiagnosisDesk;
import dev.faultbook.intake.InMemoryLog;
import dev.faultbook.language.Language;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.redaction.Redaction;
import dev.faultbook.redaction.RedactionPreview;
import dev.faultbook.redaction.RedactionPreviews;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.Report;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores diagnoses for those who ask for it: the log is redacted first, and the redacted log is
 * what is diagnosed, stored and answered, so that what others see is what the sender saw.
 */
@Component
public class ShareService {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final DiagnosisStore archive;
  private final Redactor redactor = new Redactor();
  private final DiagnosisDesk desk;
  private final long limit;

  ShareService(
      DiagnosisStore archive,
      DiagnosisDesk desk,
      @Value("${faultbook.save-limit:16MB}") DataSize limit) {
    this.archive = archive;
    this.desk = desk;
    this.limit = limit.toBytes();
  }

  /** Most bytes of plain text in a log that is stored. */
  public long limit() {
    return limit;
  }

  /** How long a stored diagnosis is kept. */
  public Duration kept() {
    return archive.retention();
  }

  /**
   * Redacts, diagnoses and stores a log.
   *
   * @param language of the report that is given back; both are stored
   * @throws LogTooLargeException when the log is larger than {@link #limit}
   * @throws StoreUnavailableException while the database cannot be reached
   */
  public SharedDiagnosis share(InMemoryLog log, Language language) throws IOException {
    // One at a time: it holds the whole text several times over.
    synchronized (this) {
      archive.probe();
      Redaction redaction = redactor.redact(log.text(limit));
      Redacted redacted = diagnose(log, redaction.text());
      Diagnosis diagnosis = redacted.diagnosis();
      Report en = Report.of(diagnosis, Language.EN);
      Report zh = Report.of(diagnosis, Language.ZH);
      ShareReceipt receipt =
          archive.save(
              new NewDiagnosis(
                  redacted.text(),
                  redaction.counts(),
                  language.tag(),
                  JSON.writeValueAsString(en),
                  JSON.writeValueAsString(zh),
                  en.findings().stream()
                      .map(found -> new NewDiagnosis.Finding(found.entry(), found.kind()))
                      .toList()));
      return new SharedDiagnosis(receipt, language == Language.ZH ? zh : en, redaction.counts());
    }
  }

  /**
   * What {@link #share} would take out of a log. Stores nothing and needs no database.
   *
   * @throws LogTooLargeException when the log is larger than {@link #limit}
   */
  public RedactionPreview preview(InMemoryLog log) throws LogTooLargeException {
    synchronized (this) {
      String text = log.text(limit);
      return RedactionPreviews.of(text, redactor.redact(text));
    }
  }

  /** The report of a saved diagnosis. */
  public static Report report(StoredDiagnosis saved, Language language) {
    return JSON.readValue(
        language == Language.ZH ? saved.reportZh() : saved.reportEn(), Report.class);
  }

  private record Redacted(Diagnosis diagnosis, String text) {}

  /** Redacting keeps lines lines, so that they can be given back to their files. */
  private Redacted diagnose(InMemoryLog log, String redacted) throws IOException {
    try (InMemoryLog.Receiver receiver = desk.receive()) {
      int from = 0;
      for (int file = 0; file < log.count(); file++) {
        int to = redacted.length();
        if (file + 1 < log.count()) {
          to = after(redacted, from, log.lines(file));
        }
        byte[] bytes = redacted.substring(from, to).getBytes(StandardCharsets.UTF_8);
        receiver.add(
            redactor.redact(log.name(file)).text(),
            new ByteArrayInputStream(bytes),
            Optional.of(StandardCharsets.UTF_8));
        from = to;
      }
      try (InMemoryLog received = receiver.log()) {
        // The names are redacted too, which may put the files in another order.
        return new Redacted(
            desk.diagnose(received), log.count() == 1 ? redacted : received.text(Long.MAX_VALUE));
      }
    }
  }

  /** Where the text goes on after so many lines. */
  private static int after(String text, int from, long lines) {
    int at = from;
    for (long i = 0; i < lines; i++) {
      at = text.indexOf('\n', at) + 1;
    }
    return at;
  }
}
