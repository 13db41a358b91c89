package dev.faultbook.cre;

import dev.faultbook.content.ContentError;

/** A rule cannot be converted; the message states why. */
final class RuleRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;

  RuleRefusedException(int line, String reason) {
    super(reason);
    this.line = line;
  }

  int line() {
    return line;
  }

  /**
   * @param rule the rule's id; empty if it could not be read
   */
  ContentError toError(String file, String rule) {
    return new ContentError(file, line, (rule.isEmpty() ? "" : rule + ": ") + getMessage());
  }
}
