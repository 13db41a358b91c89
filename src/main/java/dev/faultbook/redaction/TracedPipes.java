package dev.faultbook.redaction;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that {@code echo} pipes into a command, as a shell with {@code -x} traces them: each
 * command of the pipe has a line of its own, in any order.
 *
 * <pre>
 *   + echo …
 *   + docker login -u robot --password-stdin registry.example
 * </pre>
 *
 * <p>The text is read once before it is redacted, if it holds such a trace.
 */
final class TracedPipes {

  private static final String ECHO = "+ echo ";

  /** Most lines between the two commands, which are written at the same time. */
  private static final int MOST_BETWEEN = 1;

  /** The numbers of the lines that show a secret, counted from zero. */
  private final Set<Integer> shown = new HashSet<>();

  private int lineNumber = -1;

  TracedPipes(String text) {
    if (text.contains(ECHO)) {
      readText(text);
    }
  }

  private void readText(String text) {
    TextLines lines = new TextLines(text);
    int echo = Integer.MIN_VALUE;
    int reader = Integer.MIN_VALUE;
    for (int number = 0; lines.advance(); number++) {
      String line = lines.line();
      if (argument(line) != null) {
        echo = number;
      } else if (line.indexOf('+') >= 0 && InputReaders.occurIn(line)) {
        reader = number;
      } else {
        continue;
      }
      if (Math.abs((long) echo - reader) <= MOST_BETWEEN + 1) {
        shown.add(echo);
        echo = Integer.MIN_VALUE;
        reader = Integer.MIN_VALUE;
      }
    }
  }

  /** Redacts the next line of the text, if it shows what a command reads. */
  String redactLine(String line, Placeholders placeholders) {
    lineNumber++;
    TextRange argument = shown.contains(lineNumber) ? argument(line) : null;
    if (argument == null || Placeholders.startsAt(line, argument.start())) {
      return line;
    }
    RedactedSpans spans = new RedactedSpans();
    spans.add(argument.start(), argument.end(), SecretKind.SECRET);
    return spans.replaceIn(line, placeholders);
  }

  /** The only argument of a traced {@code echo}; null if there is none, or more than one. */
  private static @Nullable TextRange argument(String line) {
    int at = line.indexOf(ECHO);
    if (at < 0) {
      return null;
    }
    ShellWords words = new ShellWords(line, at + ECHO.length() - 1);
    TextRange argument = null;
    while (words.moveToNext()) {
      if (words.charAt(words.start()) == '-') {
        continue; // echo -n
      }
      if (argument != null) {
        return null;
      }
      SecretValue value = words.valueAt(words.start());
      argument = new TextRange(value.start(), value.end());
      words.continueAt(value.end());
    }
    return argument;
  }
}
