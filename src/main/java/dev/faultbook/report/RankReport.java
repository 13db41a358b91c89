package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log of several ranks, nodes or files says about each of them, in one language and in the
 * shape of the REST answer.
 *
 * @param scale how many there are
 * @param first the lane that failed first, or null when it cannot be told
 * @param suspects numbers of the ranks to look at, in their order; empty when none stands out
 * @param lanes in the order of their ranks, then of their names
 * @param clocks nodes whose clock differs from the others', as far as shared events show it
 * @param differences facts that not all lanes agree in
 * @param kernel what the kernels of the nodes reported, beside the ends of the ranks; empty where
 *     no kernel log with comparable times was given
 * @param collect what to collect next and how, when nothing explains the failure
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
  /** The lists cannot be changed. */
  public RankReport {
    // A report that was saved before there were suspects has none.
    suspects = suspects == null ? List.of() : List.copyOf(suspects);
    lanes = List.copyOf(lanes);
    clocks = List.copyOf(clocks);
    differences = List.copyOf(differences);
    // A report that was saved before kernel logs were compared has none.
    kernel = kernel == null ? List.of() : List.copyOf(kernel);
    collect = List.copyOf(collect);
  }

  /**
   * How many lanes there are, and over what time.
   *
   * @param count how many ranks (nodes, files) the log shows; a launcher's lane among ranks is none
   * @param worldSize how many ranks the job has, or null when no line states it
   * @param by what a lane is: {@code rank}, {@code node} or {@code file}
   * @param spanMillis from the first to the last stated time, in milliseconds; null when the lanes
   *     bear no times that can be compared and so stand side by side
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
   * The failure that came first.
   *
   * @param lane which rank it is
   * @param line number of the line, through all files
   * @param source name of the file; null when there is only one
   * @param sourceLine number of the line in that file; null when there is only one
   * @param atMillis milliseconds from the start of the merged timeline, or null
   * @param entry id of the entry that the line bears out; null when the lane is known to be first
   *     by what the others say of it
   * @param text the line
   * @param sure whether nothing else in the log could have come before it
   * @param because how it is known
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
   * Which rank it is.
   *
   * @param rank the rank, or null when its lines name none
   * @param node its host, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record RankName(@Nullable Integer rank, @Nullable String node) {}

  /**
   * A rank, a node or a file.
   *
   * @param name which one it is
   * @param state {@code first}, {@code failed}, {@code victim}, {@code silent}, {@code behind} or
   *     {@code ok}
   * @param lines how many lines are attributed to it
   * @param time when its lines were written
   * @param events what happened to it, in order
   * @param progress how far its collectives came
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
    /** The events cannot be changed. */
    public Lane {
      events = List.copyOf(events);
    }

    /** What it is called. */
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
   * Which rank, node or file a lane is.
   *
   * @param label what it is called: the number of the rank, the node, or the file's name
   * @param rank the rank, or null
   * @param node its host, or null
   * @param source name of the file that holds its lines; null when they are in several or there is
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
   * How far the collectives of a rank came.
   *
   * @param lastEnqueued number of the last one that it enqueued, or null
   * @param lastCompleted number of the last one that it completed, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Progress(
      @JsonProperty("last_enqueued") @Nullable Long lastEnqueued,
      @JsonProperty("last_completed") @Nullable Long lastCompleted) {}

  /**
   * Something that happened to a lane.
   *
   * @param atMillis milliseconds from the start of the merged timeline, or null
   * @param line number of the line, through all files
   * @param kind {@code first}, {@code failed}, {@code victim} or {@code watchdog}
   * @param entry id of the entry that the line bears out, or null
   * @param text the line, cut when it is very long
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
   * @param offsetMillis by how much its clock is ahead of the reference node's
   * @param because the events that show it
   */
  public record Clock(String node, @JsonProperty("offset_ms") long offsetMillis, String because) {
    /** By how much it differs, in seconds without a sign: {@code 4.0}. */
    public String seconds() {
      long tenths = Math.round(Math.abs(offsetMillis) / 100.0);
      return tenths / 10 + "." + tenths % 10;
    }
  }

  /**
   * What the kernel of a node reported, and how that stands in time to the end of a rank.
   *
   * @param label what it reported: {@code Xid 79}, or the title of an entry
   * @param url address of the page of the code or the entry
   * @param node name of the node, or of the file where none is known
   * @param line number of the line, through all files
   * @param atMillis milliseconds from the start of the merged timeline; negative before it
   * @param relation to which rank it is compared, and how
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
   * How an event stands to the end of a rank.
   *
   * @param rank the rank; null where the lanes are nodes or files
   * @param lane what that rank, node or file is called
   * @param moment {@code last_line} or {@code failure}
   * @param millisBefore by how many milliseconds the event came before it; negative when after
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Relation(
      @Nullable Integer rank,
      String lane,
      String moment,
      @JsonProperty("before_ms") long millisBefore) {}

  /**
   * A fact that not all lanes agree in.
   *
   * @param fact its name
   * @param values the values, the most frequent first
   * @param because what it means
   */
  public record Difference(String fact, List<ValueOf> values, String because) {
    /** The list cannot be changed. */
    public Difference {
      values = List.copyOf(values);
    }
  }

  /**
   * A value and who states it.
   *
   * @param value the value
   * @param ranks the ranks that state it; empty where the lanes have no ranks
   * @param nodes the nodes or files that state it
   */
  public record ValueOf(String value, List<Integer> ranks, List<String> nodes) {
    /** The lists cannot be changed. */
    public ValueOf {
      ranks = List.copyOf(ranks);
      nodes = List.copyOf(nodes);
    }
  }
}
