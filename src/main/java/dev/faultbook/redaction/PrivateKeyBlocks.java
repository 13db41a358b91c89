package dev.faultbook.redaction;

/**
 * Private key blocks, the one secret that goes over several lines. The lines between BEGIN and END
 * lose their last word when it is base64; what stands before it (a time, a rank) stays. A block
 * that the log cuts short ends with the first line that is not a full line of base64.
 */
final class PrivateKeyBlocks {

  private static final int MOST_LINES = 200;
  private static final int FULL_LINE = 40;
  private static final int NEVER = Integer.MAX_VALUE;

  private final String text;
  private int lineNumber;

  /** The line of the END marker of the block that we are in; NEVER when the log cuts it short. */
  private int blockEnd;

  private boolean inBlock;
  private String blockName = "";

  private int knownEnd = -1;
  private int knownEndLine;

  PrivateKeyBlocks(String text) {
    this.text = text;
  }

  /** Where the Base64 at the end of a text begins. */
  private static int base64Start(String text) {
    int start = text.length();
    while (start > 0 && isBase64(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  /** Redacts the next line of the text if it is part of a key. */
  String redactBody(String line, Placeholders placeholders) {
    lineNumber++;
    if (inBlock && lineNumber >= blockEnd) {
      inBlock = false;
    }
    if (!inBlock) {
      return line;
    }
    String trimmed = line.stripTrailing();
    int word = base64Start(trimmed);
    boolean alone = word == 0 || TextRuns.isBlank(trimmed.charAt(word - 1));
    int length = alone ? trimmed.length() - word : 0;
    if (blockEnd == NEVER && length < FULL_LINE) {
      inBlock = trimmed.isEmpty();
      return line;
    }
    return length > 0
        ? trimmed.substring(0, word) + placeholders.placeholderFor(SecretKind.SECRET, blockName)
        : line;
  }

  /**
   * Notes what the line opens, once it is redacted: so a second redaction sees the same blocks.
   *
   * @param start where the line starts in the text
   */
  void lineDone(String redacted, int start) {
    if (inBlock || !PrivateKeyLines.opensBlock(redacted)) {
      return;
    }
    inBlock = true;
    blockName = "block in line " + lineNumber;
    int end = endLineAfter(start);
    blockEnd = end - lineNumber > MOST_LINES ? NEVER : end;
  }

  /** The line of the next END marker, looked for once however many BEGINs there are. */
  private int endLineAfter(int start) {
    if (knownEnd < start) {
      knownEnd = text.indexOf(PrivateKeyLines.END, start);
      knownEndLine = NEVER;
      if (knownEnd < 0) {
        knownEnd = NEVER;
      } else {
        knownEndLine = lineNumber;
        for (int i = start; i < knownEnd; i++) {
          knownEndLine += text.charAt(i) == '\n' || text.charAt(i) == '\r' ? 1 : 0;
        }
      }
    }
    return knownEndLine;
  }

  private static boolean isBase64(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '+' || c == '/' || c == '=';
  }
}
