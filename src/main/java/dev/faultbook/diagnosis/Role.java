package dev.faultbook.diagnosis;

import java.util.Locale;

/** What part a finding plays in a log. */
public enum Role {
  /** The cause that stands first. */
  ROOT_CAUSE,
  /** Another cause that nothing found accounts for. */
  CONTRIBUTING,
  /** Follows from a cause, found or not in the log. */
  CONSEQUENCE,
  /** Looks like an error and is none. */
  HARMLESS;

  /** The name in JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
