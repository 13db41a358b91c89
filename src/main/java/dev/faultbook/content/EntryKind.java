package dev.faultbook.content;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The role of an entry in the chain of events. */
public enum EntryKind {
  /** A root cause with a remedy. */
  CAUSE,
  /** A wrapper message that some cause produces; never outranks a cause that explains it. */
  SYMPTOM,
  /** Looks like an error but is harmless. */
  BENIGN;

  /** The value in files and JSON. */
  @JsonValue
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
