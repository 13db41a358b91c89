package dev.faultbook.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.report.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The differences between a good run and a bad one, in the shape of the REST answer.
 *
 * @param same whether nothing that is compared differs
 * @param first the first difference on both sides; null if the kinds of lines are the same
 * @param onlyBad lines that only the bad run printed until it ended, in its order
 * @param missing lines that only the good run printed, in its order
 * @param reached the last step of the good run that the bad one reached; null if they have no step
 *     in common
 * @param next the first step after it, which the bad run never reached; null if it reached the end
 * @param ends the last line of each run; a run that was cut off ends within a loop
 * @param behind steps that all ranks of the good run reached, and not all of the bad one
 * @param facts facts whose values differ
 * @param inBoth ids of findings that the good log shows too, so that they are not the difference
 * @param complete false if a log has more kinds of lines than are compared; then some of the
 *     missing ones may be there
 * @param diagnosis diagnosis of the bad log
 */
public record Comparison(
    boolean same,
    @Nullable First first,
    @JsonProperty("only_bad") Kinds onlyBad,
    Kinds missing,
    @Nullable Common reached,
    @Nullable Kind next,
    Ends ends,
    List<Behind> behind,
    List<FactDifference> facts,
    @JsonProperty("in_both") List<String> inBoth,
    Log good,
    Log bad,
    boolean complete,
    Report diagnosis,
    @JsonProperty("took_ms") long tookMillis) {

  /**
   * The first difference.
   *
   * @param good the line that only the good run printed, or null
   * @param bad the line that only the bad run printed, or null
   * @param after the last common step before it, or null
   */
  public record First(@Nullable Kind good, @Nullable Kind bad, @Nullable Common after) {}

  /** Kinds of lines: their number, and the first ones. */
  public record Kinds(int total, List<Kind> lines) {}

  /**
   * A kind of line, represented by its first line.
   *
   * @param count number of lines of this kind
   * @param entry the finding that the line supports, or null
   */
  public record Kind(long line, String text, long count, @Nullable String entry) {}

  /**
   * A common step; if it is repeated, its last occurrence in both runs.
   *
   * @param text the line of the good log
   * @param badText the line of the bad log; null if it is the same
   */
  public record Common(
      @JsonProperty("good_line") long goodLine,
      @JsonProperty("bad_line") long badLine,
      String text,
      @JsonProperty("bad_text") @Nullable String badText) {}

  /** The last lines with content of the runs. */
  public record Ends(Kind good, Kind bad) {}

  /**
   * A step that some ranks did not reach.
   *
   * @param line number of its first line in the good log
   * @param good number of ranks or processes of the good run that reached it, which are all
   * @param bad number of those of the bad run that reached it
   * @param lanes those of the bad run that did not
   */
  public record Behind(long line, String text, int good, int bad, List<String> lanes) {}

  /** A fact whose values differ; a log that does not state it has none. */
  public record FactDifference(String fact, List<String> good, List<String> bad) {}

  /** The size of a log that was read, with the number of kinds of lines. */
  public record Log(long lines, long bytes, int kinds) {}
}
