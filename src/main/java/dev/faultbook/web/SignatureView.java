package dev.faultbook.web;

import com.google.re2j.Pattern;
import dev.faultbook.content.Entry;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.Signature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A signature as the page shows it.
 *
 * @param signature the signature
 * @param parts its line patterns
 * @param unless lines that forbid it
 */
public record SignatureView(
    Signature signature, List<PatternView> parts, List<PatternView> unless) {
  /** The inside of a capture: {@code size:int}. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9:_]+");

  /**
   * A line pattern.
   *
   * @param pieces its text, with gaps and captures marked
   * @param regex whether it is a regular expression
   */
  public record PatternView(List<StyledText> pieces, boolean regex) {}

  /** Its form: {@code line}, {@code all}, {@code sequence} or {@code pair}. */
  public String form() {
    return signature.form().getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The signatures of an entry, weak ones last. */
  static List<SignatureView> viewsOf(Entry entry) {
    return entry.signatures().stream()
        .sorted(Comparator.comparing(Signature::weak))
        .map(
            signature ->
                new SignatureView(
                    signature,
                    signature.parts().stream().map(SignatureView::toPatternView).toList(),
                    signature.unless().stream()
                        .map(forbidding -> toPatternView(forbidding.pattern()))
                        .toList()))
        .toList();
  }

  private static PatternView toPatternView(LinePattern pattern) {
    boolean regex = pattern.isRegularExpression();
    return new PatternView(
        regex ? List.of(new StyledText(pattern.source(), "", "")) : toPieces(pattern.source()),
        regex);
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
}
