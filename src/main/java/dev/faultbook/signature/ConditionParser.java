package dev.faultbook.signature;

import dev.faultbook.signature.Condition.Truth;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Recursive descent over the tokens of one condition. */
final class ConditionParser {
  private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");
  private static final int MOST_TOKENS = 200;

  private final List<String> tokens;
  private int pos;

  ConditionParser(String source) throws PatternException {
    this.tokens = splitTokens(source);
  }

  /** A node of the condition's tree. */
  sealed interface Node {
    Truth evaluate(Map<String, String> captures, Function<String, List<String>> facts);

    Set<String> factNames();

    Set<String> captureNames();
  }

  Node parse() throws PatternException {
    Node node = parseOr();
    if (pos < tokens.size()) {
      throw new PatternException("'" + tokens.get(pos) + "' is not expected in the condition");
    }
    return node;
  }

  private Node parseOr() throws PatternException {
    Node left = parseAnd();
    while (acceptToken("or")) {
      left = new Join(left, parseAnd(), Truth.TRUE);
    }
    return left;
  }

  private Node parseAnd() throws PatternException {
    Node left = parseUnary();
    while (acceptToken("and")) {
      left = new Join(left, parseUnary(), Truth.FALSE);
    }
    return left;
  }

  private Node parseUnary() throws PatternException {
    if (acceptToken("not")) {
      return new Not(parseUnary());
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
      return new Not(parsePresent());
    }
    Operand left = parseOperand();
    String op = pos < tokens.size() ? tokens.get(pos++) : "the end";
    if (!COMPARISONS.contains(op)) {
      throw new PatternException("Expected one of < <= > >= == != but found " + op);
    }
    return new Comparison(left, op, parseOperand());
  }

  private static boolean isArithmetic(String token) {
    return COMPARISONS.contains(token) || "+-*".contains(token);
  }

  private Node parsePresent() throws PatternException {
    expectToken("(");
    String name = readName();
    expectToken(")");
    return new Present(name.startsWith("{") ? parseCapture(name) : factOperand(name));
  }

  private static Operand factOperand(String name) {
    return new Operand(Kind.FACT, name, 1);
  }

  /** Parses {@code {unallocated}}. */
  private static Operand parseCapture(String token) throws PatternException {
    String name = token.substring(1, token.length() - 1);
    if (!Literals.isName(name)) {
      throw new PatternException("'" + token + "' is not a capture");
    }
    return new Operand(Kind.CAPTURE, name, 1);
  }

  /** Sums and differences of values, if they are numbers or sizes. */
  private Operand parseOperand() throws PatternException {
    Operand left = parseValue();
    while (pos < tokens.size() && (tokens.get(pos).equals("-") || tokens.get(pos).equals("+"))) {
      int sign = tokens.get(pos++).equals("-") ? -1 : 1;
      left = new Operand(Kind.SUM, "", 1, List.of(left, parseValue()), sign);
    }
    return left;
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
      return new Operand(Kind.COUNT, name, 1);
    }
    if (token.startsWith("{")) {
      return parseCapture(token);
    }
    if (token.startsWith("'")) {
      return new Operand(Kind.CONSTANT, token.substring(1), 1);
    }
    if (Character.isDigit(token.charAt(0))) {
      if (acceptToken("*")) {
        Operand scaled = parseValue();
        return new Operand(scaled.kind(), scaled.name(), parseNumber(token));
      }
      return new Operand(Kind.CONSTANT, token, 1);
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
    if (tokens.isEmpty() || tokens.size() > MOST_TOKENS) {
      throw new PatternException("The condition is empty or longer than " + MOST_TOKENS + " words");
    }
    return tokens;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '+' || c == '-';
  }

  private enum Kind {
    CONSTANT,
    CAPTURE,
    FACT,
    COUNT,
    SUM
  }

  private record Operand(Kind kind, String name, double factor, List<Operand> terms, int sign) {
    Operand(Kind kind, String name, double factor) {
      this(kind, name, factor, List.of(), 1);
    }

    List<String> valuesOf(Map<String, String> captures, Function<String, List<String>> facts) {
      return switch (kind) {
        case CONSTANT -> List.of(name);
        case CAPTURE -> captures.containsKey(name) ? List.of(captures.get(name)) : List.of();
        case FACT -> facts.apply(name);
        case COUNT -> {
          int size = facts.apply(name).size();
          yield size == 0 ? List.of() : List.of(String.valueOf(size));
        }
        case SUM -> {
          double a = terms.get(0).numberOf(captures, facts);
          double b = terms.get(1).numberOf(captures, facts);
          yield Double.isNaN(a + b) ? List.of() : List.of(Sizes.formatBytes(a + sign * b));
        }
      };
    }

    Values.Quantity quantity(String value) {
      return new Values.Quantity(value, factor);
    }

    private double numberOf(Map<String, String> captures, Function<String, List<String>> facts) {
      List<String> values = valuesOf(captures, facts);
      return values.isEmpty() ? Double.NaN : Sizes.parseBytes(values.getFirst()) * factor;
    }
  }

  /** {@code and} (decisive FALSE) or {@code or} (decisive TRUE). */
  private record Join(Node left, Node right, Truth decisive) implements Node {
    @Override
    public Truth evaluate(Map<String, String> captures, Function<String, List<String>> facts) {
      Truth a = left.evaluate(captures, facts);
      Truth b = a == decisive ? a : right.evaluate(captures, facts);
      if (a == decisive || b == decisive) {
        return decisive;
      }
      if (a == Truth.UNKNOWN || b == Truth.UNKNOWN) {
        return Truth.UNKNOWN;
      }
      return decisive == Truth.TRUE ? Truth.FALSE : Truth.TRUE;
    }

    @Override
    public Set<String> factNames() {
      return unionOf(left.factNames(), right.factNames());
    }

    @Override
    public Set<String> captureNames() {
      return unionOf(left.captureNames(), right.captureNames());
    }
  }

  private record Not(Node inside) implements Node {
    @Override
    public Truth evaluate(Map<String, String> captures, Function<String, List<String>> facts) {
      return switch (inside.evaluate(captures, facts)) {
        case TRUE -> Truth.FALSE;
        case FALSE -> Truth.TRUE;
        case UNKNOWN -> Truth.UNKNOWN;
      };
    }

    @Override
    public Set<String> factNames() {
      return inside.factNames();
    }

    @Override
    public Set<String> captureNames() {
      return inside.captureNames();
    }
  }

  /** Whether the log states a fact or holds what a capture takes; never unknown. */
  private record Present(Operand value) implements Node {
    @Override
    public Truth evaluate(Map<String, String> captures, Function<String, List<String>> facts) {
      return value.valuesOf(captures, facts).isEmpty() ? Truth.FALSE : Truth.TRUE;
    }

    @Override
    public Set<String> factNames() {
      return value.kind() == Kind.FACT ? Set.of(value.name()) : Set.of();
    }

    @Override
    public Set<String> captureNames() {
      return value.kind() == Kind.CAPTURE ? Set.of(value.name()) : Set.of();
    }
  }

  /** True if it holds for any pair of values; a fact may have several. */
  private record Comparison(Operand left, String op, Operand right) implements Node {
    @Override
    public Truth evaluate(Map<String, String> captures, Function<String, List<String>> facts) {
      List<String> as = left.valuesOf(captures, facts);
      List<String> bs = right.valuesOf(captures, facts);
      Truth found = Truth.UNKNOWN;
      for (String a : as) {
        for (String b : bs) {
          Boolean holds = Values.compare(left.quantity(a), op, right.quantity(b));
          if (Boolean.TRUE.equals(holds)) {
            return Truth.TRUE;
          }
          found = holds == null ? found : Truth.FALSE;
        }
      }
      return found;
    }

    @Override
    public Set<String> factNames() {
      Set<String> names = new HashSet<>();
      collectLeaves(operand -> operand.kind() == Kind.FACT || operand.kind() == Kind.COUNT, names);
      return names;
    }

    @Override
    public Set<String> captureNames() {
      Set<String> names = new HashSet<>();
      collectLeaves(operand -> operand.kind() == Kind.CAPTURE, names);
      return names;
    }

    private void collectLeaves(Predicate<Operand> wanted, Set<String> names) {
      Deque<Operand> open = new ArrayDeque<>(List.of(left, right));
      while (!open.isEmpty()) {
        Operand operand = open.pop();
        open.addAll(operand.terms());
        if (wanted.test(operand)) {
          names.add(operand.name());
        }
      }
    }
  }

  private static Set<String> unionOf(Set<String> a, Set<String> b) {
    Set<String> all = new LinkedHashSet<>(a);
    all.addAll(b);
    return all;
  }
}
