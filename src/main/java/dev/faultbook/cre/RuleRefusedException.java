package dev.faultbook.cre;

/** Says why a rule cannot be turned, while it is being read. */
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
