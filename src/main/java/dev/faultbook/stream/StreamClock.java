package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts the times of all lines to one clock. Dates, times without a year and times without a day
 * are combined if that is unambiguous; times since boot stay separate.
 */
final class StreamClock {
  /** Smaller differences are as likely between the events themselves as between the clocks. */
  private static final long MIN_OFFSET = 500;

  /** Kinds of events that show how clocks differ, the most reliable first. */
  private static final List<String> KINDS = List.of("init", "rendezvous", "watchdog");

  private static final int WATCHDOG = 2;

  private static final long DAY = 86_400_000L;
  private static final int LEAP_YEAR = 2024;
  private static final int LEAP_YEAR_DAYS = 366;

  private final String[] owner;
  private final Map<String, RankView.Clock> offsets = new TreeMap<>();
  private final LogTime.@Nullable Scale axis;
  private final int year;
  private final long day;

  /**
   * @param owner the owner of the clock of each stream: its node, or else its file
   */
  StreamClock(StreamEvidence log, String[] owner) {
    this.owner = owner;
    // The earliest and the latest time of each stream on its best scale.
    List<LogTime> bounds =
        log.streams().stream().flatMap(stream -> stream.times().stream().limit(2)).toList();
    LogTime.Scale best =
        bounds.stream().map(LogTime::scale).min(Comparator.naturalOrder()).orElse(null);
    LongSummaryStatistics range =
        bounds.stream()
            .filter(bound -> bound.scale() == best)
            .mapToLong(LogTime::millis)
            .summaryStatistics();
    boolean oneClock = Arrays.stream(owner).distinct().count() <= 1;
    axis = best == LogTime.Scale.UPTIME && !oneClock ? null : best;
    year =
        axis == LogTime.Scale.DATE
            ? LocalDate.ofEpochDay(Math.floorDiv(range.getMin(), DAY)).getYear()
            : LEAP_YEAR;
    boolean oneDay = best != null && range.getMin() / DAY == range.getMax() / DAY;
    day = oneDay && axis != LogTime.Scale.TIME_OF_DAY ? range.getMax() / DAY : -1;
    estimateOffsets(log);
  }

  /**
   * A time of the axis in milliseconds since 1970, 2024 or midnight; null if lines show no clock.
   */
  @Nullable Long clockOf(long at) {
    return axis == null || axis == LogTime.Scale.UPTIME
        ? null
        : axis == LogTime.Scale.DAY_OF_YEAR
            ? Long.valueOf(at + LocalDate.of(LEAP_YEAR, 1, 1).minusDays(1).toEpochDay() * DAY)
            : (Long) at;
  }

  /** The time of a line in milliseconds on the median clock of all nodes; null if unknown. */
  @Nullable Long timeOf(MatchedLine line) {
    MatchedLine.Place place = line.place();
    return place == null || place.time() == null
        ? null
        : correctTime(place.time(), owner[place.clock()]);
  }

  /** Converts a time that a stream stated; null if that is not possible. */
  @Nullable Long timeOf(@Nullable LogTime time, int stream) {
    return time == null ? null : correctTime(time, owner[stream]);
  }

  /** The clocks that differ from the median of all nodes, by node. */
  Map<String, RankView.Clock> offsets() {
    return offsets;
  }

  private @Nullable Long correctTime(LogTime time, String clock) {
    Long at = onAxis(time);
    RankView.Clock offset = offsets.get(clock);
    return at == null || offset == null ? at : Long.valueOf(at - offset.offsetMillis());
  }

  private @Nullable Long onAxis(LogTime time) {
    if (axis == null) {
      return null;
    }
    return switch (time.scale()) {
      case DATE -> time.millis();
      case DAY_OF_YEAR ->
          axis == LogTime.Scale.DATE
              ? Long.valueOf(toEpochMillis(time.millis()))
              : (Long) time.millis();
      case TIME_OF_DAY -> onDay(time.millis());
      case UPTIME -> axis == LogTime.Scale.UPTIME ? (Long) time.millis() : null;
    };
  }

  private @Nullable Long onDay(long ofDay) {
    if (axis == LogTime.Scale.TIME_OF_DAY) {
      return ofDay;
    }
    return day >= 0 ? Long.valueOf(day * DAY + ofDay) : null;
  }

  /** Converts a time of the year to a date in the year that other lines state. */
  private long toEpochMillis(long ofYear) {
    // A leap second at the end of the year is the first second behind it.
    int day = Math.clamp(ofYear / DAY, 1, LEAP_YEAR_DAYS);
    LocalDate leap = LocalDate.ofYearDay(LEAP_YEAR, day);
    int last = YearMonth.of(year, leap.getMonth()).lengthOfMonth();
    LocalDate date = LocalDate.of(year, leap.getMonth(), Math.min(last, leap.getDayOfMonth()));
    return date.toEpochDay() * DAY + ofYear - day * DAY;
  }

  private void estimateOffsets(StreamEvidence log) {
    Map<String, Map<String, List<Long>>> events = new TreeMap<>();
    for (FactReading reading : log.facts()) {
      MatchedLine line = reading.line();
      if (reading.fact().equals("log.same") && line.time() != null && line.place() != null) {
        Long at = onAxis(line.time());
        if (at != null) {
          String event = kindOf(line.text()) + " " + line.captures().getOrDefault("key", "");
          events
              .computeIfAbsent(event, e -> new TreeMap<>())
              .computeIfAbsent(owner[line.place().origin()], o -> new ArrayList<>())
              .add(at);
        }
      }
    }
    Map<String, TreeMap<Integer, List<Long>>> ahead = new TreeMap<>();
    events.forEach(
        (event, clocks) -> {
          Map<String, Long> middle = new TreeMap<>();
          clocks.forEach((clock, times) -> middle.put(clock, lowerMedian(times)));
          long reference = lowerMedian(middle.values());
          if (clocks.size() > 1) {
            middle.forEach(
                (clock, time) ->
                    ahead
                        .computeIfAbsent(clock, c -> new TreeMap<>())
                        .computeIfAbsent(event.charAt(0) - '0', kind -> new ArrayList<>())
                        .add(time - reference));
          }
        });
    Map<String, Long> starts = startsAhead(log);
    ahead.forEach(
        (clock, kinds) -> {
          int kind = kinds.firstKey();
          List<Long> of = kinds.firstEntry().getValue();
          long offset = lowerMedian(of);
          if (Math.abs(offset) >= MIN_OFFSET
              && (kind < WATCHDOG || supportsOffset(starts.get(clock), offset))) {
            offsets.put(clock, new RankView.Clock(clock, offset, of.size(), KINDS.get(kind)));
          }
        });
  }

  /** How far the first time of each clock is ahead of the median one. */
  private Map<String, Long> startsAhead(StreamEvidence log) {
    Map<String, Long> starts = new TreeMap<>();
    for (LogStream stream : log.streams()) {
      Long at = stream.times().isEmpty() ? null : onAxis(stream.times().getFirst());
      if (at != null) {
        starts.merge(owner[stream.id()], at, Math::min);
      }
    }
    if (!starts.isEmpty()) {
      long middle = lowerMedian(starts.values());
      starts.replaceAll((clock, at) -> at - middle);
    }
    return starts;
  }

  /**
   * Whether logs that start together would still do so on the corrected clock. A rank that enqueued
   * a collective later times out later; its clock is not the reason.
   */
  private static boolean supportsOffset(@Nullable Long start, long offset) {
    return start == null || Math.abs(start - offset) <= Math.abs(start);
  }

  private static int kindOf(String text) {
    if (text.contains("Init COMPLETE")) {
      return 0;
    }
    return text.contains("Rendezvous") ? 1 : 2;
  }

  /** The lower median. */
  private static long lowerMedian(Collection<Long> times) {
    List<Long> sorted = times.stream().sorted().toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
