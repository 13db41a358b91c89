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
 * What happened to the lanes of a log of many ranks.
 *
 * @param view the lanes
 * @param sources the files
 * @param first the failure that came first, or null
 * @param states what became of each lane, in their order
 * @param suspects ranks to look at, in their order; empty when none stands out
 * @param absent ranks of the job that have no line
 * @param differences facts that not all lanes agree in
 * @param kernel what the kernels of the nodes reported, beside the ends of the ranks
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

  /** The lists cannot be changed. */
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
   * The failure that came first.
   *
   * @param lane the lane; -1 when its rank has no line
   * @param rank the rank, or null
   * @param node the node, or null
   * @param line number of the line
   * @param at on the common clock, or null
   * @param entry what the line bears out, or null
   * @param text the line
   * @param sure whether nothing could have come before
   * @param because how it is known
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
   * What became of a lane.
   *
   * @param kind its state
   * @param because why
   * @param events in order
   */
  public record State(Kind kind, RankReason because, List<RankEvent> events) {
    public State {
      events = List.copyOf(events);
    }

    /** What can become of a lane, the worst first. */
    public enum Kind {
      /** It failed first. */
      FIRST,
      /** It failed too, of a cause of its own. */
      FAILED,
      /** It says nothing, while the others tell of the failure. */
      SILENT,
      /** It enqueued fewer collectives than the others. */
      BEHIND,
      /** It waits for another lane, or follows its failure. */
      VICTIM,
      /** Nothing is wrong. */
      OK;

      /** The name in JSON. */
      public String tag() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /**
   * A fact that not all lanes agree in.
   *
   * @param fact its name
   * @param values lanes by value
   * @param because what it means
   */
  public record Difference(String fact, Map<String, Set<Integer>> values, Meaning because) {
    /** What a difference means. */
    public enum Meaning {
      /** NCCL works only where all ranks agree. */
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
