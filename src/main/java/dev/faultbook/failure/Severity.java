package dev.faultbook.failure;

/** How grave the program that wrote a line says it is. */
enum Severity {
  /** The line states none. */
  UNSTATED,
  DEBUG,
  INFO,
  WARNING,
  ERROR,
  FATAL;

  /** Whether the program says that it goes on as planned. */
  boolean harmless() {
    return this == DEBUG || this == INFO;
  }

  /** Whether the program says that something went wrong. */
  boolean grave() {
    return this == ERROR || this == FATAL;
  }

  /**
   * The level that stands among the fields of a logger that is not known: {@code 081110 020724 29
   * INFO dfs.FSNamesystem: …}. Only where a line begins with a number or a bracket.
   */
  static Severity amongFields(String line) {
    char first = line.isEmpty() ? ' ' : line.charAt(0);
    if (!TextScan.isDigit(first) && first != '[') {
      return UNSTATED;
    }
    int from = 0;
    int most = Math.min(line.length(), 100);
    while (from < most) {
      int end = from;
      while (end < most && line.charAt(end) >= 'A' && line.charAt(end) <= 'Z') {
        end++;
      }
      boolean word =
          end - from > 3 && (end == line.length() || " ]:|".indexOf(line.charAt(end)) >= 0);
      Severity severity = word ? of(line.substring(from, end)) : null;
      if (severity != null) {
        return severity;
      }
      from = line.indexOf(' ', end) + 1;
      if (from == 0) {
        return UNSTATED;
      }
    }
    return UNSTATED;
  }

  /** The level that a word states in any of the usual spellings, or null. */
  static Severity of(String word) {
    return switch (word) {
      case "DEBUG", "debug", "Debug", "TRACE", "trace", "VERBOSE", "D" -> DEBUG;
      case "INFO", "info", "Info", "NOTICE", "notice", "I" -> INFO;
      case "WARNING", "WARN", "warning", "warn", "Warning", "Warn", "W" -> WARNING;
      case "ERROR", "error", "Error", "ERR", "err", "SEVERE", "E" -> ERROR;
      case "FATAL", "fatal", "CRITICAL", "critical", "PANIC", "EMERG", "F", "C" -> FATAL;
      default -> null;
    };
  }
}
