package dev.faultbook.content;

import java.util.Locale;

/** How the command of a remedy was verified. */
public enum Verification {
  /** It was run. */
  RUN,
  /** It was checked against the tool's source. */
  SOURCE,
  /** It was checked against the vendor's documentation. */
  DOCUMENTATION;

  /** The value in pages and JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
