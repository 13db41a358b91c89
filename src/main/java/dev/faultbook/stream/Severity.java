package dev.faultbook.stream;

import org.jspecify.annotations.Nullable;

/** The severity that a log line states. */
public enum Severity {
  /** None is stated. */
  UNSTATED,
  DEBUG,
  INFO,
  WARNING,
  ERROR,
  FATAL;

  /** Whether the line reports normal operation. */
  public boolean isHarmless() {
    return this == DEBUG || this == INFO;
  }

  /** Whether the line reports an error. */
  public boolean isGrave() {
    return this == ERROR || this == FATAL;
  }

  /** The level that a word denotes in any of the usual spellings; null if none. */
  public static @Nullable Severity of(String word) {
    return switch (word) {
      case "DEBUG", "debug", "Debug", "DEBU", "DBG", "TRACE", "trace", "VERBOSE", "D" -> DEBUG;
      case "INFO", "info", "Info", "INF", "NOTICE", "notice", "I" -> INFO;
      case "WARNING", "WARN", "warning", "warn", "Warning", "Warn", "WRN", "W" -> WARNING;
      case "ERROR", "error", "Error", "ERR", "err", "ERRO", "SEVERE", "E" -> ERROR;
      case "FATAL", "fatal", "FATA", "FTL", "CRITICAL", "critical", "PANIC", "EMERG", "F", "C" ->
          FATAL;
      default -> null;
    };
  }
}
