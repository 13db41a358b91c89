package dev.faultbook.signature;

import dev.faultbook.signature.Condition.Truth;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Recursive descent over the tokens of one condition. */
final class ConditionParser {
  private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");
  private static final int MAX_TOKENS = 200;

  private final List<String> tokens;
  private final Set<String> factNames = new LinkedHashSet<>();
  private final Set<String> captureNames = new LinkedHashSet<>();
  private int pos;

  ConditionParser(String source) throws PatternException {
    this.tokens = splitTokens(source);
  }

  /** A part of a condition, which is true, false or unknown in a log. */
  interface Node {
    Truth evaluate(Map<String, String> captures, Function<String, List<String>> facts);
  }

  /** The values of a constant, a capture or a fact in a log; none if it states none. */
  private interface Source {
    List<String> valuesIn(Map<String, String> captures, Function<String, List<String>> facts);
  }

  /** Values, each with a factor. */
  private record Operand(Source source, double factor) {
    Values.Quantity quantity(String value) {
      return new Values.Quantity(value, factor);
    }

    double numberIn(Map<String, String> captures, Function<String, List<String>> facts) {
      List<String> values = source.valuesIn(captures, facts);
      return values.isEmpty() ? Double.NaN : quantity(values.getFirst()).bytes();
    }
  }

  /**
   * A parsed condition.
   *
   * @param root decides it
   * @param factNames facts in it
   * @param captureNames captures in it
   */
  record Parsed(Node root, Set<String> factNames, Set<String> captureNames) {}

  Parsed parse() throws PatternException {
    Node node = parseOr();
    if (pos < tokens.size()) {
      throw new PatternException("'" + tokens.get(pos) + "' is not expected in the condition");
    }
    return new Parsed(node, factNames, captureNames);
  }

  private Node parseOr() throws PatternException {
    Node left = parseAnd();
    while (acceptToken("or")) {
      left = join(left, parseAnd(), Truth.TRUE);
    }
    return left;
  }

  private Node parseAnd() throws PatternException {
    Node left = parseUnary();
    while (acceptToken("and")) {
      left = join(left, parseUnary(), Truth.FALSE);
    }
    return left;
  }

  private Node parseUnary() throws PatternException {
    if (acceptToken("not")) {
      return negate(parseUnary());
    }
    int start = pos;
    if (acceptToken("(")) {
      try {
        Node inside = parseOr();
        expectToken(")");
        if (pos >= tokens.size() || !isArithmetic(tokens.get(pos))) {
          return inside;
        }
      } catch (PatternException parenthesesOfAValue) {
        // Parsed again as a value below.
      }
      pos = start;
    }
    if (acceptToken("present")) {
      return parsePresent();
    }
    if (acceptToken("absent")) {
      return negate(parsePresent());
    }
    Operand left = parseOperand();
    String op = pos < tokens.size() ? tokens.get(pos++) : "the end";
    if (!COMPARISONS.contains(op)) {
      throw new PatternException("Expected one of < <= > >= == != but found " + op);
    }
    return compare(left, op, parseOperand());
  }

  private static boolean isArithmetic(String token) {
    return COMPARISONS.contains(token) || "+-*".contains(token);
  }

  private Node parsePresent() throws PatternException {
    expectToken("(");
    String name = readName();
    expectToken(")");
    Operand value = name.startsWith("{") ? parseCapture(name) : factOperand(name);
    return (captures, facts) ->
        value.source().valuesIn(captures, facts).isEmpty() ? Truth.FALSE : Truth.TRUE;
  }

  private Operand factOperand(String name) {
    factNames.add(name);
    return new Operand((captures, facts) -> facts.apply(name), 1);
  }

  private static Operand constant(String value) {
    return new Operand((captures, facts) -> List.of(value), 1);
  }

  /** Parses {@code {unallocated}}. */
  private Operand parseCapture(String token) throws PatternException {
    String name = token.substring(1, token.length() - 1);
    if (!Literals.isName(name)) {
      throw new PatternException("'" + token + "' is not a capture");
    }
    captureNames.add(name);
    return new Operand(
        (captures, facts) -> captures.containsKey(name) ? List.of(captures.get(name)) : List.of(),
        1);
  }

  /** Sums and differences of values, if they are numbers or sizes. */
  private Operand parseOperand() throws PatternException {
    Operand left = parseValue();
    while (pos < tokens.size() && (tokens.get(pos).equals("-") || tokens.get(pos).equals("+"))) {
      int sign = tokens.get(pos++).equals("-") ? -1 : 1;
      left = sum(left, sign, parseValue());
    }
    return left;
  }

  private static Operand sum(Operand left, int sign, Operand right) {
    return new Operand(
        (captures, facts) -> {
          double sum = left.numberIn(captures, facts) + sign * right.numberIn(captures, facts);
          return Double.isNaN(sum) ? List.of() : List.of(Sizes.formatBytes(sum));
        },
        1);
  }

  private Operand parseValue() throws PatternException {
    if (pos >= tokens.size()) {
      throw new PatternException("The condition ends where a value is expected");
    }
    String token = tokens.get(pos++);
    if (token.equals("(")) {
      Operand inside = parseOperand();
      expectToken(")");
      return inside;
    }
    if (token.equals("count")) {
      expectToken("(");
      String name = readName();
      expectToken(")");
      factNames.add(name);
      return new Operand(
          (captures, facts) -> {
            int size = facts.apply(name).size();
            return size == 0 ? List.of() : List.of(String.valueOf(size));
          },
          1);
    }
    if (token.startsWith("{")) {
      return parseCapture(token);
    }
    if (token.startsWith("'")) {
      return constant(token.substring(1));
    }
    if (Character.isDigit(token.charAt(0))) {
      if (acceptToken("*")) {
        return new Operand(parseValue().source(), parseNumber(token));
      }
      return constant(token);
    }
    return factOperand(token);
  }

  private static double parseNumber(String token) throws PatternException {
    try {
      return Double.parseDouble(token);
    } catch (NumberFormatException e) {
      throw new PatternException("'" + token + "' is not a number");
    }
  }

  private String readName() throws PatternException {
    if (pos >= tokens.size()) {
      throw new PatternException("The condition ends where a fact is expected");
    }
    return tokens.get(pos++);
  }

  private boolean acceptToken(String token) {
    if (pos < tokens.size() && tokens.get(pos).equals(token)) {
      pos++;
      return true;
    }
    return false;
  }

  private void expectToken(String token) throws PatternException {
    if (!acceptToken(token)) {
      throw new PatternException("Expected " + token + " in the condition");
    }
  }

  private static boolean isQuote(char c) {
    return c == '\'' || c == '"';
  }

  /** The end of the token that begins at {@code i}; 0 or below if it is not closed. */
  private static int tokenEnd(String source, int i) {
    char c = source.charAt(i);
    if (c == '{') {
      return source.indexOf('}', i) + 1;
    }
    if (isQuote(c)) {
      return source.indexOf(c, i + 1);
    }
    if ("<>=!".indexOf(c) >= 0) {
      return source.startsWith("=", i + 1) ? i + 2 : i + 1;
    }
    return "()*+-".indexOf(c) < 0 ? wordEnd(source, i) : i + 1;
  }

  private static int wordEnd(String source, int i) {
    int end = i + 1;
    while (end < source.length() && isWord(source.charAt(end))) {
      end++;
    }
    return end;
  }

  private static List<String> splitTokens(String source) throws PatternException {
    List<String> tokens = new ArrayList<>();
    int i = 0;
    while (i < source.length()) {
      char c = source.charAt(i);
      if (Character.isWhitespace(c)) {
        i++;
        continue;
      }
      int end = tokenEnd(source, i);
      if (end <= 0) {
        throw new PatternException("The " + c + " in the condition is not closed");
      }
      boolean quoted = isQuote(c);
      tokens.add(quoted ? "'" + source.substring(i + 1, end) : source.substring(i, end));
      i = quoted ? end + 1 : end;
    }
    if (tokens.isEmpty() || tokens.size() > MAX_TOKENS) {
      throw new PatternException("The condition is empty or longer than " + MAX_TOKENS + " words");
    }
    return tokens;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '+' || c == '-';
  }

  /** {@code and} (decisive FALSE) or {@code or} (decisive TRUE). */
  private static Node join(Node left, Node right, Truth decisive) {
    return (captures, facts) -> {
      Truth a = left.evaluate(captures, facts);
      Truth b = a == decisive ? a : right.evaluate(captures, facts);
      if (a == Truth.UNKNOWN || b == Truth.UNKNOWN) {
        return b == decisive ? decisive : Truth.UNKNOWN;
      }
      return a == decisive ? a : b;
    };
  }

  private static Node negate(Node inside) {
    return (captures, facts) ->
        switch (inside.evaluate(captures, facts)) {
          case TRUE -> Truth.FALSE;
          case FALSE -> Truth.TRUE;
          case UNKNOWN -> Truth.UNKNOWN;
        };
  }

  /** True if it holds for any pair of values; a fact may have several. */
  private static Node compare(Operand left, String op, Operand right) {
    return (captures, facts) -> {
      Truth found = Truth.UNKNOWN;
      for (String a : left.source().valuesIn(captures, facts)) {
        for (String b : right.source().valuesIn(captures, facts)) {
          Boolean holds = Values.compare(left.quantity(a), op, right.quantity(b));
          if (Boolean.TRUE.equals(holds)) {
            return Truth.TRUE;
          }
          found = holds == null ? found : Truth.FALSE;
        }
      }
      return found;
    };
  }
}
