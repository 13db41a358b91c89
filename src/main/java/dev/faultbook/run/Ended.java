package dev.faultbook.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a run ended, as far as its log shows. */
public enum Ended {
  FAILED,
  FINISHED,
  TIME_LIMIT,
  PREEMPTED,
  CANCELLED,
  /** A spot or pre-emptible machine was taken back. */
  RECLAIMED,
  EVICTED,
  KILLED,
  /** The last lines show the job at work. */
  RUNNING,
  /** The log ends in the middle of a line. */
  CUT_OFF;

  /** The name in JSON. */
  @JsonValue
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
