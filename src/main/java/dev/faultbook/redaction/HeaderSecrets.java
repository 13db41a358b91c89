package dev.faultbook.redaction;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/** HTTP headers that carry a credential: the name and the scheme stay, the rest goes. */
final class HeaderSecrets implements SecretFinder {

  private static final String QUOTE_AND_SIGN = "(?:\\\\?[\"'])?\\s*[:=]\\s*(?:b?\\\\?[\"'])?\\s*";

  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "(?i)authorization"
              + QUOTE_AND_SIGN
              + "(?:(?:bearer|basic|token|digest|negotiate|apikey)\\s+)?([^\\s\"'\\\\]+)");

  private static final Pattern COOKIE =
      Pattern.compile("(?i)\\b(?:set-)?cookie" + QUOTE_AND_SIGN + "([^\"'\\\\]+)");

  private static final Pattern BEARER =
      Pattern.compile("(?i)\\bbearer\\s+([A-Za-z0-9._~+/=-]{12,})");

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    findAll(line, "authorization", AUTHORIZATION, found);
    findAll(line, "cookie", COOKIE, found);
    findAll(line, "bearer", BEARER, found);
  }

  private static void findAll(String line, String trigger, Pattern pattern, RedactedSpans found) {
    if (!TextRuns.containsIgnoringCase(line, trigger)) {
      return;
    }
    Matcher matcher = pattern.matcher(line);
    while (matcher.find()) {
      if (!Placeholders.standsAt(line, matcher.start(1))) {
        found.add(matcher.start(1), matcher.end(1), SecretKind.SECRET);
      }
    }
  }
}
