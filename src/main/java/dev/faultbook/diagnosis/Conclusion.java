package dev.faultbook.diagnosis;

import java.util.Locale;

/** What a diagnosis says of the log as a whole. */
public enum Conclusion {
  /** A cause or a symptom was found. */
  DIAGNOSED,
  /** The log shows no failure at all. */
  HEALTHY,
  /** No entry explains the log. */
  NO_MATCH;

  /** The value in JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
