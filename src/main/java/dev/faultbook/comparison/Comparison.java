package dev.faultbook.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.report.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What differs between a good run and a bad one, in the shape of the REST answer.
 *
 * @param same whether nothing that is compared differs
 * @param lines which kinds of lines differ
 * @param course how far the bad run came
 * @param facts facts whose values differ
 * @param inBoth ids of findings that the good log shows too, so that they are not the difference
 * @param inputs what was read
 * @param diagnosis of the bad log
 * @param tookMillis how long it took
 */
public record Comparison(
    boolean same,
    @JsonUnwrapped LineDifferences lines,
    @JsonUnwrapped Course course,
    List<FactDifference> facts,
    @JsonProperty("in_both") List<String> inBoth,
    @JsonUnwrapped Inputs inputs,
    Report diagnosis,
    @JsonProperty("took_ms") long tookMillis) {
  /** The lists cannot be changed. */
  public Comparison {
    facts = List.copyOf(facts);
    inBoth = List.copyOf(inBoth);
  }

  /**
   * Which kinds of lines differ.
   *
   * @param first the first difference, seen from both sides; null when the kinds are the same
   * @param onlyBad what only the bad run printed, in its order
   * @param missing what only the good run printed, in its order
   */
  public record LineDifferences(
      @Nullable First first, @JsonProperty("only_bad") Kinds onlyBad, Kinds missing) {}

  /**
   * How far the bad run came.
   *
   * @param reached the furthest step of the good run that the bad one came to; null when they have
   *     no step in common
   * @param next the first step after it, which the bad run never came to; null when it came to the
   *     end
   * @param ends the last line of each run; a run that was cut off ends within a loop
   * @param behind steps that all ranks of the good run came to, and not all of the bad one
   */
  public record Course(
      @Nullable Common reached, @Nullable Kind next, Ends ends, List<Behind> behind) {
    /** The list cannot be changed. */
    public Course {
      behind = List.copyOf(behind);
    }
  }

  /**
   * What was read.
   *
   * @param good of the good log
   * @param bad of the bad log
   * @param complete false when a log has more kinds of lines than are compared; then some of what
   *     is said to be missing may be there
   */
  public record Inputs(Log good, Log bad, boolean complete) {}

  /** The first difference, or null. */
  public @Nullable First first() {
    return lines.first();
  }

  /** What only the bad run printed. */
  public Kinds onlyBad() {
    return lines.onlyBad();
  }

  /** What only the good run printed. */
  public Kinds missing() {
    return lines.missing();
  }

  /** The furthest step of the good run that the bad one came to, or null. */
  public @Nullable Common reached() {
    return course.reached();
  }

  /** The first step that the bad run never came to, or null. */
  public @Nullable Kind next() {
    return course.next();
  }

  /** The last line of each run. */
  public Ends ends() {
    return course.ends();
  }

  /** Steps that not all ranks of the bad run came to. */
  public List<Behind> behind() {
    return course.behind();
  }

  /** What was read of the good log. */
  public Log good() {
    return inputs.good();
  }

  /** What was read of the bad log. */
  public Log bad() {
    return inputs.bad();
  }

  /** Whether all kinds of lines were compared. */
  public boolean complete() {
    return inputs.complete();
  }

  /**
   * The first difference.
   *
   * @param good what the good run printed and the bad one never did; null when there is none
   * @param bad what the bad run printed and the good one never did; null when there is none
   * @param after the last step before it that both have had; null when there is none
   */
  public record First(@Nullable Kind good, @Nullable Kind bad, @Nullable Common after) {}

  /**
   * Kinds of lines.
   *
   * @param total how many there are
   * @param lines the first ones
   */
  public record Kinds(int total, List<Kind> lines) {
    /** The list cannot be changed. */
    public Kinds {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A kind of line, by its first line.
   *
   * @param line its number
   * @param text the line
   * @param count how many lines are of this kind
   * @param entry the finding that the line bears out, or null
   */
  public record Kind(long line, String text, long count, @Nullable String entry) {}

  /**
   * A step that both runs have: where it is repeated, the last time that both came to it.
   *
   * @param goodLine number of its line in the good log
   * @param badLine number of its line in the bad log
   * @param text the line of the good log
   * @param badText the line of the bad log; null where it is the same
   */
  public record Common(
      @JsonProperty("good_line") long goodLine,
      @JsonProperty("bad_line") long badLine,
      String text,
      @JsonProperty("bad_text") @Nullable String badText) {}

  /**
   * How the runs end.
   *
   * @param good the good run's last line that says something
   * @param bad the bad run's
   */
  public record Ends(Kind good, Kind bad) {}

  /**
   * A step that some ranks did not come to.
   *
   * @param line number of its first line in the good log
   * @param text the line
   * @param good how many ranks or processes of the good run came to it: all of them
   * @param bad how many of the bad run did
   * @param lanes those of the bad run that did not
   */
  public record Behind(long line, String text, int good, int bad, List<String> lanes) {
    /** The list cannot be changed. */
    public Behind {
      lanes = List.copyOf(lanes);
    }
  }

  /**
   * A fact whose values differ.
   *
   * @param fact its name
   * @param good its values in the good log; empty when it does not say
   * @param bad its values in the bad log
   */
  public record FactDifference(String fact, List<String> good, List<String> bad) {
    /** The lists cannot be changed. */
    public FactDifference {
      good = List.copyOf(good);
      bad = List.copyOf(bad);
    }
  }

  /**
   * A log that was read.
   *
   * @param lines number of lines
   * @param bytes number of bytes of text
   * @param kinds number of kinds of lines
   */
  public record Log(long lines, long bytes, int kinds) {}
}
