package dev.faultbook.web;

import dev.faultbook.content.Markdown;
import dev.faultbook.report.RankReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the ranks of a job did, as the page draws it. Places and widths are in percent of the
 * drawing's width, such as {@code 12.50%}.
 *
 * @param ranks what is drawn
 * @param axis what the width stands for
 * @param lanes a rank each, or a group of ranks that tell the same; the worst where there are many
 * @param moreLanes how many further lanes there are
 * @param cells the ranks in an overview, the first ones where there are many; empty when each has a
 *     lane of its own
 * @param listed the ranks that the table of single ranks tells of; the worst first where it does
 *     not tell of all
 * @param choices the ranks whose lines can be shown alone by a button
 * @param states how many ranks are in each state that occurs, the worst first
 * @param unseen how many ranks of the job the log does not show
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
  /** What the reader calls text without a name of a file, and a number. */
  private static final String PASTED = "part ";

  /** The lists cannot be changed. */
  public TimelineView {
    lanes = List.copyOf(lanes);
    cells = List.copyOf(cells);
    listed = List.copyOf(listed);
    choices = List.copyOf(choices);
    states = new LinkedHashMap<>(states);
  }

  /**
   * What the width of the drawing stands for.
   *
   * @param firstX where the first failure stands; empty when that is not known
   * @param ticks of the axis of time; empty when lines stand for the time
   * @param timed whether the width is time; else it is the order of the lines
   */
  public record Axis(String firstX, List<Tick> ticks, boolean timed) {
    /** The list cannot be changed. */
    public Axis {
      ticks = List.copyOf(ticks);
    }
  }

  /** How high the overview is, in its own units. */
  public int cellsHeight() {
    return cells.isEmpty() ? 0 : cells.getLast().y() + 14;
  }

  /** Whether the overview shows less than all ranks. */
  public boolean cellsCut() {
    return !cells.isEmpty() && cells.size() < ranks.count();
  }

  /** Whether the table of single ranks tells of less than all. */
  public boolean listCut() {
    return listed.size() < ranks.lanes().size();
  }

  /** How many ranks with lines have no button that shows these alone. */
  public long moreChoices() {
    return ranks.lanes().stream().filter(lane -> lane.lines() > 0).count() - choices.size();
  }

  /** What all lanes are called, one a line in their order, for the script. */
  public String laneNames() {
    return String.join("\n", ranks.lanes().stream().map(RankReport.Lane::label).toList());
  }

  /** Whether any watchdog gave up. */
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

  /** A span of time, as {@link TimelineDrawing#formatTime} writes it; empty for null. */
  public String time(Long millis) {
    return millis == null ? "" : TimelineDrawing.formatTime(millis);
  }

  /**
   * Whether a lane of ranks is pasted text that names none, which only the server has a name for.
   */
  public boolean unnamed(String label) {
    return ranks.by().equals("rank")
        && label.startsWith(PASTED)
        && label.chars().skip(PASTED.length()).allMatch(c -> c >= '0' && c <= '9');
  }

  /** By how much a clock differs, in seconds without a sign: {@code 4.0}. */
  public String seconds(RankReport.Clock clock) {
    return clock.seconds();
  }

  /** Ranks or nodes that state a value. */
  public String who(RankReport.ValueOf value) {
    return value.ranks().isEmpty()
        ? String.join(", ", value.nodes())
        : TimelineDrawing.formatRanges(value.ranks().stream().sorted().toList(), 12);
  }

  /**
   * A lane.
   *
   * @param label its ranks
   * @param count how many ranks
   * @param node their hosts; may be empty
   * @param state of all of them
   * @param bar from where to where their lines reach
   * @param marks what happened
   * @param because why they have this state
   * @param line of what tells its state, or 0
   * @param text of that line
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
    /** The list cannot be changed. */
    public Lane {
      marks = List.copyOf(marks);
    }
  }

  /**
   * Where lines begin and end on the axis; empty texts when that is not known.
   *
   * @param x where they begin
   * @param width up to where they end
   * @param end where they end
   */
  public record Bar(String x, String width, String end) {}

  /**
   * Something that happened.
   *
   * @param kind {@code first}, {@code failed}, {@code victim} or {@code watchdog}
   * @param x where it stands first
   * @param width up to where it stands last
   */
  public record Mark(String kind, String x, String width) {}

  /**
   * A mark of the axis.
   *
   * @param x where it stands
   * @param text what it says
   * @param anchor how the text stands to it
   */
  public record Tick(String x, String text, String anchor) {}

  /**
   * A rank in the overview.
   *
   * @param x in its units
   * @param y in its units
   * @param state of the rank
   * @param label of the rank
   */
  public record Cell(int x, int y, String state, String label) {}

  /**
   * A rank whose lines can be shown alone.
   *
   * @param lane its place among the lanes, from 1
   * @param state of the rank
   * @param label of the rank
   */
  public record Choice(int lane, String state, String label) {}
}
