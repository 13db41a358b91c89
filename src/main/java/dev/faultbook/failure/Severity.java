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
