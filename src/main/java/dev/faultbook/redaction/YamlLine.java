package dev.faultbook.redaction;

/**
 * A line of YAML or of indented JSON: {@code key: value}, {@code - key: value}, {@code "key":
 * value,}. What launchers and collectors put before each line ({@code [rank0]: }, a time stamp)
 * does not count.
 *
 * @param start index of the first character behind the prefix that is not blank
 * @param indent column of the first character that is not blank
 * @param column column of the key, which differs from {@code indent} behind the dash of a list
 * @param key the key; empty if the line has none
 * @param value index of the value in the line; the length of the line if there is none
 */
record YamlLine(int start, int indent, int column, String key, int value) {

  private static final int LONGEST_PREFIX = 120;
  private static final int LONGEST_PART = 60;

  /** Longest key of a Kubernetes Secret. */
  private static final int LONGEST_KEY = 253;

  static YamlLine of(String line) {
    int prefix = prefixEnd(line);
    int first = TextRuns.skipBlanks(line, prefix);
    int item = first;
    while (item + 1 < line.length()
        && line.charAt(item) == '-'
        && TextRuns.isBlank(line.charAt(item + 1))) {
      item = TextRuns.skipBlanks(line, item + 1);
    }
    boolean quoted = item < line.length() && TextRuns.isQuote(line.charAt(item));
    int key = quoted ? item + 1 : item;
    int end = keyEnd(line, key);
    int sign = quoted && end < line.length() && TextRuns.isQuote(line.charAt(end)) ? end + 1 : end;
    boolean named =
        end > key
            && sign < line.length()
            && line.charAt(sign) == ':'
            && (sign > end || sign + 1 == line.length() || TextRuns.isBlank(line.charAt(sign + 1)));
    return new YamlLine(
        first,
        first - prefix,
        item - prefix,
        named ? line.substring(key, end) : "",
        named ? TextRuns.skipBlanks(line, sign + 1) : line.length());
  }

  /** Whether the line is an item of a list. */
  boolean isItem() {
    return column > indent;
  }

  boolean hasKey() {
    return !key.isEmpty();
  }

  private static int keyEnd(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from < LONGEST_KEY
        && (TextRuns.isLetterOrDigit(line.charAt(i)) || "_-./".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i;
  }

  private static int prefixEnd(String line) {
    int i = 0;
    int end = partEnd(line, i);
    while (end > i && i < LONGEST_PREFIX) {
      i = end;
      end = partEnd(line, i);
    }
    return i;
  }

  /** Returns the end of a part of a prefix, with its colon and one blank. */
  private static int partEnd(String line, int from) {
    int i = from;
    if (i < line.length() && "[<".indexOf(line.charAt(i)) >= 0) {
      char close = line.charAt(i) == '[' ? ']' : '>';
      i = line.indexOf(close, i, Math.min(line.length(), i + LONGEST_PART)) + 1;
    } else if (line.startsWith("stdout ", i) || line.startsWith("stderr ", i)) {
      i += "stdout".length();
    } else if (i > 0 && (line.startsWith("F ", i) || line.startsWith("P ", i))) {
      i++; // a whole or a partial line in the log format of Kubernetes
    } else {
      while (i < line.length() && isStampPart(line.charAt(i), i == from)) {
        i++;
      }
    }
    if (i <= from) {
      return from;
    }
    if (i < line.length() && line.charAt(i) == ':') {
      i++;
    }
    return i < line.length() && line.charAt(i) == ' ' ? i + 1 : i;
  }

  private static boolean isStampPart(char c, boolean first) {
    return TextRuns.isDigit(c) || (!first && "-:.,TZ+/".indexOf(c) >= 0);
  }
}
