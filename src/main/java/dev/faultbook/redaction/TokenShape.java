package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * A rule of {@code redaction.yaml}: a token that is recognised by its shape.
 *
 * @param prefix start of the token; empty if only the context identifies it
 * @param alphabet characters that may follow the prefix
 * @param length number of characters after the prefix
 * @param flags further conditions
 * @param holds text that the token must contain; may be empty
 * @param behind characters before the prefix that belong to the token
 * @param context condition on the line, which tokens without a prefix require
 */
record TokenShape(
    String prefix,
    Alphabet alphabet,
    Length length,
    Set<Flag> flags,
    String holds,
    Behind behind,
    Context context) {

  private static final int MAX_BEHIND = 40;
  private static final int LONGEST_TITLE = 60;

  enum Flag {
    /** The prefix is kept in the log. */
    KEEP,
    /** No letter, digit, underscore or hyphen precedes the prefix. */
    WORD,
    /** The token has a digit, unlike words joined by hyphens. */
    DIGIT,
    /** The token has upper-case letters, lower-case letters and digits. */
    MIXED,
    /** Decoded from Base64, the token is neither a certificate nor a public key. */
    PEM
  }

  /** Limits of the number of characters after the prefix, both inclusive. */
  record Length(int min, int max) {
    boolean accepts(int length) {
      return length >= min && length <= max;
    }
  }

  /**
   * The part of a token before its prefix.
   *
   * @param alphabet its characters; empty if the token begins with the prefix
   * @param min least number of characters
   */
  record Behind(Alphabet alphabet, int min) {}

  /** Words of which the line must contain at least one, and words of which it must contain none. */
  record Context(List<String> near, List<String> notNear) {
    Context {
      near = List.copyOf(near);
      notNear = List.copyOf(notNear);
    }

    boolean accepts(String line) {
      return near.stream().anyMatch(line::contains) && notNear.stream().noneMatch(line::contains);
    }
  }

  TokenShape {
    flags = Set.copyOf(flags);
  }

  void findTokens(String line, RedactedSpans found) {
    if (prefix.isEmpty()) {
      findWords(line, found);
    } else {
      findPrefixed(line, found);
    }
  }

  /**
   * Continues after each run of characters, redacted or not. A part of a run that is too short or
   * has no digit is not a token either, so that each character is read once.
   */
  private void findPrefixed(String line, RedactedSpans found) {
    int at = line.indexOf(prefix);
    if (at >= 0 && !context.near().isEmpty() && !context.accepts(line)) {
      return;
    }
    while (at >= 0) {
      int next = at + 1;
      if (!flags.contains(Flag.WORD) || startsWord(line, at)) {
        int start = at + prefix.length();
        int end = trimmedEnd(line, start, alphabet.runEnd(line, start));
        int first = behindStart(line, at);
        if (first >= 0 && length.accepts(end - start) && hasRequiredCharacters(line, start, end)) {
          found.add(flags.contains(Flag.KEEP) ? start : first, end, SecretKind.SECRET);
        }
        next = Math.max(end, next);
      }
      at = line.indexOf(prefix, next);
    }
  }

  /** Returns the start of the token; -1 if too few characters of the token precede the prefix. */
  private int behindStart(String line, int at) {
    if (behind.alphabet.isEmpty()) {
      return at;
    }
    int i = at;
    while (i > 0 && at - i < MAX_BEHIND && behind.alphabet.contains(line.charAt(i - 1))) {
      i--;
    }
    return at - i >= behind.min ? i : -1;
  }

  private void findWords(String line, RedactedSpans found) {
    if (!context.accepts(line)) {
      return;
    }
    int i = 0;
    while (i < line.length()) {
      int end = alphabet.runEnd(line, i);
      if (length.accepts(end - i)
          && startsWord(line, i)
          && (end == line.length() || !isWordPart(line.charAt(end)))
          && hasRequiredCharacters(line, i, end)) {
        found.add(i, end, SecretKind.SECRET);
      }
      i = end + 1;
    }
  }

  private static boolean has(String token, char first, char last) {
    return token.chars().anyMatch(c -> c >= first && c <= last);
  }

  private boolean hasRequiredCharacters(String line, int start, int end) {
    String token = line.substring(start, end);
    boolean digit = has(token, '0', '9');
    if (flags.contains(Flag.DIGIT) && !digit) {
      return false;
    }
    if (flags.contains(Flag.MIXED) && !(digit && has(token, 'a', 'z') && has(token, 'A', 'Z'))) {
      return false;
    }
    if (flags.contains(Flag.PEM) && isPublicPem(line.substring(start - prefix.length(), end))) {
      return false;
    }
    int hold = holds.isEmpty() ? start : line.indexOf(holds, start, end);
    return hold >= 0;
  }

  /** Whether Base64 holds certificates or public keys and no private key. */
  private static boolean isPublicPem(String base64) {
    String digits = base64.replace("=", "").replace('-', '+').replace('_', '/');
    int whole = digits.length() / 4 * 4;
    String text = new String(Base64.getDecoder().decode(digits.substring(0, whole)), ISO_8859_1);
    int titleEnd = Math.min(text.length(), LONGEST_TITLE);
    String title = text.substring(0, titleEnd);
    return !text.contains("PRIVATE") && (title.contains("CERTIF") || title.contains("PUBLIC"));
  }

  /** Excludes full stops after a token, which end a sentence. */
  private static int trimmedEnd(String line, int start, int end) {
    int i = end;
    while (i > start && line.charAt(i - 1) == '.') {
      i--;
    }
    return i;
  }

  private static boolean startsWord(String line, int at) {
    return at == 0 || !isWordPart(line.charAt(at - 1));
  }

  private static boolean isWordPart(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '_' || c == '-';
  }
}
