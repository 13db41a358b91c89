package dev.faultbook.cre;

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
}
