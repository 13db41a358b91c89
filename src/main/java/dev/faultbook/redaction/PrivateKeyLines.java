package dev.faultbook.redaction;

import java.util.List;

/** Private keys on a single line, with line breaks written as {@code \n}. */
final class PrivateKeyLines implements SecretFinder {

  static final String END = "-----END ";
  static final String BEGIN = "-----BEGIN ";
  private static final String PRIVATE_KEY = "PRIVATE KEY";
  private static final String DASHES = "-----";
  private static final int LONGEST_TITLE = 60;
  private static final int LONG_RUN = 20;

  /** Starts of private keys in Base64: that of OpenSSH, and DER with the version 0 of a key. */
  private static final String OPENSSH = "b3BlbnNzaC1rZXktdjE";

  private static final String DER = "MII";
  private static final List<String> VERSIONS = List.of("IBAAKCA", "IBADANB");

  /** Length of the part of {@link #DER} that states the size: {@code EpA}. */
  private static final int SIZE = 3;

  /** Whether the Base64 of a private key starts in a text, whose BEGIN marker may be missing. */
  static boolean holdsKeyStart(String text) {
    if (text.contains(OPENSSH)) {
      return true;
    }
    int at = text.indexOf(DER);
    while (at >= 0) {
      int version = at + DER.length() + SIZE;
      for (String start : VERSIONS) {
        if (text.startsWith(start, version)) {
          return true;
        }
      }
      at = text.indexOf(DER, at + 1);
    }
    return false;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int begin = line.indexOf(BEGIN);
    while (begin >= 0) {
      int key = titleEnd(line, begin);
      int next = line.indexOf(BEGIN, begin + BEGIN.length());
      if (key >= 0) {
        int limit = next < 0 ? line.length() : Math.max(next, key);
        int end = line.indexOf(END, key, limit);
        int keyEnd = end < 0 ? limit : end;
        if (!Placeholders.startsAt(line, key) && isBody(line, key, keyEnd, end >= 0)) {
          found.add(key, keyEnd, SecretKind.SECRET);
        }
      }
      begin = next;
    }
  }

  /**
   * Whether the range contains a key and not just the end of a quoted line, such as {@code \n"}.
   */
  private static boolean isBody(String line, int start, int end, boolean closed) {
    if (closed) {
      return !line.substring(start, end).isBlank();
    }
    int run = start;
    for (int i = start; i < end; i++) {
      char c = line.charAt(i);
      if (!TextRuns.isLetterOrDigit(c) && c != '+' && c != '/') {
        run = i + 1;
      } else if (i + 1 - run >= LONG_RUN) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the range mixes upper-case and lower-case letters, as long runs in ordinary text rarely
   * do.
   */
  static boolean looksLikeBase64(String line, int start, int end) {
    boolean capital = false;
    boolean small = false;
    for (int i = start; i < end; i++) {
      char c = line.charAt(i);
      capital |= c >= 'A' && c <= 'Z';
      small |= c >= 'a' && c <= 'z';
    }
    return capital && small;
  }

  /**
   * Returns the end of the BEGIN marker of a private key without an END marker on the same line; -1
   * if there is none.
   */
  static int openedKey(String line) {
    int begin = line.lastIndexOf(BEGIN);
    int key = begin < 0 ? -1 : titleEnd(line, begin);
    return key >= 0 && line.indexOf(END, key) < 0 ? key : -1;
  }

  /** Whether the END marker at an offset belongs to a private key. */
  static boolean isPrivateKeyEnd(String text, int end) {
    int title = end + END.length();
    int dashes = text.indexOf(DASHES, title, Math.min(text.length(), title + LONGEST_TITLE));
    return dashes >= 0
        && text.substring(title, dashes).contains(PRIVATE_KEY)
        && text.substring(title, dashes).chars().noneMatch(c -> c == '\n' || c == '\r');
  }

  /** Returns the end of the BEGIN marker at an offset; -1 if it is not that of a private key. */
  private static int titleEnd(String line, int begin) {
    int title = begin + BEGIN.length();
    int limit = Math.min(line.length(), title + LONGEST_TITLE);
    int dashes = line.indexOf(DASHES, title, limit);
    return dashes >= 0 && line.substring(title, dashes).contains(PRIVATE_KEY)
        ? dashes + DASHES.length()
        : -1;
  }
}
