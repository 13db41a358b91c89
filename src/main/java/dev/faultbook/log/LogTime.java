package dev.faultbook.log;

import org.jspecify.annotations.Nullable;

/**
 * A time as a log line states it. Formats differ in how much of a date they state, so two times are
 * comparable only on the same {@link Scale}.
 *
 * @param scale how much of the time the line states
 * @param millis milliseconds since the scale's origin; a time without a zone counts as UTC, because
 *     only differences within one log are used
 */
public record LogTime(Scale scale, long millis) {

  /** How much of the time a line states. */
  public enum Scale {
    /** A full date and time; the origin is 1970. */
    DATE,
    /** Month, day and time, as glog and syslog write them; the origin is the start of the year. */
    DAY_OF_YEAR,
    /** The time of day only. */
    TIME_OF_DAY,
    /** Seconds since boot, as the kernel writes them. */
    UPTIME
  }

  /** Whether this and the other time are on the same scale; false for null. */
  public boolean comparableTo(@Nullable LogTime other) {
    return other != null && scale == other.scale;
  }
}
