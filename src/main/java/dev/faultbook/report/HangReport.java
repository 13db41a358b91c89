package dev.faultbook.report;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.hang.Hang;
import dev.faultbook.hang.WaitKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stacks and records of a hang show, in one language and in the shape of the REST answer.
 *
 * @param finding what was found
 * @param headline all of it in a sentence
 * @param certainty {@code proven}, {@code likely} or {@code unknown}
 * @param awaited the ranks that the others wait for; empty if that is not known
 * @param processes the awaited processes in words, where ranks are unknown
 * @param state what the awaited ones do; null if that is not known
 * @param operation the collective in which the others wait; null if unknown
 * @param group its process group; null if unknown
 * @param sequence its number in the group; null if unknown
 * @param frame where the awaited ones are, the user's own code if possible; null if unknown
 * @param waiting what the others do, most processes first
 * @param chain how the wait passes on from group to group, in words
 * @param how the lines that show it, those of the awaited ones first
 * @param machine what is wrong with machines, those of awaited ranks first
 * @param read what the log holds of a hang, and what it lacks
 * @param decides what to look at next; null if it is certain
 */
public record HangReport(
    Hang.Finding finding,
    String headline,
    Hang.Certainty certainty,
    List<Integer> awaited,
    List<String> processes,
    @JsonProperty("wait") @Nullable WaitKind state,
    @Nullable String operation,
    @Nullable String group,
    @Nullable Long sequence,
    FailureReport.@Nullable Frame frame,
    List<Waiting> waiting,
    List<String> chain,
    List<Line> how,
    List<Machine> machine,
    String read,
    @Nullable String decides) {

  /** Whether it says who is awaited. */
  boolean decided() {
    return certainty != Hang.Certainty.UNKNOWN && !(awaited.isEmpty() && processes.isEmpty());
  }

  /**
   * Processes that do the same.
   *
   * @param text what they do, in words: {@code 61 ranks: all_reduce at train.py:120}
   * @param ranks their ranks, as ranges; empty if unknown
   */
  public record Waiting(
      int count,
      String ranks,
      WaitKind kind,
      @Nullable String operation,
      FailureReport.@Nullable Frame frame,
      String text) {}

  /**
   * Something wrong with a machine.
   *
   * @param text in words
   * @param awaited whether an awaited rank runs there
   * @param url the page about it; null if there is none
   */
  public record Machine(
      String what,
      @Nullable String node,
      boolean awaited,
      String text,
      @Nullable String url,
      Line line) {}

  /** A line of the log. */
  public record Line(
      long line,
      String text,
      @JsonInclude(NON_NULL) @Nullable String source,
      @JsonInclude(NON_NULL) @JsonProperty("source_line") @Nullable Long sourceLine) {}
}
