package dev.faultbook.redaction;

/**
 * Private keys over several lines. The Base64 of the lines between BEGIN and END goes, whatever a
 * launcher or logger writes around it ({@code [1,3]<stdout>:MII…}, {@code {"log":"MII…\n"}}); the
 * rest of each line stays. A block without END ends at the first line without a long run.
 */
final class KeyBlocks {

  static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String TITLE = "PRIVATE KEY-----";

  /** Most characters between the two markers. */
  private static final int MAX_BLOCK = 1 << 15;

  private static final int FULL_LINE = 40;
  private static final int LONG_RUN = 20;

  private final String text;

  /** Offset of the END marker; -1 while no block is open, the length of the text without END. */
  private int blockEnd = -1;

  private boolean closed;

  /** Column of the Base64 in the lines before; -1 before the first one. */
  private int column = -1;

  private String name = "";

  /** Offset of the END marker that was found last; the length of the text if there is none. */
  private int knownEnd = -1;

  KeyBlocks(String text) {
    this.text = text;
  }

  boolean isOpen() {
    return blockEnd >= 0;
  }

  /** Redacts a line of an open block. */
  String redactLine(String line, int start, Placeholders placeholders) {
    if (start + line.indexOf(END) >= blockEnd && line.contains(END)) {
      blockEnd = -1;
      return line;
    }
    Findings found = new Findings();
    for (int i = 0; i < line.length(); i++) {
      int end = runEnd(line, i);
      if (isKey(line, i, end)) {
        found.add(line, i, end, SecretKind.SECRET);
        column = i;
      }
      i = Math.max(i, end - 1);
    }
    if (found.isEmpty() && !closed && endsOpenBlock(line)) {
      blockEnd = -1;
    }
    return found.replaceIn(line, (kind, value) -> placeholders.placeholderFor(kind, name));
  }

  /** Whether a run is a full line of Base64, or the last and shorter one in the same column. */
  private boolean isKey(String line, int start, int end) {
    boolean full = end - start >= (closed ? LONG_RUN : FULL_LINE) && isMixed(line, start, end);
    boolean rest = closed && end > start && start == column && isLastWord(line, end);
    return full || rest;
  }

  private static boolean endsOpenBlock(String line) {
    return !line.contains("<" + SecretKind.SECRET.word() + "-")
        && !line.isBlank()
        && !line.contains(": ");
  }

  /** Opens a block if the BEGIN marker of a private key is in a line and END is not. */
  void readMarker(String line, int start) {
    int begin = line.lastIndexOf(BEGIN);
    int title = begin < 0 ? -1 : line.indexOf(TITLE, begin);
    if (title < 0 || line.indexOf(END, title) >= 0) {
      return;
    }
    if (knownEnd < start) {
      int end = text.indexOf(END, start);
      knownEnd = end < 0 ? text.length() : end;
    }
    closed = knownEnd - start < MAX_BLOCK && knownEnd < text.length();
    blockEnd = closed ? knownEnd : text.length();
    column = -1;
    name = "key\n" + start; // a line break is in no other value
  }

  private static boolean isLastWord(String line, int end) {
    return end == line.length() || "\\\"'\r ".indexOf(line.charAt(end)) >= 0;
  }

  /** Whether a run mixes capital and small letters, as long runs in ordinary text rarely do. */
  private static boolean isMixed(String line, int start, int end) {
    String run = line.substring(start, end);
    return run.chars().anyMatch(c -> c >= 'A' && c <= 'Z')
        && run.chars().anyMatch(c -> c >= 'a' && c <= 'z');
  }

  private static int runEnd(String line, int start) {
    int i = start;
    while (i < line.length()
        && (TextRuns.isLetterOrDigit(line.charAt(i)) || "+/=".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i;
  }
}
