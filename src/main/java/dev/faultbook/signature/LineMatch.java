package dev.faultbook.signature;

import java.util.List;
import java.util.Map;

/**
 * Where a pattern matched a line, and what it captured.
 *
 * @param spans byte ranges in the line's buffer, each from a first byte to one past the last, in
 *     order: the pieces of the pattern between its gaps
 * @param captures the byte range that each capture took, by name
 */
public record LineMatch(List<Span> spans, Map<String, Span> captures) {
  /** The arguments cannot be changed. */
  public LineMatch {
    spans = List.copyOf(spans);
    captures = Map.copyOf(captures);
  }

  /** A byte range. */
  public record Span(int start, int end) {}
}
