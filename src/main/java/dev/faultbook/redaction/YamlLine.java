package dev.faultbook.redaction;

/**
 * A line of YAML or of indented JSON: {@code key: value}, {@code - key: value}, {@code "key":
 * value,}. It starts behind the labels of {@link LineLabels}.
 *
 * @param indent column of the first character that is not blank
 * @param column column of the key, which differs from {@code indent} behind the dash of a list
 * @param key the key; empty if the line has none
 * @param value index of the value in the line, behind its tag; the length of the line if there is
 *     none
 */
record YamlLine(int indent, int column, String key, int value) {

  /** Longest key of a Kubernetes Secret. */
  private static final int LONGEST_KEY = 253;

  static YamlLine of(String line) {
    int first = TextRuns.skipBlanks(line, 0);
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
        item,
        named ? line.substring(key, end) : "",
        named ? behindTag(line, TextRuns.skipBlanks(line, sign + 1)) : line.length());
  }

  /**
   * Returns the start of the value behind a tag of its type, {@code password: !!str 123456}; the
   * position itself if there is no tag.
   */
  static int behindTag(String line, int at) {
    if (!line.startsWith("!!", at)) {
      return at;
    }
    int end = at + 2;
    while (end < line.length() && TextRuns.isLetter(line.charAt(end))) {
      end++;
    }
    boolean tag = end > at + 2 && end < line.length() && TextRuns.isBlank(line.charAt(end));
    return tag ? TextRuns.skipBlanks(line, end) : at;
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
}
