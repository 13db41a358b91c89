package dev.faultbook.matcher;

import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.signature.FactSection;
import dev.faultbook.signature.LineMatch;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code name: value} lines of a section, from its first line to the line that ends it,
 * also across chunks.
 */
final class SectionReader {
  /** Number of consecutive foreign lines after which a truncated section ends. */
  private static final int MAX_FOREIGN = 8;

  /** Longest section in lines; no supported output is longer. */
  private static final int MAX_LINES = 1000;

  private static final int MAX_NAME = 60;

  private @Nullable FactSection section;
  private int indent;
  private int foreign;
  private int lines;

  /**
   * Begins a section. The text before the match on its first line must precede every line of the
   * section.
   */
  void beginSection(FactSection begun, int before) {
    section = begun;
    indent = before;
    foreign = 0;
    lines = 0;
  }

  boolean isOpen() {
    return section != null;
  }

  /**
   * Continues reading in a slice of whole lines with the number of the first one.
   *
   * @param told receives the name of each fact and its line, which captures the value as {@code
   *     value}
   */
  void readLines(LineSlice lines, BiConsumer<String, LineHit> told) {
    long number = lines.number();
    int at = lines.from();
    while (section != null && at < lines.to()) {
      int end = Lines.lineEnd(lines.bytes(), at, lines.to());
      readLine(section, new LineSlice(lines.bytes(), at, end, number++), told);
      at = end + 1;
    }
  }

  private void readLine(FactSection open, LineSlice slice, BiConsumer<String, LineHit> told) {
    UnwrappedLine line = slice.unwrapped();
    int start = Math.min(line.to(), line.from() + indent);
    String text = Lines.decodeText(line.bytes(), start, line.to());
    if (++lines > MAX_LINES || text.startsWith(open.ends())) {
      section = null;
      return;
    }
    int from = 0;
    while (from < text.length() && text.charAt(from) == ' ') {
      from++;
    }
    int colon = colonEnd(text, from);
    if (colon < 0) {
      boolean own = text.isBlank() || text.startsWith("== ") || text.startsWith("# ");
      foreign = own ? 0 : foreign + 1;
      if (foreign > MAX_FOREIGN) {
        section = null;
      }
      return;
    }
    foreign = 0;
    open.findFact(text.substring(from, colon))
        .ifPresent(
            fact -> {
              // The name is ASCII, so its length in characters equals that in bytes.
              LineMatch.Span span = new LineMatch.Span(start + colon + 2, line.to());
              LineMatch value = new LineMatch(List.of(span), Map.of("value", span));
              told.accept(fact, new LineHit(value, line, slice));
            });
  }

  /** The end of the name in a {@code name: value} line; -1 if the line has another form. */
  private static int colonEnd(String text, int from) {
    int i = from;
    while (i < text.length() && i - from < MAX_NAME && isNamePart(text.charAt(i))) {
      i++;
    }
    return i > from && text.startsWith(": ", i) && text.length() > i + 2 ? i : -1;
  }

  private static boolean isNamePart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '.';
  }
}
