package dev.faultbook.redaction;

import java.util.List;
import java.util.Set;

/**
 * A token that shows by its shape what it is.
 *
 * @param prefix what it starts with; empty when only its surroundings give it away
 * @param alphabet what may follow the prefix
 * @param length how many characters follow
 * @param flags what else must hold
 * @param holds what must occur in it; may be empty
 * @param behind characters before the prefix that belong to it; may be empty
 * @param context what must stand on its line, for tokens without a prefix
 */
record TokenShape(
    String prefix,
    Alphabet alphabet,
    Length length,
    Set<Flag> flags,
    String holds,
    Alphabet behind,
    Context context) {

  private static final int MIN_BEHIND = 8;
  private static final int MAX_BEHIND = 20;

  enum Flag {
    /** The prefix stays in the log. */
    KEEP,
    /** No letter, digit, underscore or hyphen stands before the prefix. */
    WORD,
    /** It holds a digit: words joined by hyphens look alike. */
    DIGIT,
    /** It holds capital and small letters and digits. */
    MIXED
  }

  /** How many characters follow the prefix. */
  record Length(int min, int max) {
    boolean accepts(int length) {
      return length >= min && length <= max;
    }
  }

  /** Words that the line must hold one of, and words that it must hold none of. */
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
   * Goes on behind the run of characters that was looked at, taken or not: what starts later in a
   * run that is too short or has no digit is so as well. Thus each character is read once.
   */
  private void findPrefixed(String line, RedactedSpans found) {
    int at = line.indexOf(prefix);
    while (at >= 0) {
      int next = at + 1;
      if (!flags.contains(Flag.WORD) || startsWord(line, at)) {
        int start = at + prefix.length();
        int end = trimmedEnd(line, start, alphabet.runEnd(line, start));
        int first = behindStart(line, at);
        if (first >= 0 && length.accepts(end - start) && looksRight(line, start, end)) {
          found.add(flags.contains(Flag.KEEP) ? start : first, end, SecretKind.SECRET);
        }
        next = Math.max(end, next);
      }
      at = line.indexOf(prefix, next);
    }
  }

  /** Where the token starts; -1 when what must stand before the prefix does not. */
  private int behindStart(String line, int at) {
    if (behind.isEmpty()) {
      return at;
    }
    int i = at;
    while (i > 0 && at - i < MAX_BEHIND && behind.contains(line.charAt(i - 1))) {
      i--;
    }
    return at - i >= MIN_BEHIND ? i : -1;
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
          && looksRight(line, i, end)) {
        found.add(i, end, SecretKind.SECRET);
      }
      i = end + 1;
    }
  }

  private static boolean has(String token, char first, char last) {
    return token.chars().anyMatch(c -> c >= first && c <= last);
  }

  private boolean looksRight(String line, int start, int end) {
    String token = line.substring(start, end);
    boolean digit = has(token, '0', '9');
    if (flags.contains(Flag.DIGIT) && !digit) {
      return false;
    }
    if (flags.contains(Flag.MIXED) && !(digit && has(token, 'a', 'z') && has(token, 'A', 'Z'))) {
      return false;
    }
    int hold = holds.isEmpty() ? start : line.indexOf(holds, start, end);
    return hold >= 0;
  }

  /** A full stop after a token ends a sentence. */
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
