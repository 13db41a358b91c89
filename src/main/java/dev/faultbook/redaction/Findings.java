package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;

/** The ranges of one line that go. */
final class Findings {

  private record Span(int start, int end, SecretKind kind, int order) {}

  private static final int MAX_LOOK_BACK = 16;

  private final List<Span> spans = new ArrayList<>();

  /** Adds a range. One with a carriage return is left out, because redaction keeps line ends. */
  void add(String line, int start, int end, SecretKind kind) {
    if (kind == SecretKind.EMAIL && isTaken(start, end)) {
      return; // https://user:password@host.example
    }
    if (start < end && line.indexOf('\r', start, end) < 0) {
      spans.add(new Span(start, end, kind, spans.size()));
    }
  }

  /** Whether one of the last ranges overlaps; their number keeps the time per call constant. */
  private boolean isTaken(int start, int end) {
    return spans.subList(Math.max(0, spans.size() - MAX_LOOK_BACK), spans.size()).stream()
        .anyMatch(span -> span.start < end && span.end > start);
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  /**
   * Replaces all ranges with placeholders. Ranges that overlap become one, of the kind that was
   * added first.
   */
  String replaceIn(String line, BiFunction<SecretKind, String, String> placeholders) {
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
      out.append(placeholders.apply(naming.kind, line.substring(first.start, end)));
      done = end;
    }
    return out.append(line, done, line.length()).toString();
  }
}
