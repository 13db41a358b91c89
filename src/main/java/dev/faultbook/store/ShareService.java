package dev.faultbook.store;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.log.FileNames;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.redaction.RedactedText;
import dev.faultbook.redaction.RedactionPreview;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.redaction.StrikeOuts;
import dev.faultbook.report.Report;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores diagnoses on request: the log is redacted first, and the redacted log is diagnosed, stored
 * and answered, so that others see exactly what the user saw.
 */
@Component
public class ShareService {
  private static final Report.Detail WITH_SERIES = new Report.Detail(Diagnoser.MAX_EVIDENCE, true);

  /** Reads reports of earlier releases, which lack some lists, as well. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .withConfigOverride(
              List.class,
              all -> all.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private final DiagnosisStore archive;
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final Throttle saves;
  private final MemoryBudget budget;
  private final StoreSettings settings;

  ShareService(
      DiagnosisStore archive,
      Diagnoser diagnoser,
      DiagnosisGate gate,
      MemoryBudget budget,
      StoreSettings settings) {
    this.archive = archive;
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.saves = new Throttle(settings.savesPerClient(), settings.savesInAll());
    this.budget = budget;
    this.settings = settings;
  }

  /** Most bytes of uncompressed text in a log that is stored. */
  public long limit() {
    return settings.maxLogSize().toBytes();
  }

  /** How long a stored diagnosis is kept. */
  public Duration retentionPeriod() {
    return settings.retention();
  }

  /**
   * What the owner of a log wants of its diagnosis.
   *
   * @param strikeOuts words that go as well
   * @param findable whether others with the same failure, and curators, may find it; otherwise only
   *     who is given its address
   */
  public record Wish(StrikeOuts strikeOuts, boolean findable) {}

  /**
   * Redacts, diagnoses and stores a log.
   *
   * @param client the client that shares it
   * @param wish what its owner wants
   * @param language language of the returned report; both are stored
   * @throws LogTooLargeException if the log is larger than {@link #limit}
   * @throws StoreUnavailableException while the database is unreachable or has no space left
   * @throws RefusedException if too many logs are being diagnosed, or were stored in this minute
   */
  public SharedDiagnosis share(String client, InMemoryLog log, Wish wish, Language language)
      throws IOException {
    saves.admit(client);
    // Outside the gate, because an unresponsive database must not delay diagnoses.
    archive.probeSaving();
    Redacted redacted = gate.call(log.byteCount(), () -> redactAndDiagnose(log, wish.strikeOuts()));
    ShareReceipt receipt =
        archive.save(
            redacted.text(),
            language.tag(),
            JSON.writeValueAsString(redacted.en()),
            JSON.writeValueAsString(redacted.zh()),
            wish.findable() ? redacted.en().fingerprint() : null);
    return new SharedDiagnosis(
        receipt, language == Language.ZH ? redacted.zh() : redacted.en(), redacted.text().counts());
  }

  /**
   * Shows what {@link #share} would redact. Stores nothing and needs no database.
   *
   * @param strikeOuts words that go as well
   * @throws LogTooLargeException if the log is larger than {@link #limit}
   * @throws RefusedException if too many logs are being diagnosed
   */
  public RedactionPreview preview(InMemoryLog log, StrikeOuts strikeOuts) throws IOException {
    return gate.call(
        log.byteCount(), () -> Redactor.shared().preview(log.toText(limit()), strikeOuts));
  }

  /** The report of a saved diagnosis. */
  public static Report readReport(StoredDiagnosis saved, Language language) {
    return readReport(language == Language.ZH ? saved.reportZh() : saved.reportEn());
  }

  static Report readReport(String json) {
    return JSON.readValue(json, Report.class);
  }

  private record RedactedFile(String name, RedactedText text) {}

  private record Redacted(RedactedText text, Report en, Report zh) {}

  private Redacted redactAndDiagnose(InMemoryLog log, StrikeOuts strikeOuts) throws IOException {
    RedactedText text = Redactor.shared().redact(log.toText(limit()), strikeOuts);
    List<RedactedFile> files = redactFiles(log, text, strikeOuts);
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(Long.MAX_VALUE, budget)) {
      for (RedactedFile file : files) {
        byte[] bytes = file.text().text().getBytes(StandardCharsets.UTF_8);
        receiver.add(file.name(), new ByteArrayInputStream(bytes));
      }
      try (InMemoryLog received = receiver.finishLog()) {
        Diagnosis diagnosis = diagnoser.diagnose(received);
        return new Redacted(
            RedactedText.join(files.stream().map(RedactedFile::text).toList()),
            Report.fromDiagnosis(diagnosis, Language.EN, WITH_SERIES),
            Report.fromDiagnosis(diagnosis, Language.ZH, WITH_SERIES));
      }
    }
  }

  /**
   * Redaction preserves lines, so that they can be assigned to their files again. The names are
   * redacted too, which may change the order of the files.
   */
  private List<RedactedFile> redactFiles(
      InMemoryLog log, RedactedText text, StrikeOuts strikeOuts) {
    List<Long> lines = IntStream.range(0, log.count()).mapToObj(log::lineCount).toList();
    List<RedactedText> parts = log.count() == 1 ? List.of(text) : text.splitLines(lines);
    return IntStream.range(0, log.count())
        .mapToObj(
            file ->
                new RedactedFile(
                    Redactor.shared().redactFileName(log.name(file), strikeOuts), parts.get(file)))
        .sorted(
            Comparator.comparing(RedactedFile::name, FileNames.ORDER)
                .thenComparingInt(file -> file.text().text().length()))
        .toList();
  }
}
