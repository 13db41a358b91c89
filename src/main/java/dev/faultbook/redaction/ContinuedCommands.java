package dev.faultbook.redaction;

/**
 * Commands that continue on the next lines:
 *
 * <pre>
 *   docker login \\
 *     -u robot \\
 *     -p …
 * </pre>
 */
final class ContinuedCommands {

  /** Limits how often the start of a command is read again. */
  private static final int MOST_LINES = 12;

  private static final int LONGEST_COMMAND = 2000;

  private final LoginCommands commands;

  /** The command up to the current line; empty if none continues. */
  private String command = "";

  private int lines;

  ContinuedCommands(LoginCommands commands) {
    this.commands = commands;
  }

  /** Adds the secrets of a line that the lines above it identify. */
  void findSecrets(String line, RedactedSpans found) {
    if (command.isEmpty() || command.length() + line.length() > LONGEST_COMMAND) {
      return;
    }
    String whole = command + line;
    LineGrams grams = new LineGrams();
    grams.readLine(whole);
    RedactedSpans spans = new RedactedSpans();
    commands.findSecrets(whole, grams, spans);
    int start = command.length();
    spans.copyTo(
        found,
        span ->
            isRest(whole, span, start)
                ? new TextRange(Math.max(span.start() - start, 0), span.end() - start)
                : new TextRange(0, 0));
  }

  /** Whether the part of a secret on this line is a word, or all of the secret is on it. */
  private static boolean isRest(String whole, TextRange span, int start) {
    return span.start() >= start
        || whole
            .substring(start, Math.max(start, span.end()))
            .chars()
            .allMatch(c -> isPart((char) c));
  }

  private static boolean isPart(char c) {
    return TextRuns.isNamePart(c) || "+/=".indexOf(c) >= 0;
  }

  /** Records a redacted line. */
  void lineDone(String redacted) {
    int end = TextRuns.trimmedEnd(redacted, 0, redacted.length());
    boolean continues = end > 0 && redacted.charAt(end - 1) == '\\';
    if (!continues) {
      command = "";
      lines = 0;
      return;
    }
    lines++;
    boolean kept = lines <= MOST_LINES && command.length() + end <= LONGEST_COMMAND;
    command = kept ? command + redacted.substring(0, end - 1) : "";
  }
}
