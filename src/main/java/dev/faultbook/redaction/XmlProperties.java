package dev.faultbook.redaction;

/**
 * Names and values in XML: {@code <add key="DbPassword" value="…"/>}, {@code <entry
 * key="password">…</entry>}, {@code <name>fs.s3a.secret.key</name><value>…</value>}. The value of
 * the last form may be on the next line. The same rules apply as to {@code name=value}.
 */
final class XmlProperties implements SecretFinder {

  private static final int LONGEST_TAG = 512;
  private static final int LONGEST_TEXT = 512;

  private final Assignments assignments;

  XmlProperties(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int at = nextTag(line, 0);
    while (at >= 0) {
      int end = tagEnd(line, at);
      if (end >= 0) {
        String name = nameOf(line, at, end);
        int value = isNameElement(line, at) ? behindElement(line, end) : end + 1;
        boolean empty = line.charAt(end - 1) == '/';
        if (!name.isEmpty()
            && !takeAttribute(name, line, new TextRange(at, end), found)
            && !empty) {
          takeText(name, line, value, found);
        }
      }
      at = nextTag(line, at + 1);
    }
  }

  /** Redacts the first element of the line if the name on the previous line asks for it. */
  void findValueOf(String name, String line, RedactedSpans found) {
    int at = name.isEmpty() ? -1 : nextTag(line, 0);
    if (at >= 0 && at == TextRuns.skipBlanks(line, 0) && !isNameElement(line, at)) {
      takeText(name, line, at, found);
    }
  }

  /** The name in XML that ends the line, whose value may be on the next line; empty if none. */
  static String openName(String line) {
    int end = TextRuns.trimmedEnd(line, 0, line.length());
    if (end == 0 || line.charAt(end - 1) != '>') {
      return "";
    }
    int last = line.lastIndexOf('<', end - 1);
    boolean closing = last > 0 && line.startsWith("/", last + 1);
    int tag = closing ? line.lastIndexOf('<', last - 1) : last;
    if (tag < 0 || tagEnd(line, tag) < 0 || (closing && !isNameElement(line, tag))) {
      return "";
    }
    return line.charAt(end - 2) == '/' ? "" : nameOf(line, tag, tagEnd(line, tag));
  }

  /** Returns the position of the next opening tag; -1 if there is none. */
  private static int nextTag(String line, int from) {
    int at = line.indexOf('<', from);
    while (at >= 0 && (at + 1 == line.length() || !TextRuns.isLetter(line.charAt(at + 1)))) {
      at = line.indexOf('<', at + 1);
    }
    return at;
  }

  /** Returns the position of the {@code >} of a tag; -1 if it has none. */
  private static int tagEnd(String line, int tag) {
    int limit = Math.min(line.length(), tag + LONGEST_TAG);
    int i = tag + 1;
    while (i < limit && line.charAt(i) != '>') {
      char c = line.charAt(i);
      if (c == '<') {
        return -1;
      }
      int close =
          line.charAt(i - 1) == '=' && TextRuns.isQuote(c) ? line.indexOf(c, i + 1, limit) : -1;
      i = Math.max(i, close) + 1;
    }
    return i < limit ? i : -1;
  }

  /** The name that a tag or the text of its element states; empty if there is none. */
  private static String nameOf(String line, int tag, int end) {
    if (isNameElement(line, tag)) {
      int close = line.indexOf('<', end, Math.min(line.length(), end + LONGEST_TAG));
      return close < 0 ? "" : line.substring(end + 1, close).strip();
    }
    SecretValue name = attribute(line, new TextRange(tag, end), "name");
    name = name.length() > 0 ? name : attribute(line, new TextRange(tag, end), "key");
    return name.length() > 0 ? line.substring(name.start(), name.end()) : "";
  }

  private static boolean isNameElement(String line, int tag) {
    return line.startsWith("name>", tag + 1) || line.startsWith("key>", tag + 1);
  }

  /** The value of an attribute of a tag; an empty value if the tag lacks it. */
  private static SecretValue attribute(String line, TextRange tag, String name) {
    int sign = line.indexOf('=', tag.start(), tag.end());
    while (sign >= 0) {
      SecretValue value = SecretValue.at(line, sign + 1, tag.end() - sign - 1);
      int start = sign - name.length();
      if (start > tag.start()
          && line.startsWith(name, start)
          && TextRuns.isBlank(line.charAt(start - 1))) {
        return value;
      }
      int next = Math.min(tag.end(), Math.max(value.end(), sign + 1));
      sign = line.indexOf('=', next, tag.end());
    }
    return new SecretValue(tag.end(), tag.end(), false);
  }

  private boolean takeAttribute(String name, String line, TextRange tag, RedactedSpans found) {
    SecretValue value = attribute(line, tag, "value");
    if (value.length() <= 0) {
      return false;
    }
    assignments.takeRangeOf(name, line, new TextRange(value.start(), value.end()), found);
    return true;
  }

  /** Returns the position behind the closing tag of the element whose opening tag ends there. */
  private static int behindElement(String line, int tagEnd) {
    int close = line.indexOf("</", tagEnd, Math.min(line.length(), tagEnd + LONGEST_TAG));
    int end = close < 0 ? -1 : line.indexOf('>', close);
    return end < 0 ? line.length() : TextRuns.skipBlanks(line, end + 1);
  }

  /** Redacts the text at a position, or that of the element there. */
  private void takeText(String name, String line, int at, RedactedSpans found) {
    boolean element = at < line.length() && line.charAt(at) == '<';
    int end = element ? tagEnd(line, at) : at - 1;
    int limit = Math.min(line.length(), Math.max(0, end) + LONGEST_TEXT);
    int close = end < 0 ? -1 : line.indexOf("</", end, limit);
    if (close > end && line.charAt(end) == '>') {
      assignments.takeRangeOf(name, line, new TextRange(end + 1, close), found);
    }
  }
}
