package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * HTTP headers with credentials, such as {@code Authorization: Bearer …}. Keeps the name and the
 * scheme of the header and redacts the rest.
 */
final class HeaderSecrets implements SecretFinder {

  private static final String AUTHORIZATION = "authorization";
  private static final String COOKIE = "cookie";
  private static final String BEARER = "bearer";

  private static final LineGrams.Trigger AUTHORIZATION_TRIGGER =
      new LineGrams.Trigger(AUTHORIZATION);
  private static final LineGrams.Trigger COOKIE_TRIGGER = new LineGrams.Trigger(COOKIE);
  private static final LineGrams.Trigger BEARER_TRIGGER = new LineGrams.Trigger(BEARER);

  /**
   * Authentication schemes (RFC 9110, section 11.1) that are followed by a single word, the
   * credential.
   */
  private static final Set<String> WORD_SCHEMES =
      Set.of("bearer", "basic", "token", "negotiate", "apikey", "key", "splunk");

  /** Authentication schemes that are followed by a list of parameters, several of them secret. */
  private static final Set<String> LIST_SCHEMES = Set.of("digest", "oauth", "hawk");

  /** A part of the names of schemes that sign the request, which have parameters as well. */
  private static final String SIGNING = "-hmac-";

  private static final int LONGEST_SCHEME = 20;
  private static final int LONGEST_COOKIE = 4096;

  /** How Go prints the list of the values of a header. */
  private static final String GO_LIST = "[]string{";

  private static final int MIN_BEARER = 12;

  private final ValueMessages messages;

  HeaderSecrets(ValueMessages messages) {
    this.messages = messages;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    if (AUTHORIZATION_TRIGGER.mayOccurIn(grams)) {
      findAuthorizations(line, found);
    }
    if (COOKIE_TRIGGER.mayOccurIn(grams)) {
      findCookies(line, found);
    }
    if (BEARER_TRIGGER.mayOccurIn(grams)) {
      findBearers(line, found);
    }
  }

  private void findAuthorizations(String line, RedactedSpans found) {
    int at = TextRuns.indexOfIgnoringCase(line, AUTHORIZATION, 0);
    while (at >= 0) {
      int next = at + AUTHORIZATION.length();
      int start = valueStart(line, next);
      if (start >= 0 && messages.areAt(line, start)) {
        next = start;
      } else if (start >= 0) {
        char quote = enclosingQuote(line, at, start);
        next = Math.max(next, takeCredentials(line, start, quote, found));
      } else {
        takePair(line, new TextRange(at, next), found);
      }
      at = TextRuns.indexOfIgnoringCase(line, AUTHORIZATION, next);
    }
  }

  /**
   * Redacts the credentials after the scheme, or the whole value if it has no scheme, and returns
   * their end.
   */
  private static int takeCredentials(String line, int start, char quote, RedactedSpans found) {
    int schemeEnd = wordEnd(line, start, start + LONGEST_SCHEME);
    String scheme = line.substring(start, schemeEnd).toLowerCase(Locale.ROOT);
    int behind = TextRuns.skipBlanks(line, schemeEnd);
    int end = behind > schemeEnd ? wordEnd(line, behind, line.length()) : behind;
    boolean follows = end > behind;
    if (follows && (LIST_SCHEMES.contains(scheme) || scheme.contains(SIGNING))) {
      return take(line, behind, listEnd(line, behind, quote), found);
    }
    if (follows && WORD_SCHEMES.contains(scheme)) {
      return take(line, behind, bracketsTrimmed(line, behind, end), found);
    }
    boolean unknown = follows && isScheme(scheme) && isCredential(line, behind, end);
    int last = unknown ? end : wordEnd(line, start, line.length());
    boolean none = ValueRule.isNullOrMask(line, SecretValue.at(line, start, last - start));
    return none ? last : take(line, start, bracketsTrimmed(line, start, last), found);
  }

  /** Whether the first word of a value may be the name of a scheme: {@code Splunk}. */
  private static boolean isScheme(String word) {
    return word.chars().allMatch(c -> isNamePart((char) c));
  }

  /** Whether the word behind an unknown scheme ends the header or looks like a credential. */
  private static boolean isCredential(String line, int start, int end) {
    SecretValue value = new SecretValue(start, end, false);
    return end == line.length()
        || !TextRuns.isBlank(line.charAt(end))
        || line.charAt(end - 1) == ','
        || ValueRule.RANDOM.accepts(line, value)
        || ValueRule.looksMixed(line, value);
  }

  /** Excludes brackets behind a credential, which close a list: {@code [Bearer …]}. */
  private static int bracketsTrimmed(String line, int start, int end) {
    int i = end;
    while (i > start && "])}".indexOf(line.charAt(i - 1)) >= 0) {
      i--;
    }
    return i;
  }

  /** Redacts the credentials of {@code (b'authorization', b'Token …')}. */
  private static void takePair(String line, TextRange name, RedactedSpans found) {
    SecretValue value = pairedValue(line, name);
    if (value == null) {
      return;
    }
    boolean scheme = line.substring(value.start(), value.end()).indexOf(' ') >= 0;
    if (scheme || ValueRule.RANDOM.accepts(line, value)) {
      takeCredentials(line, value.start(), line.charAt(value.start() - 1), found);
    }
  }

  /** The value of {@code (b'cookie', b'sid=…')}; null if the name is not that of such a pair. */
  private static @Nullable SecretValue pairedValue(String line, TextRange name) {
    int quote = name.start() - 1;
    while (quote > 0 && name.start() - quote < LONGEST_SCHEME && isNamePart(line.charAt(quote))) {
      quote--;
    }
    int bracket = quote > 0 && line.charAt(quote - 1) == 'b' ? quote - 2 : quote - 1;
    QuotedPair pair =
        bracket >= 0 && "([".indexOf(line.charAt(bracket)) >= 0
            ? QuotedPair.at(line, bracket)
            : null;
    if (pair == null || pair.name().end() != name.end() || pair.value().length() <= 0) {
      return null;
    }
    return pair.value();
  }

  private static boolean isNamePart(char c) {
    return TextRuns.isLetter(c) || c == '-';
  }

  /** The quote around the value or around the whole header; a blank if there is none. */
  private static char enclosingQuote(String line, int name, int value) {
    if (TextRuns.isQuote(line.charAt(value - 1))) {
      return line.charAt(value - 1);
    }
    boolean quoted = name > 0 && TextRuns.isQuote(line.charAt(name - 1));
    return quoted ? line.charAt(name - 1) : ' ';
  }

  private static int listEnd(String line, int start, char quote) {
    int i = start;
    while (i < line.length() && (quote == ' ' || line.charAt(i) != quote)) {
      i += line.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(i, line.length());
  }

  private void findCookies(String line, RedactedSpans found) {
    int at = TextRuns.indexOfIgnoringCase(line, COOKIE, 0);
    while (at >= 0) {
      int next = at + COOKIE.length();
      boolean word = at == 0 || !TextRuns.isWordPart(line.charAt(at - 1));
      int start = word ? valueStart(line, next) : -1;
      if (start >= 0 && messages.areAt(line, start)) {
        next = start;
      } else if (start >= 0) {
        char quote = enclosingQuote(line, at, start);
        next = Math.max(next, take(line, start, cookieEnd(line, start, quote), found));
      } else if (word && line.startsWith("s", next)) {
        next = takeDictionary(line, next + 1, found);
      } else if (word) {
        SecretValue value = pairedValue(line, new TextRange(at, next));
        if (value != null && line.substring(value.start(), value.end()).indexOf('=') > 0) {
          next = Math.max(next, take(line, value.start(), value.end(), found));
        }
      }
      at = TextRuns.indexOfIgnoringCase(line, COOKIE, next);
    }
  }

  /**
   * Redacts the values of {@code cookies={'session': '…', 'id': '…'}}, and returns the position at
   * which the scan continues.
   */
  private static int takeDictionary(String line, int nameEnd, RedactedSpans found) {
    int i = valueStart(line, nameEnd);
    if (i < 0 || line.charAt(i) != '{') {
      return nameEnd;
    }
    while (i < line.length() && line.charAt(i) != '}') {
      int next = i + 1;
      if (line.charAt(i) == ':') {
        int at = TextRuns.skipBlanks(line, i + 1);
        SecretValue value = SecretValue.at(line, at, line.length());
        next = Math.max(next, take(line, value.start(), value.end(), found));
      }
      i = next;
    }
    return i;
  }

  /** Returns the end of the cookies of a header, whose values may be in quotes. */
  private static int cookieEnd(String line, int start, char enclosing) {
    int i = start;
    while (i < line.length()) {
      if (line.charAt(i) == '\\' || isPlainQuote(line.charAt(i))) {
        int end = quotedCookieEnd(line, i, enclosing);
        if (end < 0) {
          return i;
        }
        i = end;
      } else {
        i++;
      }
    }
    return i;
  }

  /** Returns the end of the value in {@code name="…"}; -1 if the quote ends the header. */
  private static int quotedCookieEnd(String line, int opening, char enclosing) {
    int content = skipQuote(line, opening);
    boolean opens = content > opening && line.charAt(opening - 1) == '=';
    if (!opens || line.charAt(opening) == enclosing) {
      return -1;
    }
    String quote = line.substring(opening, content);
    int limit = Math.min(line.length(), content + LONGEST_COOKIE);
    int close = line.indexOf(quote, content, limit);
    return close < 0 ? -1 : close + quote.length();
  }

  private static void findBearers(String line, RedactedSpans found) {
    int at = TextRuns.indexOfIgnoringCase(line, BEARER, 0);
    while (at >= 0) {
      int next = at + BEARER.length();
      boolean word = at == 0 || !TextRuns.isWordPart(line.charAt(at - 1));
      int start = TextRuns.skipBlanks(line, next);
      if (word && start > next) {
        int end = start;
        while (end < line.length() && isTokenPart(line.charAt(end))) {
          end++;
        }
        if (end - start >= MIN_BEARER) {
          next = take(line, start, end, found);
        }
      }
      at = TextRuns.indexOfIgnoringCase(line, BEARER, next);
    }
  }

  private static int take(String line, int start, int end, RedactedSpans found) {
    if (!Placeholders.startsAt(line, start) && !References.cover(line, start, end)) {
      found.add(start, end, SecretKind.SECRET);
    }
    return end;
  }

  /**
   * Returns the start of the value of a header whose name ends at {@code nameEnd}; -1 if no {@code
   * :} or {@code =} follows.
   */
  private static int valueStart(String line, int nameEnd) {
    int sign = TextRuns.skipBlanks(line, skipQuote(line, nameEnd));
    if (sign >= line.length() || (line.charAt(sign) != ':' && line.charAt(sign) != '=')) {
      return -1;
    }
    int start = TextRuns.skipBlanks(line, sign + 1);
    if (line.startsWith(GO_LIST, start)) {
      start += GO_LIST.length();
    } else if (start < line.length() && line.charAt(start) == '[') {
      start++;
    }
    boolean bytes = line.startsWith("b'", start) || line.startsWith("b\"", start);
    start = TextRuns.skipBlanks(line, skipQuote(line, bytes ? start + 1 : start));
    return start < line.length() ? start : -1;
  }

  /**
   * Returns the position after a quote, which may be escaped with a backslash; {@code from} if
   * there is no quote.
   */
  private static int skipQuote(String line, int from) {
    int quote = from < line.length() && line.charAt(from) == '\\' ? from + 1 : from;
    return quote < line.length() && isPlainQuote(line.charAt(quote)) ? quote + 1 : from;
  }

  private static int wordEnd(String line, int from, int limit) {
    int i = from;
    while (i < line.length() && i < limit && isCredentialPart(line.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isCredentialPart(char c) {
    return !TextRuns.isBlank(c) && !isPlainQuote(c) && c != '\\';
  }

  private static boolean isPlainQuote(char c) {
    return c == '"' || c == '\'';
  }

  private static boolean isTokenPart(char c) {
    return TextRuns.isLetterOrDigit(c) || "._~+/=-".indexOf(c) >= 0;
  }
}
