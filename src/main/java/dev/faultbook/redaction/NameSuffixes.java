package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * Suffixes of names: {@code HF_TOKEN_READ}, {@code DB_PASSWORD_1}, {@code authTokenProd}, {@code
 * api_keys} name secrets as {@code HF_TOKEN} does; {@code token_count} does not.
 *
 * @param same suffixes that do not change what a name means, such as {@code prod}, in lower case
 * @param never suffixes of names whose value is not the secret, such as {@code count} and {@code
 *     file}, in lower case
 */
record NameSuffixes(Set<String> same, Set<String> never) {

  /** Most parts of a name that are removed from its end, as in {@code account.key.NAME.dfs.net}. */
  static final int MAX_PARTS = 6;

  /** What a suffix says of the value of the name. */
  enum Meaning {
    /** The value is a secret as without the suffix. */
    SAME,
    /** The value is a secret if it looks random. */
    UNKNOWN,
    /** The value is not a secret. */
    NEVER
  }

  NameSuffixes {
    same = Set.copyOf(same);
    never = Set.copyOf(never);
  }

  /**
   * Returns the end of a name without its last part: digits, the part after the last {@code _},
   * {@code -} or {@code .}, or the last capitalised word. Returns {@code start} if the name has
   * only one part.
   */
  static int endOfRest(String line, int start, int end) {
    int i = end;
    while (i > start && TextRuns.isDigit(line.charAt(i - 1))) {
      i--;
    }
    if (i == end) {
      i = startOfWord(line, start, end);
    }
    while (i > start && (TextRuns.isJoint(line.charAt(i - 1)) || line.charAt(i - 1) == ' ')) {
      i--; // Unseal Key 1
    }
    return i;
  }

  /** Whether a name may be a plural: {@code api_keys}. */
  static boolean isPlural(String line, int start, int end) {
    return end - start > 2 && (line.charAt(end - 1) | 0x20) == 's';
  }

  private static int startOfWord(String line, int start, int end) {
    int i = end;
    while (i > start && !TextRuns.isJoint(line.charAt(i - 1))) {
      i--;
      boolean capital = line.charAt(i) >= 'A' && line.charAt(i) <= 'Z';
      boolean camel = capital && i > start && isSmall(line.charAt(i - 1));
      if (camel && i < end) {
        return i;
      }
    }
    return i;
  }

  /** What the part of a name from {@code start} to {@code end} says of the value. */
  Meaning meaningOf(String line, int start, int end) {
    int from = start;
    while (from < end && TextRuns.isJoint(line.charAt(from))) {
      from++;
    }
    String suffix = line.substring(from, end).toLowerCase(Locale.ROOT);
    if (never.contains(suffix)) {
      return Meaning.NEVER;
    }
    boolean number = suffix.chars().allMatch(c -> TextRuns.isDigit((char) c));
    return number || suffix.length() == 1 || same.contains(suffix) ? Meaning.SAME : Meaning.UNKNOWN;
  }

  private static boolean isSmall(char c) {
    return c >= 'a' && c <= 'z';
  }
}
