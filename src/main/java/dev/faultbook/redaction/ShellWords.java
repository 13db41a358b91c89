package dev.faultbook.redaction;

/**
 * Iterates over the words of a shell command in a line, up to the operator that ends the command.
 */
final class ShellWords {

  private final String line;
  private int start;
  private int end;

  /**
   * Starts after the name of a command.
   *
   * @param from end of the command's name
   */
  ShellWords(String line, int from) {
    this.line = line;
    this.start = from;
    this.end = from;
  }

  /**
   * Returns the start of the next occurrence of a command as a separate word; -1 if there is none.
   */
  static int findCommand(String line, String command, int from) {
    int at = line.indexOf(command, from);
    while (at >= 0) {
      int after = at + command.length();
      boolean starts = at == 0 || !isWordPart(line.charAt(at - 1));
      if (starts && (after == line.length() || TextRuns.isBlank(line.charAt(after)))) {
        return at;
      }
      at = line.indexOf(command, at + 1);
    }
    return -1;
  }

  /**
   * Moves to the next word; false at the end of the line and at a word that starts with {@code |},
   * {@code ;} or {@code &}.
   */
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

  /** Continues after a value in quotes, which may contain several words. */
  void continueAt(int position) {
    end = Math.max(end, position);
    while (end < line.length() && TextRuns.isQuote(line.charAt(end))) {
      end++;
    }
  }

  /** Reads the value that starts at a position, in quotes or bare. */
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
