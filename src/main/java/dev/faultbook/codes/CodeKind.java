package dev.faultbook.codes;

import java.util.Locale;

/** How much a code says about a failure. */
public enum CodeKind {
  /** It names a fault. */
  FAULT,
  /** Something failed; the reason stands elsewhere. */
  GENERAL,
  /** Information: nothing failed. */
  NOTE,
  /** It went well. */
  SUCCESS;

  /** The value in content and JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
