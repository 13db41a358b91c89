package dev.faultbook.redaction;

/**
 * {@code password=…}, {@code "api_key": "…"}, {@code HF_TOKEN=…}, {@code --token …}: values whose
 * name says that they are secret.
 *
 * <p>The scan goes from sign to sign and reads the name before it. A value that is taken is
 * skipped; one that is refused was looked at for a bounded length only, so that the whole stays
 * linear.
 */
final class Assignments implements SecretFinder {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_LOOK = 300;

  @Override
  public void find(String line, RedactedSpans found) {
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      int next = i + 1;
      if (c == '=' || c == ':' || c == '\uff1a') {
        next = assignment(line, i, found);
      } else if (c == '-' && startsOption(line, i)) {
        next = option(line, i, found);
      }
      i = next;
    }
  }

  /** A sign at this position; returns where to go on. */
  private static int assignment(String line, int sign, RedactedSpans found) {
    int value = sign + 1;
    if (value < line.length() && line.charAt(value) == line.charAt(sign)) {
      value++; // a == b, a::b
      if (line.charAt(sign) == ':') {
        return value;
      }
    } else if (value < line.length() && "=>".indexOf(line.charAt(value)) >= 0) {
      value++; // a := b, a => b
    }
    int nameEnd = nameEnd(line, sign);
    int nameStart = nameStart(line, nameEnd);
    SecretNames.Rule rule = SecretNames.ruleFor(line, nameStart, nameEnd);
    if (rule == SecretNames.Rule.NONE) {
      return sign + 1;
    }
    return take(line, TextRuns.skipBlanks(line, value), rule, found, sign + 1);
  }

  /** {@code --token abc}, {@code "--token", "abc"}; the form with a sign is an assignment. */
  private static int option(String line, int dashes, RedactedSpans found) {
    int nameStart = dashes;
    while (nameStart < line.length() && line.charAt(nameStart) == '-') {
      nameStart++;
    }
    int nameEnd = nameStart;
    while (nameEnd < line.length() && isNamePart(line.charAt(nameEnd))) {
      nameEnd++;
    }
    SecretNames.Rule rule = SecretNames.optionRuleFor(line, nameStart, nameEnd);
    if (rule == SecretNames.Rule.NONE) {
      return Math.max(nameEnd, dashes + 1);
    }
    int i = nameEnd;
    while (i < line.length() && (TextRuns.isQuote(line.charAt(i)) || line.charAt(i) == '\\')) {
      i++;
    }
    if (i > nameEnd && (i == line.length() || line.charAt(i++) != ',')) {
      return nameEnd; // prose: `--token` is deprecated
    }
    int value = TextRuns.skipBlanks(line, i);
    if (value == i || value >= line.length() || "-=:".indexOf(line.charAt(value)) >= 0) {
      return nameEnd;
    }
    return take(line, value, rule, found, nameEnd);
  }

  private static int take(
      String line, int at, SecretNames.Rule rule, RedactedSpans found, int otherwise) {
    if (!rule.accepts(line, SecretValue.at(line, at, LONGEST_LOOK))) {
      return otherwise;
    }
    SecretValue value = SecretValue.at(line, at, line.length());
    found.add(value.start(), value.end(), SecretKind.SECRET);
    return value.end();
  }

  private static boolean startsOption(String line, int dash) {
    return dash == 0
        || TextRuns.isBlank(line.charAt(dash - 1))
        || TextRuns.isQuote(line.charAt(dash - 1));
  }

  /** Walks back over blanks and quotes between a name and its sign. */
  private static int nameEnd(String line, int sign) {
    int i = sign;
    while (i > 0 && sign - i < 8 && isBetween(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean isBetween(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || c == '\\' || c == ']';
  }

  private static int nameStart(String line, int nameEnd) {
    int i = nameEnd;
    while (i > 0 && nameEnd - i < LONGEST_NAME && isNamePart(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean isNamePart(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }
}
