package dev.faultbook.content;

import java.util.Locale;

/** What an entry is in the chain of events. */
public enum EntryKind {
  /** A root cause with a remedy. */
  CAUSE,
  /** A wrapper message behind which some cause stands; never outranks a cause that explains it. */
  SYMPTOM,
  /** Looks like an error and is none. */
  BENIGN;

  /** The name in files and JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
