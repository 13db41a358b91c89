package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** The severity that a log line states. */
enum Severity {
  /** None is stated. */
  UNSTATED,
  DEBUG,
  INFO,
  WARNING,
  ERROR,
  FATAL;

  /** Index in a line up to which fields of a logger are expected. */
  private static final int FIELDS = 100;

  /** Whether the line reports normal operation. */
  boolean isHarmless() {
    return this == DEBUG || this == INFO;
  }

  /** Whether the line reports an error. */
  boolean isGrave() {
    return this == ERROR || this == FATAL;
  }

  /**
   * The level among the fields of an unknown logger: {@code 081110 020724 29 INFO dfs.FSNamesystem:
   * …}. Only for lines that begin with a number or a bracket.
   */
  static Severity amongFields(String line) {
    char first = line.isEmpty() ? ' ' : line.charAt(0);
    if (!TextScan.isDigit(first) && first != '[') {
      return UNSTATED;
    }
    int most = Math.min(line.length(), FIELDS);
    int from = 0;
    do {
      Severity severity = fieldAt(line, from, most);
      if (severity != UNSTATED) {
        return severity;
      }
      from = line.indexOf(' ', from) + 1;
    } while (from > 0 && from < most);
    return UNSTATED;
  }

  private static Severity fieldAt(String line, int from, int most) {
    int end = from;
    while (end < most && line.charAt(end) >= 'A' && line.charAt(end) <= 'Z') {
      end++;
    }
    boolean ends = end == line.length() || " ]:|".indexOf(line.charAt(end)) >= 0;
    Severity severity = ends && end - from > 3 ? of(line.substring(from, end)) : null;
    return severity == null ? UNSTATED : severity;
  }

  /** The level that a word denotes in any of the usual spellings; null if none. */
  static @Nullable Severity of(String word) {
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
