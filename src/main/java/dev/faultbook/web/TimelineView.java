package dev.faultbook.web;

import dev.faultbook.content.Markdown;
import dev.faultbook.report.RankReport;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The timeline of a job's ranks, as the page draws it. Positions and widths are in percent of the
 * drawing's width, such as {@code 12.50%}, so that it fills the screen and its marks stay round.
 */
public final class TimelineView {
  /** From this number on, lanes with the same state and events are drawn as one. */
  private static final int MIN_FOLDED = 4;

  /** Most rows in the drawing; each failed rank has a row of its own. */
  static final int MAX_ROWS = 64;

  /** Most ranks in the overview. A page of 4,096 ranks took seconds to write and more to read. */
  static final int MAX_CELLS = 1024;

  /** Most ranks in the table of single ranks. */
  static final int MAX_LISTED = 512;

  /** Most ranks with a button that shows only their lines. */
  static final int MAX_CHOICES = 128;

  private static final int TICKS = 4;
  private static final long DAY_MILLIS = 86_400_000L;

  /** From this span on, the axis shows no seconds. */
  private static final long SHORT_MILLIS = 600_000L;

  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm");
  private static final DateTimeFormatter DATES = DateTimeFormatter.ofPattern("MM-dd HH:mm");

  /**
   * The prefix of the names that the reader gives to pasted text without a file name; a number
   * follows.
   */
  private static final String PASTED = "part ";

  private static final List<String> STATES =
      List.of("first", "failed", "silent", "behind", "victim", "ok");

  private final RankReport ranks;
  private final long lines;
  private final boolean grouped;
  private final List<RankReport.Lane> worstFirst;
  private final List<Lane> lanes;

  /**
   * @param lines number of lines of the log; the line number serves as the axis if lines have no
   *     times
   */
  TimelineView(RankReport ranks, long lines) {
    this.ranks = ranks;
    this.lines = Math.max(1, lines);
    this.worstFirst =
        ranks.lanes().stream()
            .sorted(Comparator.comparingInt(lane -> STATES.indexOf(lane.state())))
            .toList();
    this.lanes = drawLanes();
    this.grouped = lanes.size() < ranks.lanes().size();
  }

  /**
   * One rank, or a group of ranks with the same events.
   *
   * @param label its ranks
   * @param count number of ranks
   * @param node their hosts; may be empty
   * @param state their common state
   * @param x where their lines begin on the axis; empty if unknown, as are the next two
   * @param width the extent of their lines
   * @param end where their lines end
   * @param marks their events
   * @param because the reason for the state
   * @param line the line that shows the state, or 0
   */
  public record Lane(
      String label,
      int count,
      String node,
      String state,
      String x,
      String width,
      String end,
      List<Mark> marks,
      String because,
      long line) {}

  /**
   * An event on the axis.
   *
   * @param kind {@code first}, {@code failed}, {@code victim} or {@code watchdog}
   * @param x position of the first occurrence
   * @param width distance to the last occurrence
   */
  public record Mark(String kind, String x, String width) {}

  /**
   * A tick of the axis.
   *
   * @param anchor alignment of its text
   */
  public record Tick(String x, String text, String anchor) {}

  /**
   * A rank whose lines can be shown alone.
   *
   * @param lane index of the lane, from 1
   */
  public record Choice(int lane, String state, String label) {}

  /** The report of the ranks. */
  public RankReport ranks() {
    return ranks;
  }

  /** The rows of the drawing, the worst if there are many. */
  public List<Lane> lanes() {
    return firstOf(lanes, MAX_ROWS);
  }

  /** Number of further lanes. */
  public int moreLanes() {
    return Math.max(0, lanes.size() - MAX_ROWS);
  }

  /** The ranks in an overview, the first ones if there are many; empty if each has a lane. */
  public List<RankReport.Lane> cells() {
    return grouped ? firstOf(ranks.counted(), MAX_CELLS) : List.of();
  }

  /** The ranks in the table of single ranks; the worst first if it does not list all. */
  public List<RankReport.Lane> listed() {
    return listCut() ? firstOf(worstFirst, MAX_LISTED) : ranks.lanes();
  }

  /** Whether the table of single ranks lists only some of them. */
  public boolean listCut() {
    return worstFirst.size() > MAX_LISTED;
  }

  /** A button for each rank with lines; only the worst ranks if there are too many. */
  public List<Choice> choices() {
    Set<RankReport.Lane> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
    worstFirst.stream().filter(lane -> lane.lines() > 0).limit(MAX_CHOICES).forEach(chosen::add);
    List<Choice> choices = new ArrayList<>();
    for (int i = 0; i < ranks.lanes().size(); i++) {
      RankReport.Lane lane = ranks.lanes().get(i);
      if (chosen.contains(lane)) {
        choices.add(new Choice(i + 1, lane.state(), lane.label()));
      }
    }
    return choices;
  }

  /** Number of ranks with lines but without a button. */
  public long moreChoices() {
    long written = ranks.lanes().stream().filter(lane -> lane.lines() > 0).count();
    return Math.max(0, written - MAX_CHOICES);
  }

  /** Number of ranks per state that occurs, worst first. */
  public Map<String, Long> states() {
    return ranks.counted().stream()
        .collect(
            Collectors.groupingBy(
                RankReport.Lane::state,
                () -> new TreeMap<>(Comparator.comparingInt(STATES::indexOf)),
                Collectors.counting()));
  }

  /** Number of ranks of the job without a line in the log. */
  public int unseen() {
    return ranks.worldSize() == null ? 0 : Math.max(0, ranks.worldSize() - ranks.count());
  }

  /** Names of all lanes, one per line in order, for the script. */
  public String laneNames() {
    return String.join("\n", ranks.lanes().stream().map(RankReport.Lane::label).toList());
  }

  /** Whether a row for each rank tells more than their number: times, or a state besides "ok". */
  public boolean telling() {
    return timed() || !states().keySet().equals(Set.of("ok"));
  }

  /** Whether any watchdog timed out. */
  public boolean watched() {
    return lanes.stream()
        .anyMatch(l -> l.marks().stream().anyMatch(m -> m.kind().equals("watchdog")));
  }

  /** What to collect, as HTML. */
  public List<String> collect() {
    return ranks.collect().stream()
        .map(Markdown::toInlineHtml)
        .map(CodeWrapping::wrapHtml)
        .toList();
  }

  /** Whether a lane is pasted text without a rank, whose name comes from the server. */
  public boolean unnamed(String label) {
    return ranks.by().equals("rank")
        && label.startsWith(PASTED)
        && label.chars().skip(PASTED.length()).allMatch(c -> c >= '0' && c <= '9');
  }

  /** The ranks or nodes that state a value. */
  public String who(RankReport.ValueOf value) {
    return value.ranks().isEmpty()
        ? String.join(", ", value.nodes())
        : formatRanges(value.ranks().stream().sorted().toList(), 12);
  }

  /** Whether the axis shows time; otherwise it shows line numbers. */
  public boolean timed() {
    return spanMillis() > 0;
  }

  /** Position of the first failure; empty if unknown. */
  public String firstX() {
    return ranks.first() == null ? "" : x(ranks.first().atMillis(), ranks.first().line());
  }

  /** The ticks of the time axis; empty if the axis shows line numbers. */
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; timed() && i <= TICKS; i += lasts(DAY_MILLIS) ? TICKS / 2 : 1) {
      ticks.add(
          new Tick(
              formatPercent((double) i / TICKS),
              tick(spanMillis() * i / TICKS),
              List.of("start", "middle", "middle", "middle", "end").get(i)));
    }
    return ticks;
  }

  private List<Lane> drawLanes() {
    List<List<RankReport.Lane>> rows =
        ranks.lanes().stream()
            .collect(Collectors.groupingBy(Key::of, LinkedHashMap::new, Collectors.toList()))
            .values()
            .stream()
            .flatMap(
                alike ->
                    alike.size() < MIN_FOLDED ? alike.stream().map(List::of) : Stream.of(alike))
            .toList();
    if (rows.size() == ranks.lanes().size()) {
      return ranks.lanes().stream().map(lane -> toLane(List.of(lane))).toList();
    }
    return rows.stream()
        .map(this::toLane)
        .sorted(Comparator.comparingInt(lane -> STATES.indexOf(lane.state())))
        .toList();
  }

  /** Ranks of one state with events of the same kinds are grouped, regardless of node names. */
  private record Key(String state, String node, List<String> kinds) {
    static Key of(RankReport.Lane lane) {
      boolean alone = lane.state().equals("first") || lane.state().equals("failed");
      return new Key(
          lane.state(),
          alone ? lane.label() : "",
          lane.events().stream().map(e -> e.kind() + " " + e.entry()).distinct().sorted().toList());
    }
  }

  private Lane toLane(List<RankReport.Lane> group) {
    RankReport.Lane one = group.getFirst();
    OptionalLong from = timesOf(group, RankReport.Lane::fromMillis).min();
    OptionalLong to = timesOf(group, RankReport.Lane::toMillis).max();
    boolean starts = timed() && from.isPresent();
    boolean ends = timed() && to.isPresent();
    return new Lane(
        formatRanges(group),
        group.size(),
        abbreviateNames(
            group.stream().map(RankReport.Lane::node).filter(Objects::nonNull).distinct().toList()),
        one.state(),
        starts ? x(from.getAsLong(), 0) : "",
        starts && ends ? formatPercent(share(to.getAsLong(), 0) - share(from.getAsLong(), 0)) : "",
        ends ? x(to.getAsLong(), 0) : "",
        toMarks(group),
        one.because(),
        decisiveEvent(one).map(RankReport.Event::line).orElse(0L));
  }

  private static LongStream timesOf(
      List<RankReport.Lane> group, Function<RankReport.Lane, @Nullable Long> time) {
    return group.stream().map(time).filter(Objects::nonNull).mapToLong(Long::longValue);
  }

  /** The event that explains the lane's state; an error without an entry may precede it. */
  private static Optional<RankReport.Event> decisiveEvent(RankReport.Lane lane) {
    return lane.events().stream()
        .filter(event -> event.kind().equals(lane.state()))
        .findFirst()
        .or(() -> lane.events().stream().findFirst());
  }

  /** One mark per kind, from the first lane's event to the last lane's. */
  private List<Mark> toMarks(List<RankReport.Lane> group) {
    Map<String, double[]> spread = new LinkedHashMap<>();
    for (RankReport.Lane lane : group) {
      for (RankReport.Event event : lane.events()) {
        if (timed() && event.atMillis() == null) {
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
                new Mark(
                    e.getKey().split(" ", 2)[0],
                    formatPercent(e.getValue()[0]),
                    formatPercent(e.getValue()[1] - e.getValue()[0])))
        .toList();
  }

  /** A moment of the timeline, as the lines state it; a duration if they show no clock. */
  public String moment(@Nullable Long millis) {
    return format(millis, lasts(DAY_MILLIS) ? DATES : SECONDS);
  }

  private String tick(long millis) {
    return format(millis, lasts(DAY_MILLIS) ? DATES : lasts(SHORT_MILLIS) ? MINUTES : SECONDS);
  }

  private String format(@Nullable Long millis, DateTimeFormatter format) {
    Long start = ranks.startMillis();
    return millis == null || start == null
        ? time(millis)
        : format.format(Instant.ofEpochMilli(start + millis).atOffset(ZoneOffset.UTC));
  }

  private boolean lasts(long millis) {
    return spanMillis() >= millis;
  }

  /** The time span; 0 if no line has a time. */
  private long spanMillis() {
    return ranks.spanMillis() == null ? 0 : ranks.spanMillis();
  }

  private String x(@Nullable Long millis, long line) {
    return timed() && millis == null ? "" : formatPercent(share(millis, line));
  }

  private double share(@Nullable Long millis, long line) {
    double share =
        timed() && millis != null ? (double) millis / spanMillis() : (double) line / lines;
    return Math.clamp(share, 0, 1);
  }

  private static <T> List<T> firstOf(List<T> all, int most) {
    return all.size() > most ? all.subList(0, most) : all;
  }

  private static String formatPercent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", share * 100);
  }

  /**
   * A duration in clock notation: {@code 1:02:03}, {@code 2:03}, {@code 2.5 s}; from two days on
   * {@code 3 d 4 h}; empty for null.
   */
  static String time(@Nullable Long millis) {
    if (millis == null) {
      return "";
    }
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

  private static String formatRanges(List<RankReport.Lane> group) {
    return group.stream().anyMatch(lane -> lane.rank() == null)
        ? abbreviateNames(group.stream().map(RankReport.Lane::label).toList())
        : formatRanges(group.stream().map(RankReport.Lane::rank).sorted().toList(), 6);
  }

  /** Numbers as ranges: {@code 0–4, 6–63}. */
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
}
