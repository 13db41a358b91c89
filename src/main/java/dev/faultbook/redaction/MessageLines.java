package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines that hold the lines of a program as JSON: {@code
 * {"log":"password:\n","stream":"stdout","time":"…"}} of Docker, {@code
 * {"level":"info","msg":"password:"}} of loggers. Their messages are read as a text of their own,
 * because a name and its value may be in two of them.
 */
final class MessageLines {

  private static final List<String> KEYS = List.of("\"log\":", "\"msg\":", "\"message\":");

  /** Characters of a line that are searched for the message. */
  private static final int LONGEST_HEAD = 300;

  /** Line breaks that end a message, escaped once. */
  private static final List<String> BREAKS = List.of("\\r\\n", "\\n");

  /**
   * What is around the message of a line.
   *
   * @param head text up to the message
   * @param tail text behind it, without the line break of the text
   */
  private record Frame(String head, String tail) {
    static final Frame NONE = new Frame("", "");
  }

  private final List<Frame> frames = new ArrayList<>();
  private final String text;
  private boolean found;

  private MessageLines(String original) {
    StringBuilder messages = new StringBuilder(original.length());
    TextLines lines = new TextLines(original);
    while (lines.advance()) {
      String line = lines.line();
      Frame frame = frameOf(line);
      found |= !frame.equals(Frame.NONE);
      frames.add(frame);
      messages.append(line, frame.head.length(), line.length() - frame.tail.length());
      messages.append(lines.lineBreak());
    }
    text = messages.toString();
  }

  /** Returns the messages of a text; null if it has no line with a message in JSON. */
  static @Nullable MessageLines of(String text) {
    boolean may = KEYS.stream().anyMatch(text::contains);
    MessageLines lines = may ? new MessageLines(text) : null;
    return lines == null || !lines.found ? null : lines;
  }

  /** The text with messages in the place of the lines that hold one. */
  String text() {
    return text;
  }

  /**
   * Puts messages back into their lines.
   *
   * @param messages a text with as many lines as {@link #text}
   */
  String wrap(String messages) {
    StringBuilder out = new StringBuilder(messages.length());
    TextLines lines = new TextLines(messages);
    for (int i = 0; lines.advance(); i++) {
      Frame frame = frames.get(i);
      out.append(frame.head).append(lines.line()).append(frame.tail).append(lines.lineBreak());
    }
    return out.toString();
  }

  private static Frame frameOf(String line) {
    int start = line.startsWith("{") ? messageStart(line) : -1;
    int end = start < 0 ? -1 : closingQuote(line, start);
    if (end < 0) {
      return Frame.NONE;
    }
    for (String lineBreak : BREAKS) {
      int at = end - lineBreak.length();
      if (at >= start && line.startsWith(lineBreak, at) && line.charAt(at - 1) != '\\') {
        end = at;
        break;
      }
    }
    // An empty line between two line breaks could join them, \r and \n. The lines of a message that
    // has several are read where they are.
    boolean left = end == start || EscapedLines.of(line.substring(start, end)) != null;
    return left ? Frame.NONE : new Frame(line.substring(0, start), line.substring(end));
  }

  /** Returns the start of the message, behind its opening quote; -1 if there is none. */
  private static int messageStart(String line) {
    int limit = Math.min(line.length(), LONGEST_HEAD);
    for (String key : KEYS) {
      int at = line.indexOf(key, 0, limit);
      int quote = at < 0 ? -1 : TextRuns.skipBlanks(line, at + key.length());
      if (quote >= 0 && line.startsWith("\"", quote)) {
        return quote + 1;
      }
    }
    return -1;
  }

  private static int closingQuote(String line, int from) {
    int i = from;
    while (i < line.length() && line.charAt(i) != '"') {
      i += line.charAt(i) == '\\' ? 2 : 1;
    }
    return i < line.length() ? i : -1;
  }
}
