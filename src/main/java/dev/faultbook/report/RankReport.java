package dev.faultbook.report;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The ranks, nodes or files of a log, in one language and in the shape of the REST answer. Times
 * are milliseconds from the start of the merged timeline.
 *
 * @param count number of ranks (nodes, files) in the log; a launcher's lane among ranks does not
 *     count
 * @param worldSize number of ranks of the job; null if no line states it
 * @param by the kind of lane: {@code rank}, {@code node} or {@code file}
 * @param spanMillis from the first to the last stated time; null if the lanes have no comparable
 *     times
 * @param startMillis the start of the timeline as a clock shows it, without a zone; the date counts
 *     only as far as lines state one; null if they show no clock
 * @param first the lane that failed first; null if unknown
 * @param suspects numbers of the ranks to look at, in order; empty if none stands out
 * @param lanes in the order of ranks, then of names
 * @param clocks nodes whose clock differs from the others', if shared events show it
 * @param differences facts that differ between lanes
 * @param kernel kernel events of the nodes, relative to the ends of the ranks; empty without a
 *     kernel log with comparable times
 * @param collect what to collect next, and how, if nothing explains the failure
 */
public record RankReport(
    int count,
    @JsonProperty("world_size") @Nullable Integer worldSize,
    String by,
    @JsonProperty("span_ms") @Nullable Long spanMillis,
    @JsonIgnore @Nullable Long startMillis,
    @Nullable First first,
    List<Integer> suspects,
    List<Lane> lanes,
    List<Clock> clocks,
    List<Difference> differences,
    List<KernelEvent> kernel,
    List<String> collect) {
  /**
   * Number of ranks of the job; null if no line states it and the log does not show all of them.
   */
  @JsonIgnore
  public @Nullable Integer size() {
    boolean all = lanes.stream().noneMatch(of -> of.rank() != null && of.rank() >= count);
    return worldSize == null && all ? Integer.valueOf(count) : worldSize;
  }

  /** The lanes that {@link #count()} counts. */
  public List<Lane> counted() {
    return lanes.stream().filter(lane -> !by.equals("rank") || lane.rank() != null).toList();
  }

  /** Whether stacks, records or tools tell of a lane. */
  public boolean told() {
    return lanes.stream().anyMatch(lane -> lane.doing() != null || lane.machine() != null);
  }

  /** Whether lanes count steps. */
  public boolean stepped() {
    return lanes.stream().anyMatch(lane -> lane.lastStep() != null);
  }

  /** What sets the rank that failed first apart from the others; empty if nothing is known. */
  public List<Apart> apart() {
    Integer rank = first == null ? null : first.rank();
    if (rank == null) {
      return List.of();
    }
    List<Apart> apart = new ArrayList<>();
    for (Difference of : differences) {
      valueOf(of, ranks -> ranks.equals(List.of(rank)))
          .ifPresent(
              own ->
                  valueOf(of, ranks -> ranks.size() > 1 && !ranks.contains(rank))
                      .ifPresent(most -> apart.add(new Apart(of.fact(), own, most))));
    }
    addCount(apart, rank, "step", Lane::lastStep);
    addCount(apart, rank, "enqueued", Lane::lastEnqueued);
    addCount(apart, rank, "completed", Lane::lastCompleted);
    return apart;
  }

  private static Optional<String> valueOf(Difference of, Predicate<List<Integer>> ranks) {
    return of.values().stream()
        .filter(value -> ranks.test(value.ranks()))
        .map(ValueOf::value)
        .findFirst();
  }

  private void addCount(
      List<Apart> apart, int rank, String fact, Function<Lane, @Nullable Long> count) {
    Map<Long, Long> others = new TreeMap<>();
    Long own = null;
    for (Lane lane : lanes) {
      Long value = count.apply(lane);
      if (value != null && Integer.valueOf(rank).equals(lane.rank())) {
        own = value;
      } else if (value != null && lane.rank() != null) {
        others.merge(value, 1L, Long::sum);
      }
    }
    Long counted = own;
    others.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .filter(most -> counted != null && !counted.equals(most.getKey()))
        .ifPresent(
            most -> apart.add(new Apart(fact, String.valueOf(counted), most.getKey().toString())));
  }

  /** The state of a lane in message keys: a rank that others wait for has not failed first. */
  public String wordOf(String state) {
    boolean awaited = first != null && "rank-awaited".equals(first.entry());
    return awaited && state.equals("first") ? "awaited" : state;
  }

  /**
   * What differs in the rank that failed first.
   *
   * @param fact name of a fact, {@code step}, or {@code enqueued} or {@code completed} for the
   *     number of its last collective
   * @param value what it states, alone among all ranks
   * @param others what most of the others state
   */
  public record Apart(String fact, String value, String others) {}

  /**
   * The first failure.
   *
   * @param line 0 if the lane is identified by what others report
   * @param timeBasis as that of the failure; null if its line has no time
   * @param entry id of the entry that the line supports, or null
   * @param sure whether nothing else in the log can have come before it
   */
  public record First(
      @Nullable Integer rank,
      @Nullable String node,
      long line,
      @Nullable String source,
      @JsonInclude(NON_NULL) @JsonProperty("source_line") @Nullable Long sourceLine,
      @JsonProperty("at_ms") @Nullable Long atMillis,
      @JsonProperty("time_basis") @Nullable String timeBasis,
      @Nullable String entry,
      String text,
      boolean sure,
      String because) {}

  /**
   * A rank, a node or a file.
   *
   * @param label its name: the number of the rank, the node, or the name of the file
   * @param state {@code first}, {@code failed}, {@code victim}, {@code silent}, {@code behind} or
   *     {@code ok}
   * @param lines number of lines that are attributed to it
   * @param fromMillis first stated time, or null
   * @param toMillis last stated time, or null
   * @param lastEnqueued number of the last collective that it enqueued, or null
   * @param lastCompleted number of the last collective that it completed, or null
   * @param because why it has this state; empty for {@code ok}
   * @param lastStep the step that its lines state last; null if they state none
   * @param lastLine its last line, cut if it is long; null if it has none
   * @param doing what its stack or record shows it to do; null if unknown
   * @param machine what is wrong with its machine; null if nothing is known
   */
  public record Lane(
      String label,
      @Nullable Integer rank,
      @Nullable String node,
      @Nullable String source,
      String state,
      long lines,
      @JsonProperty("from_ms") @Nullable Long fromMillis,
      @JsonProperty("to_ms") @Nullable Long toMillis,
      List<Event> events,
      @JsonProperty("last_enqueued") @Nullable Long lastEnqueued,
      @JsonProperty("last_completed") @Nullable Long lastCompleted,
      String because,
      @JsonInclude(NON_NULL) @JsonProperty("last_step") @Nullable Long lastStep,
      @JsonInclude(NON_NULL) @JsonProperty("last_line") @Nullable String lastLine,
      @JsonInclude(NON_NULL) @Nullable String doing,
      @JsonInclude(NON_NULL) @Nullable String machine) {}

  /**
   * An event of a lane.
   *
   * @param kind {@code first}, {@code failed}, {@code victim} or {@code watchdog}
   * @param entry id of the entry that the line supports, or null
   * @param text the line, cut if it is very long
   */
  public record Event(
      @JsonProperty("at_ms") @Nullable Long atMillis,
      long line,
      String kind,
      @Nullable String entry,
      String text,
      @JsonInclude(NON_NULL) @Nullable String source,
      @JsonInclude(NON_NULL) @JsonProperty("source_line") @Nullable Long sourceLine) {}

  /** How far the clock of a node is ahead of the reference node's, and the events that show it. */
  public record Clock(String node, @JsonProperty("offset_ms") long offsetMillis, String because) {
    /** The absolute difference in seconds: {@code 4.0}. */
    public String seconds() {
      long tenths = Math.round(Math.abs(offsetMillis) / 100.0);
      return tenths / 10 + "." + tenths % 10;
    }
  }

  /**
   * A kernel event of a node, and its time relative to the end of a rank.
   *
   * @param label the event: {@code Xid 79}, or the title of an entry
   * @param url address of the page of the code or the entry
   * @param node name of the node, or of the file if the node is unknown
   * @param atMillis negative before the start of the timeline
   * @param rank the rank to which it is compared; null if the lanes are nodes or files
   * @param lane name of that rank, node or file
   * @param moment {@code last_line} or {@code failure}
   * @param beforeMillis by how much the event precedes that moment; negative if it follows
   * @param text all of it in a sentence
   */
  public record KernelEvent(
      String label,
      String url,
      @Nullable String node,
      long line,
      @JsonProperty("at_ms") long atMillis,
      @Nullable Integer rank,
      String lane,
      String moment,
      @JsonProperty("before_ms") long beforeMillis,
      String text,
      @JsonInclude(NON_NULL) @Nullable String source,
      @JsonInclude(NON_NULL) @JsonProperty("source_line") @Nullable Long sourceLine) {}

  /** A fact that differs between lanes, its most frequent value first, and what that means. */
  public record Difference(String fact, List<ValueOf> values, String because) {}

  /** A value with the ranks, and the nodes or files, that state it. */
  public record ValueOf(String value, List<Integer> ranks, List<String> nodes) {}
}
