package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranks, nodes or files of a log, in one language and in the shape of the REST answer.
 *
 * @param scale their number
 * @param first the lane that failed first; null if unknown
 * @param suspects numbers of the ranks to look at, in order; empty if none stands out
 * @param lanes in the order of ranks, then of names
 * @param clocks nodes whose clock differs from the others', if shared events show it
 * @param differences facts that differ between lanes
 * @param kernel kernel events of the nodes, relative to the ends of the ranks; empty without a
 *     kernel log with comparable times
 * @param collect what to collect next, and how, if nothing explains the failure
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record RankReport(
    @JsonUnwrapped Scale scale,
    @Nullable First first,
    List<Integer> suspects,
    List<Lane> lanes,
    List<Clock> clocks,
    List<Difference> differences,
    List<KernelEvent> kernel,
    List<String> collect) {
  public RankReport {
    // Reports saved by earlier releases have no suspects.
    suspects = suspects == null ? List.of() : List.copyOf(suspects);
    lanes = List.copyOf(lanes);
    clocks = List.copyOf(clocks);
    differences = List.copyOf(differences);
    // Reports saved by earlier releases have no kernel events.
    kernel = kernel == null ? List.of() : List.copyOf(kernel);
    collect = List.copyOf(collect);
  }

  /**
   * The number of lanes, and the time that they cover.
   *
   * @param count number of ranks (nodes, files) in the log; a launcher's lane among ranks does not
   *     count
   * @param worldSize number of ranks of the job; null if no line states it
   * @param by the kind of lane: {@code rank}, {@code node} or {@code file}
   * @param spanMillis from the first to the last stated time, in milliseconds; null if the lanes
   *     have no comparable times
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Scale(
      int count,
      @JsonProperty("world_size") @Nullable Integer worldSize,
      String by,
      @JsonProperty("span_ms") @Nullable Long spanMillis) {}

  /** See {@link Scale#count()}. */
  public int count() {
    return scale.count();
  }

  /** See {@link Scale#worldSize()}. */
  public @Nullable Integer worldSize() {
    return scale.worldSize();
  }

  /** See {@link Scale#by()}. */
  public String by() {
    return scale.by();
  }

  /** See {@link Scale#spanMillis()}. */
  public @Nullable Long spanMillis() {
    return scale.spanMillis();
  }

  /** The lanes that {@link Scale#count()} counts. */
  public List<Lane> counted() {
    return lanes.stream().filter(lane -> !by().equals("rank") || lane.rank() != null).toList();
  }

  /**
   * The first failure.
   *
   * @param lane its rank
   * @param line number of the line, counted across all files
   * @param source name of the file; null if there is only one
   * @param sourceLine number of the line in that file; null if there is only one
   * @param atMillis milliseconds from the start of the merged timeline, or null
   * @param entry id of the entry that the line supports; null if the lane is identified by what
   *     others report
   * @param text the line
   * @param sure whether nothing else in the log can have come before it
   * @param because the reason
   */
  public record First(
      @JsonUnwrapped RankName lane,
      long line,
      @Nullable String source,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("source_line")
          @Nullable Long sourceLine,
      @JsonProperty("at_ms") @Nullable Long atMillis,
      @Nullable String entry,
      String text,
      boolean sure,
      String because) {
    /** See {@link RankName#rank()}. */
    public @Nullable Integer rank() {
      return lane.rank();
    }

    /** See {@link RankName#node()}. */
    public @Nullable String node() {
      return lane.node();
    }
  }

  /**
   * Identifies a rank.
   *
   * @param rank the rank; null if its lines state none
   * @param node its host, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record RankName(@Nullable Integer rank, @Nullable String node) {}

  /**
   * A rank, a node or a file.
   *
   * @param name its name
   * @param state {@code first}, {@code failed}, {@code victim}, {@code silent}, {@code behind} or
   *     {@code ok}
   * @param lines number of lines that are attributed to it
   * @param time when its lines were written
   * @param events its events, in order
   * @param progress the progress of its collectives
   * @param because why it has this state; empty for {@code ok}
   */
  public record Lane(
      @JsonUnwrapped LaneName name,
      String state,
      long lines,
      @JsonUnwrapped Span time,
      List<Event> events,
      @JsonUnwrapped Progress progress,
      String because) {
    public Lane {
      events = List.copyOf(events);
    }

    /** Its name. */
    public String label() {
      return name.label();
    }

    /** The rank, or null. */
    public @Nullable Integer rank() {
      return name.rank();
    }

    /** Its host, or null. */
    public @Nullable String node() {
      return name.node();
    }

    /** Name of the file that holds its lines, or null. */
    public @Nullable String source() {
      return name.source();
    }

    /** First stated time in milliseconds from the start of the merged timeline, or null. */
    public @Nullable Long fromMillis() {
      return time.fromMillis();
    }

    /** Last stated time in milliseconds from the start of the merged timeline, or null. */
    public @Nullable Long toMillis() {
      return time.toMillis();
    }

    /** Number of the last collective that it enqueued, or null. */
    public @Nullable Long lastEnqueued() {
      return progress.lastEnqueued();
    }

    /** Number of the last collective that it completed, or null. */
    public @Nullable Long lastCompleted() {
      return progress.lastCompleted();
    }
  }

  /**
   * Identifies a lane.
   *
   * @param label its name: the number of the rank, the node, or the name of the file
   * @param rank the rank, or null
   * @param node its host, or null
   * @param source name of the file that holds its lines; null if they are in several or there is
   *     only one
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record LaneName(
      String label, @Nullable Integer rank, @Nullable String node, @Nullable String source) {}

  /**
   * A part of the merged timeline, in milliseconds from its start.
   *
   * @param fromMillis first stated time, or null
   * @param toMillis last stated time, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Span(
      @JsonProperty("from_ms") @Nullable Long fromMillis,
      @JsonProperty("to_ms") @Nullable Long toMillis) {}

  /**
   * The progress of a rank's collectives.
   *
   * @param lastEnqueued number of the last one that it enqueued, or null
   * @param lastCompleted number of the last one that it completed, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Progress(
      @JsonProperty("last_enqueued") @Nullable Long lastEnqueued,
      @JsonProperty("last_completed") @Nullable Long lastCompleted) {}

  /**
   * An event of a lane.
   *
   * @param atMillis milliseconds from the start of the merged timeline, or null
   * @param line number of the line, counted across all files
   * @param kind {@code first}, {@code failed}, {@code victim} or {@code watchdog}
   * @param entry id of the entry that the line supports, or null
   * @param text the line, cut if it is very long
   * @param file the file that holds the line
   */
  public record Event(
      @JsonProperty("at_ms") @Nullable Long atMillis,
      long line,
      String kind,
      @Nullable String entry,
      String text,
      @JsonUnwrapped FilePlace file) {}

  /**
   * A node's clock.
   *
   * @param node the node
   * @param offsetMillis how far its clock is ahead of the reference node's, in milliseconds
   * @param because the events that show it
   */
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
   * @param line number of the line, counted across all files
   * @param atMillis milliseconds from the start of the merged timeline; negative before it
   * @param relation the rank to which it is compared, and the result
   * @param text all of it in a sentence
   * @param file the file that holds the line
   */
  public record KernelEvent(
      String label,
      String url,
      @Nullable String node,
      long line,
      @JsonProperty("at_ms") long atMillis,
      @JsonUnwrapped Relation relation,
      String text,
      @JsonUnwrapped FilePlace file) {}

  /**
   * The time of an event relative to the end of a rank.
   *
   * @param rank the rank; null if the lanes are nodes or files
   * @param lane name of that rank, node or file
   * @param moment {@code last_line} or {@code failure}
   * @param millisBefore by how many milliseconds the event precedes it; negative if it follows
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Relation(
      @Nullable Integer rank,
      String lane,
      String moment,
      @JsonProperty("before_ms") long millisBefore) {}

  /**
   * A fact that differs between lanes.
   *
   * @param fact its name
   * @param values the values, most frequent first
   * @param because what the difference means
   */
  public record Difference(String fact, List<ValueOf> values, String because) {
    public Difference {
      values = List.copyOf(values);
    }
  }

  /**
   * A value with the lanes that state it.
   *
   * @param value the value
   * @param ranks the ranks that state it; empty if the lanes have no ranks
   * @param nodes the nodes or files that state it
   */
  public record ValueOf(String value, List<Integer> ranks, List<String> nodes) {
    public ValueOf {
      ranks = List.copyOf(ranks);
      nodes = List.copyOf(nodes);
    }
  }
}
