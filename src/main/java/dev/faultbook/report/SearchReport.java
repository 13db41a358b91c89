package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.log.TextParts;
import dev.faultbook.redaction.Redactor;
import java.net.URLEncoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A web search for a failure of which no page explains more than its class: its exact message,
 * without secrets and personal data, and short enough for a search field.
 *
 * @param phrase the message without quotes, up to the first secret or personal name in it
 * @param url search for the quoted phrase in GitHub issues
 */
public record SearchReport(String phrase, String url) {
  /**
   * Most characters of a phrase. GitHub limits a search to 256 characters, including the quotes.
   */
  private static final int MAX_LENGTH = 120;

  private static final int MIN_LENGTH = 8;

  private static final String GITHUB = "https://github.com/search?type=issues&q=";

  /**
   * Creates the search for a failure; null if fewer than 8 characters of its message can be used.
   */
  static @Nullable SearchReport forFailure(FailureReport failure) {
    String line = failure.text().lines().findFirst().orElse("");
    String safe = Redactor.shared().redact(line).text();
    // Up to the first placeholder.
    int end = Arrays.mismatch(line.toCharArray(), safe.toCharArray());
    String phrase =
        shorten(safe.substring(0, end < 0 ? safe.length() : end).replace('"', ' ').strip());
    return phrase.length() < MIN_LENGTH
        ? null
        : new SearchReport(phrase, GITHUB + URLEncoder.encode('"' + phrase + '"', UTF_8));
  }

  /** Truncates at a word boundary, because a search for a truncated word finds nothing. */
  private static String shorten(String words) {
    StringBuilder phrase = new StringBuilder();
    for (String word : TextParts.splitAt(words, ' ')) {
      if (phrase.length() + word.length() >= MAX_LENGTH) {
        break;
      }
      phrase.append(word).append(word.isEmpty() ? "" : " ");
    }
    return phrase.toString().strip();
  }
}
