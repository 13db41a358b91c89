package dev.faultbook.diagnosis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The role of a finding in a log. */
public enum Role {
  /** The highest-ranked cause. */
  ROOT_CAUSE,
  /** Another cause that no finding explains. */
  CONTRIBUTING,
  /** Follows from a cause, whether or not that is in the log. */
  CONSEQUENCE,
  /** Looks like an error but is harmless. */
  HARMLESS,
  /** An error that the run survived. */
  HANDLED;

  /** Whether a finding of this role belongs to a failure of the run. */
  public boolean isFailure() {
    return this != HARMLESS && this != HANDLED;
  }

  /** The name in JSON. */
  @JsonValue
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
