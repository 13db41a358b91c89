package dev.faultbook.codes;

import java.util.Locale;

/** The significance of a code for a failure. */
public enum CodeKind {
  /** It names a fault. */
  FAULT,
  /** It reports a failure; the reason is elsewhere. */
  GENERAL,
  /** It reports an informational event, not a failure. */
  NOTE,
  /** It reports success. */
  SUCCESS;

  /** The value in content and JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
