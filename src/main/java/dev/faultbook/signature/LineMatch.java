package dev.faultbook.signature;

import java.util.List;
import java.util.Map;

/**
 * The position of a match in a line, with its captures.
 *
 * @param spans byte ranges in the line's buffer, each from its first byte to one past its last, in
 *     order: the pieces of the pattern between its gaps
 * @param captures the byte range of each capture, by name
 */
public record LineMatch(List<Span> spans, Map<String, Span> captures) {
  public LineMatch {
    spans = List.copyOf(spans);
    captures = Map.copyOf(captures);
  }

  /** A byte range. */
  public record Span(int start, int end) {}
}
