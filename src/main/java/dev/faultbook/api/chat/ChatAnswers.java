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

  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final UploadReceiver intake;
  private final FaultCounts counts;

  ChatAnswers(Diagnoser diagnoser, DiagnosisGate gate, UploadReceiver intake, FaultCounts counts) {
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.intake = intake;
    this.counts = counts;
  }

  /**
   * The answer to a message: a diagnosis, or one line of usage if there is no text.
   *
   * @param message what the user wrote, with or without the command
   * @param otherwise the language, unless the text or the query says another
   * @throws ResponseStatusException if the query names an unknown language
   */
  String answer(HttpServletRequest request, String message, Dialect dialect, Language otherwise)
      throws IOException {
    Language language = askedLanguage(request).orElseGet(() -> languageOf(message, otherwise));
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    return answer(message, dialect, language, base);
  }

  /**
   * The answer to a message that came with no request.
   *
   * @param base address of the pages
   */
  String answer(String message, Dialect dialect, Language language, String base)
      throws IOException {
    String text = logIn(message);
    if (text.isBlank()) {
      return usage(language, dialect);
    }
    try (InMemoryLog log = intake.receiveText(text)) {
      Report report = diagnose(log, language);
      String answer = ReportWriter.toShort(report, language, base, dialect);
      return report.verdict() == Conclusion.NO_MATCH
          ? answer + searchLine(text, language, base, dialect)
          : answer;
    } catch (RefusedException notText) {
      if (notText.refusal() == RefusalReason.BUSY) {
        throw notText;
      }
      return usage(language, dialect);
    }
  }

  /** The same, or why there is no answer. */
  String answerOrSay(String message, Dialect dialect, Language language, String base) {
    try {
      return answer(message, dialect, language, base);
    } catch (IOException | RuntimeException e) {
      return say(e, dialect, language);
    }
  }

  /**
   * The answer to files, packed or not, or why there is none.
   *
   * @param files each by its name
   */
  String answerOrSay(Map<String, byte[]> files, Dialect dialect, Language language, String base) {
    try (InMemoryLog.Receiver receiver = intake.openReceiver()) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        receiver.add(file.getKey(), new ByteArrayInputStream(file.getValue()));
      }
      try (InMemoryLog log = receiver.finishLog()) {
        return ReportWriter.toShort(diagnose(log, language), language, base, dialect);
      }
    } catch (IOException | RuntimeException e) {
      return say(e, dialect, language);
    }
  }

  /** Why there is no answer. */
  static String say(Exception e, Dialect dialect, Language language) {
    return dialect.words(ErrorAnswer.of(e).text(Locale.forLanguageTag(language.tag())));
  }

  private Report diagnose(InMemoryLog log, Language language) throws IOException {
    Report report =
        gate.call(log.byteCount(), () -> Report.fromDiagnosis(diagnoser.diagnose(log), language));
    counts.countReport(report);
    return counts.withSeen(report);
  }

  private static String usage(Language language, Dialect dialect) {
    return dialect.words(Phrases.of(language).say("chat.usage"));
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

  /** Chinese if a text has Chinese characters. */
  static Language languageOf(String text, Language otherwise) {
    boolean chinese =
        text.codePoints()
            .anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN);
    return chinese ? Language.ZH : otherwise;
  }
}
