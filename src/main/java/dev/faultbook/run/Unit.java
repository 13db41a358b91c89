package dev.faultbook.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What the progress of a run is counted in; the first one that a log states is shown. */
public enum Unit {
  STEP,
  EPOCH,
  SAMPLE,
  /** Requests that a server answered. */
  REQUEST,
  /** A number that rises steadily, whatever it counts. */
  COUNT,
  /** A batch within an epoch: proves progress, but does not tell how far the run is. */
  BATCH;

  /** The name in JSON. */
  @JsonValue
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
