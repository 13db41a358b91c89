package dev.faultbook.signature;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compiles the text of a plain signature to a {@link TextPattern}. */
final class TextPatternCompiler {
  private static final int MAX_SOURCE = 2000;

  private final String source;
  private final boolean ignoreCase;
  private final List<TextPattern.Piece> pieces = new ArrayList<>();
  private final List<Set<String>> requirements = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final StringBuilder literal = new StringBuilder();
  private List<TextPattern.Part> parts = new ArrayList<>();

  private TextPatternCompiler(String source, boolean ignoreCase) {
    this.source = source;
    this.ignoreCase = ignoreCase;
  }

  static TextPattern compile(String source, boolean ignoreCase) throws PatternException {
    if (source.length() > MAX_SOURCE) {
      throw new PatternException(
          "The signature is longer than " + MAX_SOURCE + " characters; keep what is fixed");
    }
    return new TextPatternCompiler(source, ignoreCase).compilePattern();
  }

  /**
   * A pattern of exact fragments in order, for plain signature files: without folding and captures.
   */
  static TextPattern ofFragments(String name, List<String> fragments) {
    List<TextPattern.Piece> pieces = new ArrayList<>();
    List<Set<String>> requirements = new ArrayList<>();
    for (String fragment : fragments) {
      byte[] bytes = TextPattern.toBytes(fragment, false);
      pieces.add(new TextPattern.Piece(List.of(new TextPattern.Literal(bytes))));
      requirements.add(Set.of(fragment));
    }
    return new TextPattern(name, pieces, false, false, requirements);
  }

  private TextPattern compilePattern() throws PatternException {
    int i = 0;
    while (i < source.length()) {
      char c = source.charAt(i);
      if (c == '\\') {
        i = readEscape(i);
      } else if (source.startsWith("...", i)) {
        readGap();
        i += 3;
      } else if (c == '{') {
        i = readCapture(i);
      } else if (c == '\n' || c == '\r') {
        throw new PatternException(
            "A signature is one line; for several lines write `all:` with one item a line");
      } else {
        blankFolded(c);
        i++;
      }
    }
    readGap();
    if (pieces.isEmpty()) {
      throw new PatternException("The signature is empty");
    }
    if (requirements.stream().flatMap(Set::stream).noneMatch(Literals::hasDistinctiveWord)) {
      throw new PatternException(Literals.HINT);
    }
    return new TextPattern(source, pieces, ignoreCase, true, requirements);
  }

  private int readEscape(int i) throws PatternException {
    if (source.startsWith("\\...", i)) {
      literal.append("...");
      return i + 4;
    }
    if (i + 1 >= source.length() || "{}\\".indexOf(source.charAt(i + 1)) < 0) {
      throw new PatternException(
          "A backslash stands only before {, }, \\ or ...; write \\\\ for a backslash");
    }
    literal.append(source.charAt(i + 1));
    return i + 2;
  }

  private void blankFolded(char c) {
    if (c == ' ' || c == '\t') {
      if (literal.length() == 0 || literal.charAt(literal.length() - 1) != ' ') {
        literal.append(' ');
      }
    } else {
      literal.append(c);
    }
  }

  private static CaptureType typeOf(String name) throws PatternException {
    return CaptureType.findByName(name).orElseThrow(() -> CaptureType.unknownType(name));
  }

  /** Of two adjacent captures both need a type. */
  private static void checkNeighbours(TextPattern.Part before, String name, CaptureType type)
      throws PatternException {
    if (type == CaptureType.TEXT && before instanceof TextPattern.Capture) {
      throw new PatternException("Two captures need literal text between them: {" + name + "}");
    }
    if (before instanceof TextPattern.Capture touching && touching.type() == CaptureType.TEXT) {
      throw new PatternException(
          "The capture before {" + name + "} has no type and so needs literal text after it");
    }
  }

  private int readCapture(int i) throws PatternException {
    int close = source.indexOf('}', i);
    if (close < 0) {
      throw new PatternException("The { at column " + (i + 1) + " has no }; write \\{ for a brace");
    }
    String inside = source.substring(i + 1, close);
    int colon = inside.indexOf(':');
    String name = colon < 0 ? inside : inside.substring(0, colon);
    if (!Literals.isName(name)) {
      throw new PatternException(
          "'" + inside + "' is not a capture: write {name} or {name:int}, or \\{ for a brace");
    }
    CaptureType type = colon < 0 ? CaptureType.TEXT : typeOf(inside.substring(colon + 1));
    if (!names.add(name)) {
      throw new PatternException("The capture {" + name + "} stands twice");
    }
    endLiteral();
    if (!parts.isEmpty()) {
      checkNeighbours(parts.getLast(), name, type);
    }
    parts.add(new TextPattern.Capture(name, type));
    return close + 1;
  }

  private void endLiteral() {
    if (literal.length() == 0) {
      return;
    }
    String text = literal.toString();
    literal.setLength(0);
    parts.add(new TextPattern.Literal(TextPattern.toBytes(text, ignoreCase)));
    if (text.length() >= 3) {
      requirements.add(Set.of(ignoreCase ? Literals.lowerAscii(text) : text));
    }
  }

  private void readGap() throws PatternException {
    trimLiteralAtGap();
    endLiteral();
    if (parts.isEmpty()) {
      return;
    }
    if (parts.getFirst() instanceof TextPattern.Capture first
        && parts.stream().noneMatch(TextPattern.Literal.class::isInstance)) {
      throw new PatternException(
          "A capture between two gaps needs literal text beside it: " + first.name());
    }
    pieces.add(new TextPattern.Piece(List.copyOf(parts)));
    parts = new ArrayList<>();
  }

  /** Blanks beside a gap belong to the gap, because it may be empty. */
  private void trimLiteralAtGap() {
    int n = literal.length();
    if (n > 0 && literal.charAt(n - 1) == ' ') {
      literal.setLength(n - 1);
    }
    if (parts.isEmpty() && literal.length() > 0 && literal.charAt(0) == ' ') {
      literal.deleteCharAt(0);
    }
  }
}
