package dev.faultbook.server;

/**
 * A secret, which is never printed.
 *
 * @param value the secret; blank if there is none
 */
public record Secret(String value) {
  /** Converts a property. */
  public static Secret valueOf(String text) {
    return new Secret(text.strip());
  }

  /** Whether there is one. */
  public boolean isSet() {
    return !value.isBlank();
  }

  @Override
  public String toString() {
    return isSet() ? "(secret)" : "(none)";
  }
}
