package dev.faultbook.failure;

import dev.faultbook.codes.Endings;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The texts of {@code strerror(3)} with which commands state their errors. */
final class SystemErrors {
  private final List<String> texts;

  /** The system errors of the table, and those of libraries and of ssh, which have no number. */
  SystemErrors(Endings endings) {
    texts =
        Stream.concat(endings.systemErrors().stream(), Sections.phrases("command endings").stream())
            .toList();
  }

  List<String> texts() {
    return texts;
  }

  /**
   * Whether a line ends with the text of a system error, ignoring a full stop or the error's
   * number.
   */
  boolean isAtEnd(String bare) {
    int end = bare.length();
    // Connection refused (111)
    int open = end > 0 && bare.charAt(end - 1) == ')' ? bare.lastIndexOf('(') : -1;
    boolean numbered = open > 0 && TextScan.digitsEnd(bare, open + 1) == end - 1;
    String s = (numbered ? bare.substring(0, open) : bare).strip();
    s = s.endsWith(".") ? s.substring(0, s.length() - 1) : s;
    s = s.endsWith(": unknown") ? s.substring(0, s.length() - 9) : s;
    String tail = s.substring(Math.max(0, s.length() - 60)).toLowerCase(Locale.ROOT);
    for (String text : texts) {
      if (tail.endsWith(text)) {
        return true;
      }
    }
    return false;
  }
}
