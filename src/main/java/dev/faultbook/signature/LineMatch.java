package dev.faultbook.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
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

  /**
   * The captured texts, by name.
   *
   * @param bytes the buffer that was matched, in UTF-8
   */
  public Map<String, String> captureTexts(byte[] bytes) {
    Map<String, String> texts = new HashMap<>();
    captures.forEach(
        (name, span) ->
            texts.put(name, new String(bytes, span.start(), span.end() - span.start(), UTF_8)));
    return texts;
  }

  /** A byte range. */
  public record Span(int start, int end) {}
}
