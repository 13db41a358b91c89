package dev.faultbook.redaction;

/**
 * Secrets in the text that a command reads from the lines below it, in a shell or in cloud-init:
 *
 * <pre>
 *   sudo chpasswd &lt;&lt;EOF              chpasswd:
 *   root:…                          list: |
 *   EOF                               root:…
 * </pre>
 */
final class HereDocuments {

  private static final String OPENING = "<<";
  private static final String CLOUD_INIT = "chpasswd:";
  private static final int LONGEST_COMMAND = 400;
  private static final int SHORTEST_MARK = 2;
  private static final int LONGEST_MARK = 40;
  private static final int MOST_LINES = 20;

  /** The line that ends the document; empty outside one. */
  private String end = "";

  /** Whether the lines are those of {@code chpasswd} in cloud-init, each a user with a password. */
  private boolean inList;

  private int lines;

  /** Adds the secret of a line. */
  void findSecrets(String line, RedactedSpans found) {
    int start = TextRuns.skipBlanks(line, 0);
    if (inList) {
      takePassword(line, start, found);
    } else if (!end.isEmpty() && !line.strip().equals(end)) {
      int colon = line.indexOf(':', start);
      boolean pair = colon > start && colon < line.length() - 1;
      if (pair) {
        takePassword(line, start, found);
      } else if (!Placeholders.startsAt(line, start)) {
        found.add(start, TextRuns.trimmedEnd(line, start, line.length()), SecretKind.SECRET);
      }
    }
  }

  /** Redacts the password of {@code root:…}, also of an item in a list. */
  private static void takePassword(String line, int start, RedactedSpans found) {
    int user = line.startsWith("- ", start) ? TextRuns.skipBlanks(line, start + 1) : start;
    int colon = user;
    while (colon < line.length() && TextRuns.isNamePart(line.charAt(colon))) {
      colon++;
    }
    int secret = colon + 1;
    boolean pair = colon > user && secret < line.length() && line.charAt(colon) == ':';
    if (pair && !TextRuns.isBlank(line.charAt(secret)) && !Placeholders.startsAt(line, secret)) {
      found.add(secret, TextRuns.trimmedEnd(line, secret, line.length()), SecretKind.SECRET);
    }
  }

  /** Records a redacted line. */
  void lineDone(String redacted) {
    lines++;
    boolean ended = lines > MOST_LINES || redacted.isBlank() || redacted.strip().equals(end);
    if (ended) {
      end = "";
      inList = false;
    }
    if (end.isEmpty() && !inList && redacted.length() <= LONGEST_COMMAND) {
      end = markOf(redacted);
      inList = redacted.strip().equals(CLOUD_INIT);
      lines = 0;
    }
  }

  /** The word that ends what a command reads; empty if it reads no secret from the next lines. */
  private static String markOf(String line) {
    int opening = line.indexOf(OPENING);
    boolean reads =
        opening > 0
            && !line.startsWith("<<<", opening)
            && InputReaders.occurIn(line.substring(0, opening + OPENING.length()));
    if (!reads) {
      return "";
    }
    int start = opening + OPENING.length();
    while (start < line.length() && " -'\"\\".indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    int last = start;
    while (last < line.length()
        && last - start < LONGEST_MARK
        && line.charAt(last) >= 'A'
        && line.charAt(last) <= 'Z') {
      last++;
    }
    return last - start < SHORTEST_MARK ? "" : line.substring(start, last);
  }
}
