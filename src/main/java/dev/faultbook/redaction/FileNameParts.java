package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a file's path as lines, so that each is redacted like a line of a log: {@code
 * run/password=x.log} names a secret, {@code /etc/passwd: x} does not.
 *
 * @param lines the folders, the name and the ending of the file, each on a line
 * @param signs what separates the parts in the path, in their order; empty before the ending
 */
record FileNameParts(String lines, List<String> signs) {

  private static final int LONGEST_ENDING = 6;

  FileNameParts {
    signs = List.copyOf(signs);
  }

  static FileNameParts of(String path) {
    StringBuilder lines = new StringBuilder(path.length() + 1);
    List<String> signs = new ArrayList<>();
    int ending = endingStart(path);
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean separates = c == '/' || c == '\n' || c == '\r';
      if (separates || i == ending) {
        signs.add(separates ? String.valueOf(c) : "");
        lines.append('\n');
      }
      if (!separates) {
        lines.append(c);
      }
    }
    return new FileNameParts(lines.toString(), signs);
  }

  /** Returns the path of redacted parts, which are as many lines as {@link #lines}. */
  String join(String redacted) {
    StringBuilder path = new StringBuilder(redacted.length());
    int sign = 0;
    for (int i = 0; i < redacted.length(); i++) {
      char c = redacted.charAt(i);
      if (c == '\n') {
        path.append(signs.get(sign++));
      } else {
        path.append(c);
      }
    }
    return path.toString();
  }

  /** Returns the position of the full stop before the ending; -1 if the path has none. */
  private static int endingStart(String path) {
    int stop = path.lastIndexOf('.');
    boolean ends = stop > 0 && path.charAt(stop - 1) != '/' && path.length() - stop > 1;
    for (int i = stop + 1; i < path.length() && ends; i++) {
      ends = TextRuns.isLetterOrDigit(path.charAt(i)) && i - stop < LONGEST_ENDING;
    }
    return ends ? stop : -1;
  }
}
