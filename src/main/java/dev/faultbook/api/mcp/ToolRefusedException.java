package dev.faultbook.api.mcp;

/** A tool cannot do what it was asked; the message is for the model that asked. */
final class ToolRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ToolRefusedException(String message) {
    super(message);
  }
}
