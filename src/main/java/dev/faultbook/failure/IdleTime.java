package dev.faultbook.failure;

import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.LogStreams;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds that a job had not reported progress for long when its time limit ended it: it hung, and a
 * longer limit would not have helped.
 *
 * <p>Compares clocks and returns null in doubt: if progress is reported without times, if the pause
 * is no longer than three of the usual ones, or if it is a whole number of half hours, because
 * scheduler and program may use different time zones.
 */
final class IdleTime {
  private static final String CANCELLED_AT = " CANCELLED AT ";
  private static final int DATE_AND_TIME = "2026-11-21T03:43:11".length();
  private static final int MAX_LINES = 20_000;
  private static final int MAX_REPORTS = 6;
  private static final long MIN_IDLE = Duration.ofMinutes(30).toMillis();
  private static final long USUAL_PAUSES = 3;
  private static final long ZONE = Duration.ofMinutes(30).toMillis();
  private static final long ZONE_TOLERANCE = Duration.ofMinutes(2).toMillis();

  private IdleTime() {}

  /**
   * The time from the last report of progress to a time limit; null if it is short or unknown.
   *
   * @param limit the line in which the scheduler states that the limit was reached
   * @param start index in the buffer of the first line that may be read
   * @param streams the streams and times of the lines
   */
  static @Nullable Duration findBefore(LineSlice limit, int start, LogStreams streams) {
    Long end = parseEnd(limit);
    List<Long> reports = end == null ? List.of() : findReports(limit, start, streams);
    if (end == null || reports.size() < 2) {
      return null;
    }
    long usual = 0;
    for (int i = 1; i < reports.size(); i++) {
      usual = Math.max(usual, Math.abs(reports.get(i - 1) - reports.get(i)));
    }
    long idle = end - reports.getFirst();
    boolean isLong = idle >= MIN_IDLE && idle >= USUAL_PAUSES * usual;
    return isLong && !isZoneOffset(idle) ? Duration.ofMillis(idle) : null;
  }

  /** {@code *** JOB 123 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO TIME LIMIT ***}. */
  private static @Nullable Long parseEnd(LineSlice limit) {
    String text = Lines.decodeText(limit.bytes(), limit.from(), limit.to());
    int at = text.indexOf(CANCELLED_AT) + CANCELLED_AT.length();
    if (at < CANCELLED_AT.length() || at + DATE_AND_TIME > text.length()) {
      return null;
    }
    try {
      return LocalDateTime.parse(text.substring(at, at + DATE_AND_TIME))
          .toInstant(ZoneOffset.UTC)
          .toEpochMilli();
    } catch (DateTimeParseException notATime) {
      return null;
    }
  }

  /** Times of the latest reports of progress, latest first; empty if none is stated. */
  private static List<Long> findReports(LineSlice limit, int start, LogStreams streams) {
    List<Long> reports = new ArrayList<>();
    LineSlice line = limit.previous(start);
    for (int seen = 0; line != null && seen < MAX_LINES; seen++) {
      if (Aftermath.isProgress(line.bytes(), line.from(), line.to())) {
        LogTime time = streams.timeOf(line.number());
        // A line without a time inherits that of the line before it.
        boolean inherited =
            line.from() > start && Objects.equals(time, streams.timeOf(line.number() - 1));
        if (time != null && !inherited && time.scale() == LogTime.Scale.DATE) {
          reports.add(time.millis());
        } else if (reports.isEmpty()) {
          return reports;
        }
      }
      line = reports.size() < MAX_REPORTS ? line.previous(start) : null;
    }
    return reports;
  }

  private static boolean isZoneOffset(long millis) {
    long off = millis % ZONE;
    return Math.min(off, ZONE - off) <= ZONE_TOLERANCE;
  }
}
