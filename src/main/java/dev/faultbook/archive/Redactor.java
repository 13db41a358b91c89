package dev.faultbook.archive;

public final class Redactor {
  public Redaction redact(String text) {
    return new Redaction(text, java.util.Map.of());
  }
}
