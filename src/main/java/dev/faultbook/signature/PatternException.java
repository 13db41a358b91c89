package dev.faultbook.signature;

/** A pattern or condition cannot be compiled; caught at the entry points of the package. */
final class PatternException extends Exception {
  private static final long serialVersionUID = 1L;

  PatternException(String message) {
    super(message);
  }
}
