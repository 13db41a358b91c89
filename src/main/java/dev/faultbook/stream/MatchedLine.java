package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line that a pattern matched.
 *
 * @param line its number in the log, from 1
 * @param column index in the line of the first character of {@code text}; above 0 if a very long
 *     line, or one with carriage returns, is shown in part
 * @param text the line as in the log, or the part around the match
 * @param spans character ranges in {@code text}
 * @param captures captured texts by name
 * @param specificity amount of literal text in the pattern
 * @param said who wrote the line, when and where in the log
 */
public record MatchedLine(
    long line,
    int column,
    String text,
    List<Span> spans,
    Map<String, String> captures,
    int specificity,
    Utterance said) {
  /** Estimated bytes of a line's objects, without its texts. */
  private static final int WEIGHT = 500;

  /** Estimated size of a capture's objects, without its text, in characters of two bytes. */
  private static final int WEIGHT_OF_CAPTURE = 40;

  public MatchedLine {
    spans = List.copyOf(spans);
    captures = Map.copyOf(captures);
  }

  /**
   * Who wrote a line, when and where; the same for all matches of a line.
   *
   * @param rank the rank that the line is attributed to, or null
   * @param node the host that it names, or null
   * @param time the time that it states; if times decide about a match and it states none, that of
   *     the nearest line above that does; or null
   * @param place its position in the log, or null
   */
  public record Utterance(
      @Nullable Integer rank, @Nullable String node, @Nullable LogTime time, Place place) {
    private Utterance withTime(@Nullable LogTime stated) {
      return new Utterance(rank, node, stated, place);
    }
  }

  /** The rank that the line is attributed to, or null. */
  public @Nullable Integer rank() {
    return said.rank();
  }

  /** The host that the line names, or null. */
  public @Nullable String node() {
    return said.node();
  }

  /** The time of the line (see {@link Utterance#time()}), or null. */
  public @Nullable LogTime time() {
    return said.time();
  }

  /** The number that was captured with a name; -1 if there is none or it does not fit a long. */
  public long numberOf(String capture) {
    return parseNumber(captures.getOrDefault(capture, ""));
  }

  /** The number that a text is; -1 if it is none or does not fit a long. */
  static long parseNumber(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notANumber) {
      return -1;
    }
  }

  /** The position of the line in the log, or null. */
  public Place place() {
    return said.place();
  }

  /**
   * The position of a line in the log.
   *
   * @param origin id of its stream
   * @param time the time that it states, or else that of the preceding line; or null
   * @param clock id of the stream whose line stated the time
   */
  public record Place(int origin, @Nullable LogTime time, int clock) {}

  /** A character range. */
  public record Span(int start, int end) {}

  /**
   * Estimated bytes of memory of the line, including its entry in a list or table. Text counts two
   * bytes a character, which is an upper bound.
   */
  public long estimateMemory() {
    long characters = text.length();
    for (Map.Entry<String, String> capture : captures.entrySet()) {
      characters += WEIGHT_OF_CAPTURE + capture.getValue().length();
    }
    return WEIGHT + 2 * characters;
  }

  /** The same line with another time. */
  public MatchedLine withTime(@Nullable LogTime stated) {
    return new MatchedLine(line, column, text, spans, captures, specificity, said.withTime(stated));
  }

  /** Whether this and the other match overlap in the same line. */
  public boolean overlaps(MatchedLine other) {
    return line == other.line
        && spans.stream().anyMatch(a -> other.spans.stream().anyMatch(b -> meet(a, b, other)));
  }

  private boolean meet(Span own, Span others, MatchedLine other) {
    int shift = other.column - column;
    return own.start < others.end + shift && others.start + shift < own.end;
  }
}
