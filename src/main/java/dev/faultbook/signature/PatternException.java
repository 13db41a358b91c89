package dev.faultbook.signature;

/** A pattern or condition that cannot be compiled; caught at the package's door. */
final class PatternException extends Exception {
  private static final long serialVersionUID = 1L;

  PatternException(String message) {
    super(message);
  }
}
