package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
import dev.faultbook.log.LogSource;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of the lanes of a log of many ranks.
 *
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
    @Nullable First first,
    List<State> states,
    List<Integer> suspects,
    List<Integer> absent,
    List<RankView.Difference> differences,
    List<KernelEvent> kernel,
    List<RankStatement> collect) {
  static final String NCCL_ENV = "env.NCCL_";

  private static final Set<String> BINDING = Set.of("nccl", "interface", "network");

  /**
   * The first failure.
   *
   * @param lane the lane; -1 if its rank has no line
   * @param line number of the line; 0 if its rank has no line
   * @param at milliseconds on the common clock, or null
   * @param entry id of the entry that the line supports, or null
   * @param sure whether nothing can have come before it
   * @param behind by how many collectives the rank is behind the others; 0 if that is not the
   *     reason
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
      long behind,
      RankStatement because) {
    /** The same failure as the answer tells it: with its line, and with its rank. */
    First moveTo(int lane, Occurrence to, @Nullable Long at) {
      boolean same = to.line() == line || lane == this.lane;
      return new First(
          lane,
          to.rank(),
          to.node(),
          to.line(),
          to.line() == line ? this.at : at,
          entry,
          to.line() == line ? text : to.text(),
          sure,
          same ? behind : 0,
          same ? because : RankStatement.of(RankStatement.Kind.REASON_FAILURE));
    }
  }

  /**
   * The state of a lane.
   *
   * @param events its events, in order
   */
  public record State(Kind kind, RankStatement because, List<RankEvent> events) {
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
   * An event reported by the kernel of a node, and its time relative to the end of a rank.
   *
   * @param code the driver's code, such as an Xid; null if an entry explains the event
   * @param entry id of that entry, or null
   * @param node name of the node, or of the file if the node is unknown
   * @param line number of the line
   * @param at milliseconds on the common clock
   * @param lane index of the lane of the rank to which it is compared
   * @param moment {@code last_line} of the rank, or its {@code failure}: the first line that shows
   *     a cause in the rank itself
   * @param millisBefore by how many milliseconds the event precedes it; negative if it follows
   */
  public record KernelEvent(
      @Nullable Code code,
      @Nullable String entry,
      @Nullable String node,
      long line,
      long at,
      int lane,
      String moment,
      long millisBefore) {}

  /** Whether NCCL works only if all ranks agree on a fact. */
  public static boolean isBinding(String fact) {
    return BINDING.contains(fact) || fact.startsWith(NCCL_ENV);
  }

  /** The name under which a fact is shown. */
  public static String displayName(String fact) {
    return fact.equals("driver_cuda_number") ? "driver_cuda" : fact;
  }

  /** The rank that a line is attributed to, or null. */
  public @Nullable Integer rankOf(MatchedLine line) {
    int lane = view.laneOf(line);
    return lane < 0 || view.by() != RankView.By.RANK ? line.rank() : view.lanes().get(lane).rank();
  }
}
