package dev.faultbook.redaction;

/** Private keys on one line, with {@code \n} for their line breaks. */
final class PrivateKeyLines implements SecretFinder {

  static final String END = "-----END ";
  private static final String BEGIN = "-----BEGIN ";
  private static final String PRIVATE_KEY = "PRIVATE KEY";
  private static final String DASHES = "-----";
  private static final int LONGEST_TITLE = 60;

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
        if (!Placeholders.standsAt(line, key) && !line.substring(key, keyEnd).isBlank()) {
          found.add(key, keyEnd, SecretKind.SECRET);
        }
      }
      begin = next;
    }
  }

  /** Whether the line ends with the title of a private key. */
  static boolean opensBlock(String line) {
    int begin = line.lastIndexOf(BEGIN);
    if (begin < 0) {
      return false;
    }
    int key = titleEnd(line, begin);
    return key >= 0 && line.substring(key).isBlank();
  }

  /** Where the title ends that begins here; -1 when it is not a private key's. */
  private static int titleEnd(String line, int begin) {
    int title = begin + BEGIN.length();
    int limit = Math.min(line.length(), title + LONGEST_TITLE);
    int dashes = line.indexOf(DASHES, title, limit);
    return dashes >= 0 && line.substring(title, dashes).contains(PRIVATE_KEY)
        ? dashes + DASHES.length()
        : -1;
  }
}
