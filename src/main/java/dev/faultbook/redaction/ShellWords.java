package dev.faultbook.redaction;

/**
 * Iterates over the words of a shell command in a line, up to the operator that ends the command.
 */
final class ShellWords {

  private static final int MOST_OPTIONS = 7;
  private static final int LONGEST_OPTION = 120;

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
    int blank = command.indexOf(' ');
    String first = blank < 0 ? command : command.substring(0, blank);
    int at = line.indexOf(first, from);
    while (at >= 0) {
      boolean starts = at == 0 || !isWordPart(line.charAt(at - 1));
      if (starts && commandEnd(line, command, at) > at) {
        return at;
      }
      at = line.indexOf(first, at + 1);
    }
    return -1;
  }

  /**
   * Returns the end of a command that starts at a position; -1 if it does not. Options may stand
   * between the words of its name: {@code docker -H tcp://gpu-01 login}.
   */
  static int commandEnd(String line, String command, int at) {
    int after = at + command.length();
    if (line.startsWith(command, at)) {
      return endsWord(line, after) ? after : -1;
    }
    int blank = command.indexOf(' ');
    int first = at + blank;
    if (blank < 0 || !line.startsWith(command.substring(0, blank + 1), at)) {
      return -1;
    }
    String rest = command.substring(blank + 1);
    ShellWords words = new ShellWords(line, first);
    boolean option = false;
    for (int i = 0; i < MOST_OPTIONS && words.moveToNext(); i++) {
      int end = words.start + rest.length();
      if (i > 0 && line.startsWith(rest, words.start) && endsWord(line, end)) {
        return end;
      }
      boolean dash = line.charAt(words.start) == '-';
      if ((!dash && !option) || words.length() > LONGEST_OPTION) {
        return -1;
      }
      option = dash;
    }
    return -1;
  }

  private static boolean endsWord(String line, int at) {
    return at == line.length() || TextRuns.isBlank(line.charAt(at)) || endsText(line, at);
  }

  /** Whether a quote ends a text that ends with a command: {@code sh -c 'echo … | chpasswd'}. */
  private static boolean endsText(String line, int at) {
    return TextRuns.isQuote(line.charAt(at))
        && (at + 1 == line.length() || "}])".indexOf(line.charAt(at + 1)) >= 0);
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

  /** Whether a quote opens the current word. */
  boolean isQuoted() {
    return start > 0 && TextRuns.isQuote(line.charAt(start - 1));
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
