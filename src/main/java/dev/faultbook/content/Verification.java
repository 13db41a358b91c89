package dev.faultbook.content;

import java.util.Locale;

/** How the command of a remedy was verified. */
public enum Verification {
  /** Somebody ran it. */
  RUN,
  /** Read in the tool's own source. */
  SOURCE,
  /** Read in the vendor's documentation. */
  DOCUMENTATION;

  /** The value in pages and JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
