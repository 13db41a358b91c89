package dev.faultbook.redaction;

/** The words of a command in a line, up to the sign that ends the command. */
final class ShellWords {

  private final String line;
  private int start;
  private int end;

  /**
   * Reads the words behind a command.
   *
   * @param from where the command's name ends
   */
  ShellWords(String line, int from) {
    this.line = line;
    this.start = from;
    this.end = from;
  }

  /** Where the command stands next as a word of its own; -1 when it does not. */
  static int findCommand(String line, String command, int from) {
    int at = line.indexOf(command, from);
    while (at >= 0) {
      int after = at + command.length();
      boolean starts = at == 0 || !isWordPart(line.charAt(at - 1));
      if (starts && after < line.length() && TextRuns.isBlank(line.charAt(after))) {
        return at;
      }
      at = line.indexOf(command, at + 1);
    }
    return -1;
  }

  /** Goes to the next word; false at the end of the line, at a pipe, {@code ;} or {@code &&}. */
  boolean moveToNext() {
    start = end;
    while (start < line.length()
        && (TextRuns.isBlank(line.charAt(start)) || TextRuns.isQuote(line.charAt(start)))) {
      start++; // the quote that closes the word before, blanks, the quote that opens this one
    }
    end = start;
    while (end < line.length()
        && !TextRuns.isBlank(line.charAt(end))
        && !TextRuns.isQuote(line.charAt(end))) {
      end++;
    }
    return start < end && "|;&".indexOf(line.charAt(start)) < 0;
  }

  /** Skips what a value in quotes held. */
  void goOnAt(int position) {
    end = Math.max(end, position);
    while (end < line.length() && TextRuns.isQuote(line.charAt(end))) {
      end++;
    }
  }

  /** The value that starts here, quoted or not. */
  SecretValue valueAt(int from) {
    boolean quoted = from > 0 && TextRuns.isQuote(line.charAt(from - 1));
    return SecretValue.at(line, quoted ? from - 1 : from, line.length());
  }

  boolean isWord(String word) {
    return length() == word.length() && line.startsWith(word, start);
  }

  boolean startsWith(String option) {
    return length() >= option.length() && line.startsWith(option, start);
  }

  char charAt(int position) {
    return line.charAt(position);
  }

  String line() {
    return line;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  int length() {
    return end - start;
  }

  private static boolean isWordPart(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }
}
