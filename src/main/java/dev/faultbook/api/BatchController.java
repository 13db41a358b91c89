package dev.faultbook.api;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.report.Report;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.ErrorAnswer;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.LineReceiver;
import dev.faultbook.server.LineSender;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.FaultCounts;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Diagnoses many logs in one call: a line of JSON for each, in and out. */
@RestController
@Tag(name = "diagnoses")
class BatchController {
  /**
   * Most logs of a batch at a time: half of what the gate lets in, so that others find it open, and
   * enough to keep every processor busy.
   */
  private static final int PARALLEL = Runtime.getRuntime().availableProcessors();

  private final UploadReceiver intake;
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final FaultCounts counts;
  private final MemoryBudget budget;
  private final JsonMapper json;

  BatchController(
      UploadReceiver intake,
      Diagnoser diagnoser,
      DiagnosisGate gate,
      FaultCounts counts,
      MemoryBudget budget,
      JsonMapper json) {
    this.intake = intake;
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.counts = counts;
    this.budget = budget;
    this.json = json;
  }

  /** The answer to a line that was diagnosed. */
  record Answer(@Nullable JsonNode id, Report diagnosis) {}

  /** The answer to a line that was not. */
  record Failed(@Nullable JsonNode id, Failure error) {}

  /**
   * Why a line was not diagnosed.
   *
   * @param line its number in the body, from 1
   * @param status the status that the log would get alone
   * @param detail the reason
   */
  record Failure(long line, int status, String detail) {}

  /** What the caller wants of each answer. */
  private record Wish(Language language, Report.Detail detail) {}

  @PostMapping("/api/v1/diagnoses:batch")
  void diagnose(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Query query = Query.fromRequest(request);
    Wish wish = new Wish(query.requestedLanguage(), query.readDetail());
    if (request.getHeader("Content-Encoding") != null) {
      throw new RefusedException(RefusalReason.TYPE);
    }
    LineReceiver lines = new LineReceiver(request.getInputStream(), budget);
    response.setContentType("application/x-ndjson");
    response.setHeader("Cache-Control", "no-store");
    LineSender answers = LineSender.open(request, response, budget);
    Thread.ofVirtual().name("batch").start(() -> diagnoseAll(lines, answers, wish));
  }

  private void diagnoseAll(LineReceiver lines, LineSender answers, Wish wish) {
    Semaphore free = new Semaphore(PARALLEL);
    try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (Optional<LineReceiver.Line> line = lines.next();
            line.isPresent() && !answers.isGone();
            line = lines.next()) {
          LineReceiver.Line given = line.get();
          free.acquire();
          workers.execute(
              () -> {
                try {
                  answerLine(given, answers, wish);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt(); // nobody waits for the answer
                } finally {
                  free.release();
                }
              });
        }
        free.acquire(PARALLEL);
        answers.end();
      } catch (IOException | InterruptedException left) {
        workers.shutdownNow();
      }
    } finally {
      answers.abort();
    }
  }

  private void answerLine(LineReceiver.Line line, LineSender answers, Wish wish)
      throws InterruptedException {
    Optional<Object> answer;
    try (line) {
      answer = line.isBlank() ? Optional.empty() : Optional.of(diagnose(line, wish));
    }
    if (answer.isPresent() && !answers.isGone()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      json.writeValue(out, answer.get());
      out.write('\n');
      answers.add(out.toByteArray());
    }
  }

  private Object diagnose(LineReceiver.Line line, Wish wish) {
    JsonNode id = null;
    try {
      JsonNode given = json.readTree(line.bytes());
      id = given.get("id");
      JsonNode log = given.get("log");
      if (log == null || !log.isString()) {
        return failed(line, id, 400, "The line has no text \"log\".");
      }
      return new Answer(id, diagnose(line, log.asString(), wish));
    } catch (JacksonException notJson) {
      return failed(line, id, 400, "The line is not a JSON document.");
    } catch (IOException | RuntimeException e) {
      return failed(line, id, ErrorAnswer.of(e), wish.language());
    } catch (OutOfMemoryError e) {
      return failed(line, id, ErrorAnswer.of(new IllegalStateException(e)), wish.language());
    }
  }

  private static Failed failed(
      LineReceiver.Line line, @Nullable JsonNode id, ErrorAnswer error, Language language) {
    Locale locale = Locale.forLanguageTag(language.tag());
    return failed(line, id, error.status().value(), error.text(locale));
  }

  private Report diagnose(LineReceiver.Line line, String text, Wish wish) throws IOException {
    try (InMemoryLog log = intake.receiveText(text)) {
      line.close();
      Report report =
          Report.fromDiagnosis(
              gate.call(log.byteCount(), () -> diagnoser.diagnose(log)),
              wish.language(),
              wish.detail());
      counts.countReport(report);
      return counts.withSeen(report);
    }
  }

  private static Failed failed(
      LineReceiver.Line line, @Nullable JsonNode id, int status, String detail) {
    return new Failed(id, new Failure(line.number(), status, detail));
  }
}
