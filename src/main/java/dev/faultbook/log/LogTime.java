package dev.faultbook.log;

import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A time as a log line states it. Formats differ in how much of a date they state, so two times are
 * comparable only on the same {@link Scale}.
 *
 * @param scale how much of the time the line states
 * @param millis milliseconds since the scale's origin, of the clock as the line shows it: its zone
 *     is not applied, because only differences within one log are used
 * @param offset the stated offset from UTC in minutes; null if the line states no zone
 * @param inherited whether an earlier line states it and the line itself none
 */
public record LogTime(Scale scale, long millis, @Nullable Integer offset, boolean inherited) {

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

  /** A time that the line itself states, without a zone. */
  public LogTime(Scale scale, long millis) {
    this(scale, millis, null, false);
  }

  /** The same for a later line that states no time. */
  public LogTime asInherited() {
    return new LogTime(scale, millis, offset, true);
  }

  /**
   * ISO 8601 as far as the line states it: date and time with an offset or {@code Z} only if a zone
   * is stated, or the time of day; null for a time since boot.
   */
  public @Nullable String toIso() {
    if (scale == Scale.UPTIME) {
      return null;
    }
    String stated = Instant.ofEpochMilli(millis).toString();
    if (scale != Scale.DATE) {
      return stated.substring(stated.indexOf('T') + 1, stated.length() - 1);
    }
    String zone = offset == null ? "" : ZoneOffset.ofTotalSeconds(offset * 60).getId();
    return stated.substring(0, stated.length() - 1) + zone;
  }

  /** {@code line} if the line itself states it, {@code after} if an earlier line does. */
  public String basis() {
    return inherited ? "after" : "line";
  }

  /** Whether this and the other time are on the same scale; false for null. */
  public boolean comparableTo(@Nullable LogTime other) {
    return other != null && scale == other.scale;
  }
}
