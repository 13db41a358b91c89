package dev.faultbook.signature;

/** A signature or condition cannot be compiled; the message says what to write instead. */
public final class PatternException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;

  PatternException(String message) {
    this(0, message);
  }

  PatternException(int line, String message) {
    super(message);
    this.line = line;
  }

  /** The line of the YAML file, from 1; 0 if unknown. */
  public int line() {
    return line;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
