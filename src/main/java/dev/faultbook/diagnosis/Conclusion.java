package dev.faultbook.diagnosis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The overall result of a diagnosis. */
public enum Conclusion {
  /** A cause or a symptom was found. */
  DIAGNOSED,
  /** The log shows no failure. */
  HEALTHY,
  /** No entry explains the log. */
  NO_MATCH;

  /** The value in JSON. */
  @JsonValue
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
