package dev.faultbook.web;

import dev.faultbook.report.RankReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lays out the drawing of a log's ranks. Positions are in percent of its width, so that it fills
 * the screen and its marks stay round.
 */
final class TimelineDrawing {
  /** Above this number, lanes with the same events are drawn as one. */
  private static final int MOST_LANES = 24;

  /** Most rows in the drawing; each failed rank has a row of its own. */
  static final int MOST_ROWS = 64;

  /** Most ranks in the overview. A page of 4,096 ranks took seconds to write and more to read. */
  static final int MOST_CELLS = 1024;

  /** Most ranks in the table of single ranks. */
  static final int MOST_LISTED = 512;

  /** Most ranks with a button that shows only their lines. */
  static final int MOST_CHOICES = 128;

  /** Ranks in a row of the overview: the GPUs of eight machines. */
  private static final int IN_A_ROW = 64;

  private static final int TICKS = 4;

  private final RankReport ranks;
  private final long lines;

  private TimelineDrawing(RankReport ranks, long lines) {
    this.ranks = ranks;
    this.lines = Math.max(1, lines);
  }

  /**
   * The drawing.
   *
   * @param lines number of lines of the log; the line number serves as the axis if lines have no
   *     times
   */
  static TimelineView drawTimeline(RankReport ranks, long lines) {
    return new TimelineDrawing(ranks, lines).buildView();
  }

  private TimelineView buildView() {
    boolean grouped = ranks.lanes().size() > MOST_LANES;
    Map<Object, List<RankReport.Lane>> groups = new LinkedHashMap<>();
    for (int i = 0; i < ranks.lanes().size(); i++) {
      RankReport.Lane lane = ranks.lanes().get(i);
      groups.computeIfAbsent(grouped ? keyOf(lane) : i, k -> new ArrayList<>()).add(lane);
    }
    List<TimelineView.Lane> lanes = new ArrayList<>();
    groups.values().forEach(group -> lanes.add(toLane(group)));
    // Failed ranks come first; grouped lanes have no fixed order anyway.
    if (grouped) {
      lanes.sort(Comparator.comparingInt(lane -> STATES.indexOf(lane.state())));
    }
    List<RankReport.Lane> worst =
        ranks.lanes().stream()
            .sorted(Comparator.comparingInt(lane -> STATES.indexOf(lane.state())))
            .toList();
    return new TimelineView(
        ranks,
        new TimelineView.Axis(
            ranks.first() == null ? "" : x(ranks.first().atMillis(), ranks.first().line()),
            hasTimes() ? toTicks() : List.of(),
            hasTimes()),
        firstOf(lanes, MOST_ROWS),
        Math.max(0, lanes.size() - MOST_ROWS),
        grouped ? toCells() : List.of(),
        worst.size() > MOST_LISTED ? firstOf(worst, MOST_LISTED) : ranks.lanes(),
        toChoices(worst),
        countStates(),
        ranks.worldSize() == null ? 0 : Math.max(0, ranks.worldSize() - ranks.count()));
  }

  /** A button for each rank with lines; only the worst ranks if there are too many. */
  private List<TimelineView.Choice> toChoices(List<RankReport.Lane> worst) {
    Set<RankReport.Lane> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
    worst.stream().filter(lane -> lane.lines() > 0).limit(MOST_CHOICES).forEach(chosen::add);
    List<TimelineView.Choice> choices = new ArrayList<>();
    for (int i = 0; i < ranks.lanes().size(); i++) {
      RankReport.Lane lane = ranks.lanes().get(i);
      if (chosen.contains(lane)) {
        choices.add(new TimelineView.Choice(i + 1, lane.state(), lane.label()));
      }
    }
    return choices;
  }

  private static <T> List<T> firstOf(List<T> all, int most) {
    return all.size() > most ? all.subList(0, most) : all;
  }

  private static final List<String> STATES =
      List.of("first", "failed", "silent", "behind", "victim", "ok");

  private record Key(String state, String node, List<String> kinds) {}

  /** Ranks of one state with events of the same kinds are grouped, regardless of node names. */
  private static Key keyOf(RankReport.Lane lane) {
    boolean alone = lane.state().equals("first") || lane.state().equals("failed");
    return new Key(
        lane.state(),
        alone ? lane.label() : "",
        lane.events().stream().map(e -> e.kind() + " " + e.entry()).distinct().sorted().toList());
  }

  private TimelineView.Lane toLane(List<RankReport.Lane> group) {
    RankReport.Lane one = group.getFirst();
    Long from = least(group.stream().map(RankReport.Lane::fromMillis).toList());
    Long to = most(group.stream().map(RankReport.Lane::toMillis).toList());
    String start = hasTimes() && from != null ? x(from, 0) : "";
    String width =
        start.isEmpty() || to == null ? "" : formatPercent(share(to, 0) - share(from, 0));
    Optional<RankReport.Event> decisive = decisiveEvent(one);
    return new TimelineView.Lane(
        formatRanges(group),
        group.size(),
        group.stream()
            .map(RankReport.Lane::node)
            .filter(Objects::nonNull)
            .distinct()
            .collect(
                Collectors.collectingAndThen(
                    Collectors.toList(), TimelineDrawing::abbreviateNames)),
        one.state(),
        new TimelineView.Bar(start, width, hasTimes() && to != null ? x(to, 0) : ""),
        toMarks(group),
        one.because(),
        decisive.map(RankReport.Event::line).orElse(0L),
        decisive.map(RankReport.Event::text).orElse(""));
  }

  /** The event that explains the lane's state; an error without an entry may precede it. */
  private static Optional<RankReport.Event> decisiveEvent(RankReport.Lane lane) {
    return lane.events().stream()
        .filter(event -> event.kind().equals(lane.state()))
        .findFirst()
        .or(() -> lane.events().stream().findFirst());
  }

  /** One mark per kind, from the first lane's event to the last lane's. */
  private List<TimelineView.Mark> toMarks(List<RankReport.Lane> group) {
    Map<String, double[]> spread = new LinkedHashMap<>();
    for (RankReport.Lane lane : group) {
      for (RankReport.Event event : lane.events()) {
        if (hasTimes() && event.atMillis() == null) {
          continue;
        }
        double at = share(event.atMillis(), event.line());
        spread.merge(
            group.size() == 1 ? event.kind() + " " + event.line() : event.kind(),
            new double[] {at, at},
            (a, b) -> new double[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
      }
    }
    return spread.entrySet().stream()
        .map(
            e ->
                new TimelineView.Mark(
                    e.getKey().split(" ", 2)[0],
                    formatPercent(e.getValue()[0]),
                    formatPercent(e.getValue()[1] - e.getValue()[0])))
        .toList();
  }

  private List<TimelineView.Cell> toCells() {
    List<TimelineView.Cell> cells = new ArrayList<>();
    List<RankReport.Lane> counted = firstOf(ranks.counted(), MOST_CELLS);
    for (int i = 0; i < counted.size(); i++) {
      RankReport.Lane lane = counted.get(i);
      cells.add(
          new TimelineView.Cell(i % IN_A_ROW * 12, i / IN_A_ROW * 14, lane.state(), lane.label()));
    }
    return cells;
  }

  private Map<String, Long> countStates() {
    Map<String, Long> states = new LinkedHashMap<>();
    List<RankReport.Lane> counted = ranks.counted();
    for (String state : STATES) {
      long count = counted.stream().filter(lane -> lane.state().equals(state)).count();
      if (count > 0) {
        states.put(state, count);
      }
    }
    return states;
  }

  private static String anchor(int tick) {
    if (tick == 0) {
      return "start";
    }
    return tick == TICKS ? "end" : "middle";
  }

  private List<TimelineView.Tick> toTicks() {
    List<TimelineView.Tick> ticks = new ArrayList<>();
    for (int i = 0; i <= TICKS; i++) {
      ticks.add(
          new TimelineView.Tick(
              formatPercent((double) i / TICKS),
              i == 0 ? "0" : formatTime(spanMillis() * i / TICKS),
              anchor(i)));
    }
    return ticks;
  }

  /**
   * A duration in clock notation: {@code 1:02:03}, {@code 2:03}, {@code 2.5 s}; from two days on
   * {@code 3 d 4 h}.
   */
  static String formatTime(long millis) {
    long seconds = millis / 1000;
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    long hours = seconds / 3600;
    if (hours >= 48) {
      return hours / 24 + " d " + hours % 24 + " h";
    }
    return hours > 0
        ? String.format(Locale.ROOT, "%d:%02d:%02d", hours, seconds / 60 % 60, seconds % 60)
        : String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }

  private boolean hasTimes() {
    return spanMillis() > 0;
  }

  /** The time span; 0 if no line has a time. */
  private long spanMillis() {
    return ranks.spanMillis() == null ? 0 : ranks.spanMillis();
  }

  private String x(@Nullable Long millis, long line) {
    return hasTimes() && millis == null ? "" : formatPercent(share(millis, line));
  }

  private double share(@Nullable Long millis, long line) {
    double share =
        hasTimes() && millis != null ? (double) millis / spanMillis() : (double) line / lines;
    return Math.clamp(share, 0, 1);
  }

  private static String formatPercent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", share * 100);
  }

  /** Numbers as ranges: {@code 0–4, 6–63}. */
  private static String formatRanges(List<RankReport.Lane> group) {
    if (group.stream().anyMatch(lane -> lane.rank() == null)) {
      return abbreviateNames(group.stream().map(RankReport.Lane::label).toList());
    }
    return formatRanges(group.stream().map(RankReport.Lane::rank).sorted().toList(), 6);
  }

  static String formatRanges(List<Integer> numbers, int most) {
    List<String> ranges = new ArrayList<>();
    int i = 0;
    while (i < numbers.size()) {
      int start = i;
      while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
        i++;
      }
      ranges.add(start == i ? "" + numbers.get(i) : numbers.get(start) + "–" + numbers.get(i));
      i++;
    }
    return ranges.size() <= most
        ? String.join(", ", ranges)
        : String.join(", ", ranges.subList(0, most)) + " …";
  }

  private static String abbreviateNames(List<String> names) {
    return names.size() <= 3
        ? String.join(", ", names)
        : names.getFirst() + " … " + names.getLast() + " (" + names.size() + ")";
  }

  private static @Nullable Long least(List<Long> times) {
    return times.stream().filter(Objects::nonNull).min(Long::compare).orElse(null);
  }

  private static @Nullable Long most(List<Long> times) {
    return times.stream().filter(Objects::nonNull).max(Long::compare).orElse(null);
  }
}
