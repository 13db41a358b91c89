package dev.faultbook.web;

import dev.faultbook.content.Markdown;
import dev.faultbook.report.RankReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The timeline of a job's ranks, as the page draws it. Positions and widths are in percent of the
 * drawing's width, such as {@code 12.50%}.
 *
 * @param ranks the report of the ranks
 * @param axis the horizontal axis
 * @param lanes one rank each, or a group of ranks with the same events; the worst if there are many
 * @param moreLanes number of further lanes
 * @param cells the ranks in an overview, the first ones if there are many; empty if each has a lane
 *     of its own
 * @param listed the ranks in the table of single ranks; the worst first if it does not list all
 * @param choices the ranks with a button that shows only their lines
 * @param states number of ranks per state that occurs, worst first
 * @param unseen number of ranks of the job without a line in the log
 */
public record TimelineView(
    RankReport ranks,
    Axis axis,
    List<Lane> lanes,
    int moreLanes,
    List<Cell> cells,
    List<RankReport.Lane> listed,
    List<Choice> choices,
    Map<String, Long> states,
    int unseen) {
  /**
   * The prefix of the names that the reader gives to pasted text without a file name; a number
   * follows.
   */
  private static final String PASTED = "part ";

  public TimelineView {
    lanes = List.copyOf(lanes);
    cells = List.copyOf(cells);
    listed = List.copyOf(listed);
    choices = List.copyOf(choices);
    states = new LinkedHashMap<>(states);
  }

  /**
   * The horizontal axis of the drawing.
   *
   * @param firstX position of the first failure; empty if unknown
   * @param ticks ticks of the time axis; empty if the axis shows line numbers
   * @param timed whether the axis shows time; otherwise it shows line numbers
   */
  public record Axis(String firstX, List<Tick> ticks, boolean timed) {
    public Axis {
      ticks = List.copyOf(ticks);
    }
  }

  /** Height of the overview in its own units. */
  public int cellsHeight() {
    return cells.isEmpty() ? 0 : cells.getLast().y() + 14;
  }

  /** Whether the overview shows only some of the ranks. */
  public boolean cellsCut() {
    return !cells.isEmpty() && cells.size() < ranks.count();
  }

  /** Whether the table of single ranks lists only some of them. */
  public boolean listCut() {
    return listed.size() < ranks.lanes().size();
  }

  /** Number of ranks with lines but without a button. */
  public long moreChoices() {
    return ranks.lanes().stream().filter(lane -> lane.lines() > 0).count() - choices.size();
  }

  /** Names of all lanes, one per line in order, for the script. */
  public String laneNames() {
    return String.join("\n", ranks.lanes().stream().map(RankReport.Lane::label).toList());
  }

  /** Whether a row for each rank tells more than their number: times, or a state besides "ok". */
  public boolean telling() {
    return axis.timed() || !states.keySet().equals(Set.of("ok"));
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

  /** A duration in the notation of {@link TimelineDrawing#formatTime}; empty for null. */
  public String time(Long millis) {
    return millis == null ? "" : TimelineDrawing.formatTime(millis);
  }

  /** Whether a lane is pasted text without a rank, whose name comes from the server. */
  public boolean unnamed(String label) {
    return ranks.by().equals("rank")
        && label.startsWith(PASTED)
        && label.chars().skip(PASTED.length()).allMatch(c -> c >= '0' && c <= '9');
  }

  /** The absolute difference of a clock in seconds: {@code 4.0}. */
  public String seconds(RankReport.Clock clock) {
    return clock.seconds();
  }

  /** The ranks or nodes that state a value. */
  public String who(RankReport.ValueOf value) {
    return value.ranks().isEmpty()
        ? String.join(", ", value.nodes())
        : TimelineDrawing.formatRanges(value.ranks().stream().sorted().toList(), 12);
  }

  /**
   * A lane.
   *
   * @param label its ranks
   * @param count number of ranks
   * @param node their hosts; may be empty
   * @param state their common state
   * @param bar the extent of their lines
   * @param marks their events
   * @param because the reason for the state
   * @param line the line that shows the state, or 0
   * @param text text of that line
   */
  public record Lane(
      String label,
      int count,
      String node,
      String state,
      Bar bar,
      List<Mark> marks,
      String because,
      long line,
      String text) {
    public Lane {
      marks = List.copyOf(marks);
    }
  }

  /**
   * The extent of lines on the axis; empty texts if unknown.
   *
   * @param x the start
   * @param width the width
   * @param end the end
   */
  public record Bar(String x, String width, String end) {}

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
   * @param x its position
   * @param text its label
   * @param anchor alignment of the label
   */
  public record Tick(String x, String text, String anchor) {}

  /**
   * A rank in the overview.
   *
   * @param x its position in units of the overview
   * @param y its position in units of the overview
   * @param state state of the rank
   * @param label name of the rank
   */
  public record Cell(int x, int y, String state, String label) {}

  /**
   * A rank whose lines can be shown alone.
   *
   * @param lane index of the lane, from 1
   * @param state state of the rank
   * @param label name of the rank
   */
  public record Choice(int lane, String state, String label) {}
}
