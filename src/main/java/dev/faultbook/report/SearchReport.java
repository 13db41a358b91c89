package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.redaction.Redactor;
import java.net.URLEncoder;
import org.jspecify.annotations.Nullable;

/**
 * A web search for a failure that no page explains: its exact message, without secrets and personal
 * data, and short enough for a search field.
 *
 * @param phrase the message without quotes, up to the first secret or personal name in it
 * @param url search for the quoted phrase in GitHub issues
 */
public record SearchReport(String phrase, String url) {
  /**
   * Most characters of a phrase. GitHub limits a search to 256 characters, including the quotes.
   */
  private static final int LONGEST = 120;

  private static final int SHORTEST = 8;

  private static final String GITHUB = "https://github.com/search?type=issues&q=";

  /**
   * Creates the search for a failure; null if fewer than 8 characters of its message can be used.
   */
  static @Nullable SearchReport forFailure(FailureReport failure) {
    String line = failure.text().lines().findFirst().orElse("");
    String safe = Redactor.shared().redact(line).text();
    int end = Math.min(safe.length(), firstDifference(line, safe));
    String phrase = shorten(safe.substring(0, end).replace('"', ' ').strip());
    return phrase.length() < SHORTEST
        ? null
        : new SearchReport(phrase, GITHUB + URLEncoder.encode('"' + phrase + '"', UTF_8));
  }

  /** Returns the index of the first difference, where redaction inserted a placeholder. */
  private static int firstDifference(String line, String safe) {
    int i = 0;
    while (i < line.length() && i < safe.length() && line.charAt(i) == safe.charAt(i)) {
      i++;
    }
    return i;
  }

  /** Truncates at a word boundary, because a search for a truncated word finds nothing. */
  private static String shorten(String words) {
    StringBuilder phrase = new StringBuilder();
    int from = 0;
    while (from < words.length()) {
      int blank = words.indexOf(' ', from);
      int to = blank < 0 ? words.length() : blank;
      if (phrase.length() + to - from >= LONGEST) {
        return phrase.toString().strip();
      }
      if (to > from) {
        phrase.append(words, from, to).append(' ');
      }
      from = to + 1;
    }
    return phrase.toString().strip();
  }
}
