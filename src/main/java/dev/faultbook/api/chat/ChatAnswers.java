package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.report.Dialect;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.ErrorAnswer;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.FaultCounts;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Answers the text of a message. */
@Component
final class ChatAnswers {
  private static final String COMMAND = "/faultbook";
  private static final String FENCE = "```";
  private static final int MAX_SEARCH = 120;
  private static final int MAX_WAIT_SECONDS = 30;

  /** Most bytes of a file. */
  static final long MAX_FILE = 32L * 1024 * 1024;

  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final UploadReceiver intake;
  private final FaultCounts counts;

  /** Files on their way are in memory before they are packed. */
  private final Semaphore fetching = new Semaphore(1);

  ChatAnswers(Diagnoser diagnoser, DiagnosisGate gate, UploadReceiver intake, FaultCounts counts) {
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.intake = intake;
    this.counts = counts;
  }

  /**
   * The answer to the message of a request: a diagnosis, or one line of usage if there is no text.
   *
   * @param message what the user wrote, with or without the command
   * @param otherwise the language, unless the text or the query says another
   * @throws ResponseStatusException if the query names an unknown language
   */
  ChatAnswer answer(HttpServletRequest request, String message, Dialect dialect, Language otherwise)
      throws IOException {
    return answer(message, dialect, languageOf(request, message, otherwise), base());
  }

  /** Address of the pages, as the current request names it. */
  static String base() {
    return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
  }

  /**
   * The answer to a message.
   *
   * @param base address of the pages
   */
  ChatAnswer answer(String message, Dialect dialect, Language language, String base)
      throws IOException {
    String text = logIn(message);
    if (text.isBlank()) {
      return usage(language, dialect);
    }
    try (InMemoryLog log = intake.receiveText(text)) {
      Report report = diagnose(log, language);
      ChatAnswer answer = write(report, dialect, language, base);
      return report.verdict() == Conclusion.NO_MATCH
          ? new ChatAnswer(
              answer.text() + searchLine(text, language, base, dialect), language, answer.page())
          : answer;
    } catch (RefusedException notText) {
      if (notText.refusal() == RefusalReason.BUSY) {
        throw notText;
      }
      return usage(language, dialect);
    }
  }

  /** The same, or why there is no answer. */
  ChatAnswer answerOrSay(String message, Dialect dialect, Language language, String base) {
    try {
      return answer(message, dialect, language, base);
    } catch (IOException | RuntimeException e) {
      return say(e, dialect, language);
    }
  }

  /** Fetches files, each by its name, packed or not. */
  interface Files {
    Map<String, byte[]> fetch() throws IOException, InterruptedException;
  }

  /** The answer to files, or why there is none. Those of one message at a time are fetched. */
  ChatAnswer answerOrSay(Files files, Dialect dialect, Language language, String base)
      throws InterruptedException {
    try (InMemoryLog.Receiver receiver = intake.openReceiver()) {
      if (!fetching.tryAcquire(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new RefusedException(RefusalReason.BUSY);
      }
      try {
        Map<String, byte[]> fetched;
        try {
          fetched = files.fetch();
        } catch (IOException e) {
          return sayUnread(e, dialect, language);
        }
        for (Map.Entry<String, byte[]> file : fetched.entrySet()) {
          receiver.add(file.getKey(), new ByteArrayInputStream(file.getValue()));
        }
      } finally {
        fetching.release();
      }
      try (InMemoryLog log = receiver.finishLog()) {
        return write(diagnose(log, language), dialect, language, base);
      }
    } catch (IOException | RuntimeException e) {
      return say(e, dialect, language);
    }
  }

  /** Why there is no answer. */
  private static ChatAnswer say(Exception e, Dialect dialect, Language language) {
    String why = ErrorAnswer.of(e).text(Locale.forLanguageTag(language.tag()));
    return new ChatAnswer(dialect.words(why), language, null);
  }

  /** Why a message that holds the log, or its files, could not be read. */
  static ChatAnswer sayUnread(IOException e, Dialect dialect, Language language) {
    Phrases phrases = Phrases.of(language);
    String why =
        e instanceof ChatApi.LargeFileException
            ? phrases.say("chat.large", Long.toString(MAX_FILE >> 20))
            : phrases.say("chat.unread", String.valueOf(e.getMessage()));
    return new ChatAnswer(dialect.words(why), language, null);
  }

  private static ChatAnswer write(Report report, Dialect dialect, Language language, String base) {
    Report.Found lead = report.lead();
    return new ChatAnswer(
        ReportWriter.toShort(report, language, base, dialect),
        language,
        lead == null ? null : new ChatAnswer.Page(lead.entry(), base + lead.url()));
  }

  private Report diagnose(InMemoryLog log, Language language) throws IOException {
    Report report =
        gate.call(log.byteCount(), () -> Report.fromDiagnosis(diagnoser.diagnose(log), language));
    counts.countReport(report);
    return counts.withSeen(report);
  }

  private static ChatAnswer usage(Language language, Dialect dialect) {
    return new ChatAnswer(dialect.words(Phrases.of(language).say("chat.usage")), language, null);
  }

  /** A search of the pages for the first line of the text. */
  private static String searchLine(String text, Language language, String base, Dialect dialect) {
    String first = text.strip().lines().findFirst().orElse("");
    String words = first.substring(0, Math.min(first.length(), MAX_SEARCH));
    String url = base + "/search?q=" + URLEncoder.encode(words, UTF_8);
    return "- " + dialect.link(Phrases.of(language).say("chat.search"), url) + "\n";
  }

  /** The text without the command, where the chat leaves it in, and without a code fence. */
  private static String logIn(String message) {
    String text = message.strip();
    if (text.startsWith(COMMAND)) {
      text = text.substring(COMMAND.length()).strip();
    }
    if (text.startsWith(FENCE)) {
      text = text.substring(FENCE.length());
    }
    return text.endsWith(FENCE) ? text.substring(0, text.length() - FENCE.length()) : text;
  }

  private static Optional<Language> askedLanguage(HttpServletRequest request) {
    return QueryString.of(request)
        .find("lang")
        .map(
            tag ->
                Language.fromTag(tag)
                    .orElseThrow(
                        () ->
                            new ResponseStatusException(
                                HttpStatus.BAD_REQUEST, "lang must be en or zh.")));
  }

  /** What the query says, else what the text is in. */
  static Language languageOf(HttpServletRequest request, String text, Language otherwise) {
    return askedLanguage(request).orElseGet(() -> languageOf(text, otherwise));
  }

  /** Chinese if a text has Chinese characters. */
  static Language languageOf(String text, Language otherwise) {
    boolean chinese =
        text.codePoints()
            .anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN);
    return chinese ? Language.ZH : otherwise;
  }
}
