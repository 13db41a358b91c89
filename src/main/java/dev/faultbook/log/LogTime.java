package dev.faultbook.log;

import org.jspecify.annotations.Nullable;

/**
 * A time as a log line states it. Loggers state more or less of it, so two times can be compared
 * only when they are of one {@link Scale}.
 *
 * @param scale how much of the time the line states
 * @param millis milliseconds since the scale's zero point; lines without a zone are taken as UTC,
 *     because only differences within one log are used
 */
public record LogTime(Scale scale, long millis) {

  /** What the line states. */
  public enum Scale {
    /** A full date and time; zero is 1970. */
    DATE,
    /** Month, day and time, as glog and syslog write them; zero is the start of the year. */
    DAY_OF_YEAR,
    /** The time of the day only. */
    TIME_OF_DAY,
    /** Seconds since the machine started, as the kernel writes them. */
    UPTIME
  }

  /** Whether the order of this and the other time means anything. */
  public boolean comparableTo(@Nullable LogTime other) {
    return other != null && scale == other.scale;
  }
}
