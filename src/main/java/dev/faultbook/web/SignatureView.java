package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.signature.Form;
import dev.faultbook.signature.LineMatch;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.Signature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A signature as the page shows it.
 *
 * @param form its form: a line, {@code all}, {@code count} or {@code pair}
 * @param times for {@code count}: the number of lines
 * @param lines most lines between the first and the last; 0 if unlimited
 * @param seconds most seconds between the first and the last; 0 if unlimited
 * @param parts its line patterns
 * @param unless lines that forbid it
 * @param weak whether it is only a hint
 */
public record SignatureView(
    String form,
    int times,
    int lines,
    int seconds,
    List<PatternView> parts,
    List<PatternView> unless,
    boolean weak) {
  private static final int LONGEST = 320;
  private static final int BEFORE = 60;

  public SignatureView {
    parts = List.copyOf(parts);
    unless = List.copyOf(unless);
  }

  /**
   * A line pattern.
   *
   * @param pieces its text, with gaps and captures marked
   * @param regex whether it is a regular expression
   * @param example a matching line of the entry's own logs; empty if there is none
   */
  public record PatternView(List<StyledText> pieces, boolean regex, List<StyledText> example) {
    public PatternView {
      pieces = List.copyOf(pieces);
      example = List.copyOf(example);
    }
  }

  /** The signatures of an entry, weak ones last, each with a line of the entry's logs. */
  static List<SignatureView> viewsOf(Entry entry) {
    List<byte[]> logs =
        entry.logs().stream().filter(ExampleLog::hit).map(ExampleLog::bytes).toList();
    return entry.signatures().stream()
        .sorted(Comparator.comparing(Signature::weak))
        .map(
            signature ->
                new SignatureView(
                    kindOf(signature.form()),
                    signature.form() instanceof Form.Count count ? count.times() : 1,
                    signature.form().window().lines(),
                    signature.form().window().seconds(),
                    signature.parts().stream().map(part -> toPatternView(part, logs)).toList(),
                    signature.unless().stream()
                        .map(forbidding -> toPatternView(forbidding.pattern(), List.of()))
                        .toList(),
                    signature.weak()))
        .toList();
  }

  private static String kindOf(Form form) {
    return switch (form) {
      case Form.Line _ -> "line";
      case Form.All _ -> "all";
      case Form.Sequence _ -> "sequence";
      case Form.Count _ -> "count";
      case Form.Pair _ -> "pair";
    };
  }

  private static PatternView toPatternView(LinePattern pattern, List<byte[]> logs) {
    boolean regex = pattern.isRegularExpression();
    return new PatternView(
        regex
            ? List.of(new StyledText(pattern.source(), "", ""))
            : Signatures.toPieces(pattern.source()),
        regex,
        findExample(pattern, logs));
  }

  private static List<StyledText> findExample(LinePattern pattern, List<byte[]> logs) {
    for (byte[] log : logs) {
      int from = 0;
      while (from < log.length) {
        int to = from;
        while (to < log.length && log[to] != '\n') {
          to++;
        }
        UnwrappedLine line = UnwrappedLine.of(log, from, to);
        LineMatch match = pattern.findMatch(line.bytes(), line.from(), line.to());
        if (match != null) {
          return markMatch(line, match);
        }
        from = to + 1;
      }
    }
    return List.of();
  }

  private static List<StyledText> markMatch(UnwrappedLine line, LineMatch match) {
    List<StyledText> pieces = new ArrayList<>();
    int first = match.spans().getFirst().start();
    boolean cut = line.to() - line.from() > LONGEST && first - line.from() > BEFORE;
    int at = cut ? characterAt(line, first - BEFORE) : line.from();
    int end = line.to() - at > LONGEST ? characterAt(line, at + LONGEST) : line.to();
    addPiece(pieces, cut ? "…" : "", "");
    for (LineMatch.Span span : match.spans()) {
      int start = Math.min(Math.max(span.start(), at), end);
      addPiece(pieces, textOf(line, at, start), "");
      at = Math.min(Math.max(span.end(), start), end);
      addPiece(pieces, textOf(line, start, at), "follows");
    }
    addPiece(pieces, textOf(line, at, end), "");
    addPiece(pieces, end < line.to() ? "…" : "", "");
    return pieces;
  }

  /** Moves a cut position so that no character is split. */
  private static int characterAt(UnwrappedLine line, int at) {
    int i = at;
    while (i < line.to() && (line.bytes()[i] & 0xc0) == 0x80) {
      i++;
    }
    return i;
  }

  private static String textOf(UnwrappedLine line, int from, int to) {
    return new String(line.bytes(), from, to - from, StandardCharsets.UTF_8).replace('\r', ' ');
  }

  private static void addPiece(List<StyledText> pieces, String text, String mark) {
    if (!text.isEmpty()) {
      pieces.add(new StyledText(text, "", mark));
    }
  }
}
