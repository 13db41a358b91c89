package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line that a pattern matched.
 *
 * @param line its number in the log, from 1
 * @param column index of the first character of {@code text} in the line; above 0 when a very long
 *     line, or one with carriage returns, is shown in part
 * @param text the line as it stands in the log, or the part around the match
 * @param spans character ranges in {@code text}
 * @param captures what was captured, by name
 * @param specificity how much literal text the pattern asked for
 * @param said who said it, when and where in the log
 */
public record MatchedLine(
    long line,
    int column,
    String text,
    List<Span> spans,
    Map<String, String> captures,
    int specificity,
    Utterance said) {
  /** Bytes of a line's objects without its texts. */
  private static final int WEIGHT = 500;

  /** Of a capture's objects without its text, in characters of two bytes. */
  private static final int WEIGHT_OF_CAPTURE = 40;

  /** The spans and the captures cannot be changed. */
  public MatchedLine {
    spans = List.copyOf(spans);
    captures = Map.copyOf(captures);
  }

  /**
   * Who said a line, when and where. The same for all matches of a line.
   *
   * @param rank the rank that the line is attributed to, or null
   * @param node the host that it names, or null
   * @param time the time that it states; where times decide about a match and it states none, that
   *     of the nearest line above that does; or null
   * @param place where in the log it stands, or null
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

  /** The time of the line, see {@link Utterance#time()}; or null. */
  public @Nullable LogTime time() {
    return said.time();
  }

  /** Where in the log the line stands, or null. */
  public Place place() {
    return said.place();
  }

  /**
   * Where a line stands.
   *
   * @param origin id of its origin among those of the log
   * @param time the time that it states, or else that of the line before it; or null
   * @param clock id of the origin whose line stated the time
   */
  public record Place(int origin, @Nullable LogTime time, int clock) {}

  /** A character range. */
  public record Span(int start, int end) {
    boolean overlaps(Span other) {
      return start < other.end && other.start < end;
    }
  }

  /**
   * About how many bytes of memory the line takes while it is held, with the entry of the list or
   * table that holds it. Text is counted as two bytes a character, which is its upper bound.
   */
  public long estimateMemory() {
    long characters = text.length();
    for (Map.Entry<String, String> capture : captures.entrySet()) {
      characters += WEIGHT_OF_CAPTURE + capture.getValue().length();
    }
    return WEIGHT + 2 * characters;
  }

  /** The same line at a time. */
  public MatchedLine withTime(@Nullable LogTime stated) {
    return new MatchedLine(line, column, text, spans, captures, specificity, said.withTime(stated));
  }

  /** Whether this and the other match cover common text of one line. */
  public boolean overlaps(MatchedLine other) {
    return line == other.line
        && spans.stream()
            .map(s -> new Span(s.start + column, s.end + column))
            .anyMatch(
                a ->
                    other.spans.stream()
                        .map(s -> new Span(s.start + other.column, s.end + other.column))
                        .anyMatch(a::overlaps));
  }
}
