package dev.faultbook.redaction;

/**
 * Values below a line of source code, as loguru and better_exceptions print them:
 *
 * <pre>
 *     login(token=key)
 *     │           └ '…'
 *     └ &lt;function login at 0x7f0a8c0d1e50&gt;
 * </pre>
 *
 * <p>The branch stands below the name of the variable. It does not where a secret of the source was
 * redacted; then a value must look like a secret, and the source must name one.
 */
final class TracedValues {

  private static final char BRANCH = '\u2514'; // └
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_VALUE = 300;
  private static final int LONGEST_SOURCE = 2000;

  /** Whether the source names a secret. It is read once, however many values follow. */
  private enum Names {
    UNREAD,
    NONE,
    SECRET
  }

  private final Assignments assignments;

  /** The last line without a branch. */
  private String source = "";

  private Names names = Names.UNREAD;

  TracedValues(Assignments assignments) {
    this.assignments = assignments;
  }

  /** Adds the secret of this line that the source names. */
  void findSecrets(String line, RedactedSpans found) {
    int branch = line.indexOf(BRANCH);
    int at = branch + 2;
    if (branch < 0 || at >= line.length() || !TextRuns.isBlank(line.charAt(branch + 1))) {
      return;
    }
    SecretValue value = SecretValue.at(line, at, LONGEST_VALUE);
    if (!value.quoted() || value.length() <= 0) {
      return;
    }
    String name = nameAt(branch);
    if (!name.isEmpty()) {
      boolean taken = assignments.takeValueOf(name, line, at, found) >= 0;
      String keyword = taken ? "" : keywordBefore(branch);
      if (!keyword.isEmpty()) {
        assignments.takeValueOf(keyword, line, at, found);
      }
    } else if (looksSecret(line, value) && sourceNamesSecret()) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
  }

  void lineDone(String redacted) {
    if (redacted.indexOf(BRANCH) < 0) {
      source = redacted.length() > LONGEST_SOURCE ? "" : redacted;
      names = Names.UNREAD;
    }
  }

  private static boolean looksSecret(String line, SecretValue value) {
    return ValueRule.RANDOM.accepts(line, value) || ValueRule.looksChosen(line, value);
  }

  /** The name that starts at a column of the source; empty if none does. */
  private String nameAt(int column) {
    boolean starts =
        column < source.length()
            && TextRuns.isWordPart(source.charAt(column))
            && (column == 0 || !TextRuns.isWordPart(source.charAt(column - 1)));
    return starts ? source.substring(column, nameEnd(column)) : "";
  }

  private int nameEnd(int from) {
    int end = from;
    while (end < source.length()
        && end - from < LONGEST_NAME
        && TextRuns.isWordPart(source.charAt(end))) {
      end++;
    }
    return end;
  }

  /** The keyword of {@code token=key} before a column; empty if there is none. */
  private String keywordBefore(int column) {
    int sign = column - 1;
    return sign > 0 && source.charAt(sign) == '='
        ? source.substring(TextRuns.nameStart(source, sign, LONGEST_NAME), sign)
        : "";
  }

  private boolean sourceNamesSecret() {
    if (names == Names.UNREAD) {
      names = hasSecretName() ? Names.SECRET : Names.NONE;
    }
    return names == Names.SECRET;
  }

  private boolean hasSecretName() {
    int at = 0;
    while (at < source.length()) {
      int end = nameEnd(at);
      if (end > at && assignments.isSecretName(source.substring(at, end))) {
        return true;
      }
      at = Math.max(at + 1, end);
    }
    return false;
  }
}
