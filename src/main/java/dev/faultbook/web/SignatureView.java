package dev.faultbook.web;

import com.google.re2j.Pattern;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.signature.LineMatch;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.Signature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A signature as the page shows it.
 *
 * @param signature the signature
 * @param parts its line patterns, each with a line of the entry's logs
 * @param unless lines that forbid it
 */
public record SignatureView(
    Signature signature, List<PatternView> parts, List<PatternView> unless) {
  private static final int MAX_LINE = 320;

  /** The inside of a capture: {@code size:int}. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9:_]+");

  /** Characters before the match in a line that is cut. */
  private static final int BEFORE = 60;

  /**
   * A line pattern.
   *
   * @param pieces its text, with gaps and captures marked
   * @param regex whether it is a regular expression
   * @param example a matching line of the entry's own logs; empty if there is none
   */
  public record PatternView(List<StyledText> pieces, boolean regex, List<StyledText> example) {}

  /** Its form: {@code line}, {@code all}, {@code sequence} or {@code pair}. */
  public String form() {
    return signature.form().getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The signatures of an entry, weak ones last. */
  static List<SignatureView> viewsOf(Entry entry) {
    List<byte[]> logs =
        entry.logs().stream().filter(ExampleLog::hit).map(ExampleLog::bytes).toList();
    return entry.signatures().stream()
        .sorted(Comparator.comparing(Signature::weak))
        .map(
            signature ->
                new SignatureView(
                    signature,
                    signature.parts().stream().map(part -> toPatternView(part, logs)).toList(),
                    signature.unless().stream()
                        .map(forbidding -> toPatternView(forbidding.pattern(), List.of()))
                        .toList()))
        .toList();
  }

  private static PatternView toPatternView(LinePattern pattern, List<byte[]> logs) {
    boolean regex = pattern.isRegularExpression();
    return new PatternView(
        regex ? List.of(new StyledText(pattern.source(), "", "")) : toPieces(pattern.source()),
        regex,
        findExample(pattern, logs));
  }

  /** The source of a text pattern, with its gaps and captures apart. */
  static List<StyledText> toPieces(String source) {
    List<StyledText> pieces = new ArrayList<>();
    int done = 0;
    int i = 0;
    while (i < source.length()) {
      int end = markEnd(source, i);
      if (end > i) {
        addPiece(pieces, source.substring(done, i), "");
        addPiece(pieces, source.substring(i, end), source.charAt(i) == '{' ? "capture" : "gap");
        done = end;
      }
      i = end > i ? end : i + (source.charAt(i) == '\\' ? 2 : 1);
    }
    addPiece(pieces, source.substring(done), "");
    return pieces;
  }

  private static void addPiece(List<StyledText> pieces, String text, String style) {
    if (!text.isEmpty()) {
      pieces.add(new StyledText(text, style, ""));
    }
  }

  /** The end of a gap or a capture; -1 if neither begins here. */
  private static int markEnd(String source, int at) {
    if (source.startsWith("...", at)) {
      return at + 3;
    }
    int end = source.charAt(at) == '{' ? source.indexOf('}', at) : -1;
    boolean named = end > at + 1 && NAME.matches(source.substring(at + 1, end));
    return named ? end + 1 : -1;
  }

  private static List<StyledText> findExample(LinePattern pattern, List<byte[]> logs) {
    for (byte[] log : logs) {
      int to;
      for (int from = 0; from < log.length; from = to + 1) {
        to = Lines.lineEnd(log, from, log.length);
        UnwrappedLine line = UnwrappedLine.of(log, from, to);
        LineMatch match = pattern.findMatch(line.bytes(), line.from(), line.to());
        if (match != null) {
          return markMatch(line, match);
        }
      }
    }
    return List.of();
  }

  private static List<StyledText> markMatch(UnwrappedLine line, LineMatch match) {
    String text = textOf(line, line.to());
    String[] marks = new String[text.length()];
    int first = text.length();
    for (LineMatch.Span span : match.spans()) {
      int start = textOf(line, span.start()).length();
      Arrays.fill(
          marks, start, Math.min(textOf(line, span.end()).length(), marks.length), "follows");
      first = Math.min(first, start);
    }
    int at = text.length() > MAX_LINE ? Math.max(0, first - BEFORE) : 0;
    int end = Math.min(text.length(), at + MAX_LINE);
    List<StyledText> pieces = new ArrayList<>();
    addPiece(pieces, at > 0 ? "…" : "", "");
    pieces.addAll(
        TerminalStyling.toPieces(text.substring(at, end), Arrays.copyOfRange(marks, at, end)));
    addPiece(pieces, end < text.length() ? "…" : "", "");
    return pieces;
  }

  private static String textOf(UnwrappedLine line, int to) {
    return new String(line.bytes(), line.from(), to - line.from(), StandardCharsets.UTF_8);
  }
}
