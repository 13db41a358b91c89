package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** The ranges of one line to redact. */
final class RedactedSpans {

  private record Span(int start, int end, SecretKind kind, int order) {}

  private final List<Span> spans = new ArrayList<>();

  void add(int start, int end, SecretKind kind) {
    if (start < end) {
      spans.add(new Span(start, end, kind, spans.size()));
    }
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  /** Adds these spans to others, moved by an offset. */
  void copyTo(RedactedSpans target, int offset) {
    for (Span span : spans) {
      target.add(span.start + offset, span.end + offset, span.kind);
    }
  }

  /** Adds these spans, which are those of another reading of a text, to those of its source. */
  void copyTo(RedactedSpans target, UnaryOperator<TextRange> sourceOf) {
    for (Span span : spans) {
      TextRange source = sourceOf.apply(new TextRange(span.start, span.end));
      target.add(source.start(), source.end(), span.kind);
    }
  }

  /**
   * Whether one of the last eight spans added contains a position. The limit keeps the time per
   * call constant.
   */
  boolean holdsPosition(int position) {
    for (int i = spans.size() - 1; i >= 0 && i >= spans.size() - 8; i--) {
      Span span = spans.get(i);
      if (span.start <= position && position < span.end) {
        return true;
      }
    }
    return false;
  }

  /**
   * Replaces all spans with placeholders. Overlapping spans become one, of the type that was added
   * first.
   */
  String replaceIn(String line, Placeholders placeholders) {
    spans.sort(Comparator.comparingInt(Span::start));
    StringBuilder out = new StringBuilder(line.length());
    int done = 0;
    int i = 0;
    while (i < spans.size()) {
      Span first = spans.get(i);
      int end = first.end;
      Span naming = first;
      for (i++; i < spans.size() && spans.get(i).start < end; i++) {
        Span next = spans.get(i);
        end = Math.max(end, next.end);
        naming = next.order < naming.order ? next : naming;
      }
      out.append(line, done, first.start);
      out.append(placeholders.placeholderFor(naming.kind, line.substring(first.start, end)));
      done = end;
    }
    return out.append(line, done, line.length()).toString();
  }
}
