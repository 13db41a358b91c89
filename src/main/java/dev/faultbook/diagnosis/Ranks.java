package dev.faultbook.diagnosis;

import dev.faultbook.log.LogSource;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of the lanes of a log of many ranks.
 *
 * @param view the lanes
 * @param sources the files
 * @param first the first failure, or null
 * @param states the state of each lane, in order
 * @param suspects ranks to look at, in order; empty if none stands out
 * @param absent ranks of the job without a line
 * @param differences facts that differ between lanes
 * @param kernel kernel events of the nodes, relative to the ends of the ranks
 * @param collect what to collect next
 */
public record Ranks(
    RankView view,
    List<LogSource> sources,
    First first,
    List<State> states,
    List<Integer> suspects,
    List<Integer> absent,
    List<Difference> differences,
    List<KernelEvent> kernel,
    List<RankStep> collect) {

  public Ranks {
    sources = List.copyOf(sources);
    states = List.copyOf(states);
    suspects = List.copyOf(suspects);
    absent = List.copyOf(absent);
    differences = List.copyOf(differences);
    kernel = List.copyOf(kernel);
    collect = List.copyOf(collect);
  }

  /**
   * The first failure.
   *
   * @param lane the lane; -1 if its rank has no line
   * @param rank the rank, or null
   * @param node the node, or null
   * @param line number of the line
   * @param at milliseconds on the common clock, or null
   * @param entry id of the entry that the line supports, or null
   * @param text the line
   * @param sure whether nothing can have come before it
   * @param because the reason
   */
  public record First(
      int lane,
      @Nullable Integer rank,
      @Nullable String node,
      long line,
      @Nullable Long at,
      @Nullable String entry,
      String text,
      boolean sure,
      RankReason because) {}

  /**
   * The state of a lane.
   *
   * @param kind the kind of state
   * @param because the reason
   * @param events its events, in order
   */
  public record State(Kind kind, RankReason because, List<RankEvent> events) {
    public State {
      events = List.copyOf(events);
    }

    /** The kinds of states, worst first. */
    public enum Kind {
      /** It failed first. */
      FIRST,
      /** It failed too, with a cause of its own. */
      FAILED,
      /** It reports nothing, while the others report the failure. */
      SILENT,
      /** It enqueued fewer collectives than the others. */
      BEHIND,
      /** It waits for another lane, or its failure follows from that of another lane. */
      VICTIM,
      /** Nothing unusual. */
      OK;

      /** The name in JSON. */
      public String tag() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /**
   * A fact that differs between lanes.
   *
   * @param fact its name
   * @param values indexes of lanes by value
   * @param because what the difference means
   */
  public record Difference(String fact, Map<String, Set<Integer>> values, Meaning because) {
    /** What a difference means. */
    public enum Meaning {
      /** NCCL works only if all ranks agree. */
      BINDING,
      /** The ranks of one job should agree. */
      EXPECTED
    }
  }

  /** The rank that a line is attributed to, or null. */
  public @Nullable Integer rankOf(MatchedLine line) {
    int lane = view.laneOf(line);
    return lane < 0 || view.by() != RankView.By.RANK ? line.rank() : view.lanes().get(lane).rank();
  }
}
