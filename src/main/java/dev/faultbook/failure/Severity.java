package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** How grave the program that wrote a line says it is. */
enum Severity {
  /** The line states none. */
  UNSTATED,
  DEBUG,
  INFO,
  WARNING,
  ERROR,
  FATAL;

  /** How far into a line the fields of a logger reach. */
  private static final int FIELDS = 100;

  /** Whether the program says that it goes on as planned. */
  boolean isHarmless() {
    return this == DEBUG || this == INFO;
  }

  /** Whether the program says that something went wrong. */
  boolean isGrave() {
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

  /** The level that a word states in any of the usual spellings, or null. */
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
