package dev.faultbook.signature;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.signature.Condition.Truth;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;

/** Recursive descent over the tokens of one condition. */
final class ConditionParser {
  private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");
  private static final int MAX_TOKENS = 200;

  /** A capture, a comparison, another sign, a name or number; or a text in quotes. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\\{[^}]*}|[<>=!]=?|[()*+-]|[\\pL\\pN._][\\pL\\pN._+-]*)|'([^']*)'|\"([^\"]*)\")");

  private final List<String> tokens;
  private final Set<String> factNames = new LinkedHashSet<>();
  private final Set<String> captureNames = new LinkedHashSet<>();
  private int pos;

  ConditionParser(String source) throws PatternException {
    this.tokens = splitTokens(source.strip());
  }

  /** What a log states: the captures of a match, and the values of a fact. */
  record Known(Map<String, String> captures, Function<String, List<String>> facts) {}

  /** The values of a constant, a capture or a fact; none if the log states none. */
  private interface Operand {
    List<String> valuesIn(Known log);

    /** The first value as a number or a size in bytes; NaN if there is none. */
    default double numberIn(Known log) {
      List<String> values = valuesIn(log);
      return values.isEmpty() ? Double.NaN : Sizes.parseBytes(values.getFirst());
    }
  }

  /**
   * A parsed condition.
   *
   * @param root decides it
   * @param factNames facts in it
   * @param captureNames captures in it
   */
  record Parsed(Function<Known, Truth> root, Set<String> factNames, Set<String> captureNames) {}

  Parsed parse() throws PatternException {
    Function<Known, Truth> root = parseOr();
    if (pos < tokens.size()) {
      throw new PatternException("'" + tokens.get(pos) + "' is not expected in the condition");
    }
    return new Parsed(root, factNames, captureNames);
  }

  private Function<Known, Truth> parseOr() throws PatternException {
    Function<Known, Truth> left = parseAnd();
    while (acceptToken("or")) {
      left = join(left, parseAnd(), Truth.TRUE);
    }
    return left;
  }

  private Function<Known, Truth> parseAnd() throws PatternException {
    Function<Known, Truth> left = parseUnary();
    while (acceptToken("and")) {
      left = join(left, parseUnary(), Truth.FALSE);
    }
    return left;
  }

  private Function<Known, Truth> parseUnary() throws PatternException {
    if (acceptToken("not")) {
      return negate(parseUnary());
    }
    int start = pos;
    if (acceptToken("(")) {
      try {
        Function<Known, Truth> inside = parseOr();
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
    Operand left = parseSum();
    String op = pos < tokens.size() ? tokens.get(pos++) : "the end";
    if (!COMPARISONS.contains(op)) {
      throw new PatternException("Expected one of < <= > >= == != but found " + op);
    }
    return compare(left, op, parseSum());
  }

  private static boolean isArithmetic(String token) {
    return COMPARISONS.contains(token) || "+-*".contains(token);
  }

  private Function<Known, Truth> parsePresent() throws PatternException {
    String name = parseArgument();
    Operand value = name.startsWith("{") ? parseCapture(name) : factOperand(name);
    return log -> value.valuesIn(log).isEmpty() ? Truth.FALSE : Truth.TRUE;
  }

  private Operand factOperand(String name) {
    factNames.add(name);
    return log -> log.facts().apply(name);
  }

  /** Parses {@code {unallocated}}. */
  private Operand parseCapture(String token) throws PatternException {
    String name = token.substring(1, token.length() - 1);
    if (!Literals.isName(name)) {
      throw new PatternException("'" + token + "' is not a capture");
    }
    captureNames.add(name);
    return log -> log.captures().containsKey(name) ? List.of(log.captures().get(name)) : List.of();
  }

  /** Sums and differences of values, if they are numbers or sizes. */
  private Operand parseSum() throws PatternException {
    Operand left = parseValue();
    while (pos < tokens.size() && (tokens.get(pos).equals("-") || tokens.get(pos).equals("+"))) {
      left =
          calculate(
              left, tokens.get(pos++).equals("-") ? (a, b) -> a - b : Double::sum, parseValue());
    }
    return left;
  }

  private static Operand calculate(Operand left, DoubleBinaryOperator how, Operand right) {
    return log -> {
      double result = how.applyAsDouble(left.numberIn(log), right.numberIn(log));
      return Double.isNaN(result) ? List.of() : List.of(Sizes.formatBytes(result));
    };
  }

  private Operand parseValue() throws PatternException {
    String token = nextToken();
    if (token.equals("(")) {
      Operand inside = parseSum();
      expectToken(")");
      return inside;
    }
    if (token.equals("count")) {
      Operand fact = factOperand(parseArgument());
      return log ->
          fact.valuesIn(log).isEmpty() ? List.of() : List.of("" + fact.valuesIn(log).size());
    }
    if (token.startsWith("{")) {
      return parseCapture(token);
    }
    boolean quoted = token.startsWith("'");
    if (!quoted && !Character.isDigit(token.charAt(0))) {
      return factOperand(token);
    }
    List<String> constant = List.of(quoted ? token.substring(1) : token);
    return acceptToken("*")
        ? calculate(log -> constant, (a, b) -> a * b, parseValue())
        : log -> constant;
  }

  /** The name in {@code (name)}. */
  private String parseArgument() throws PatternException {
    expectToken("(");
    String name = nextToken();
    expectToken(")");
    return name;
  }

  private String nextToken() throws PatternException {
    if (pos >= tokens.size()) {
      throw new PatternException("The condition ends where a value is expected");
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

  /** The tokens; a text in quotes has one in front of it. */
  private static List<String> splitTokens(String source) throws PatternException {
    List<String> tokens = new ArrayList<>();
    Matcher token = TOKEN.matcher(source);
    for (int at = 0; at < source.length(); at = token.end()) {
      if (!token.find(at) || token.start() != at) {
        throw new PatternException(
            "'" + source.substring(at).strip() + "' in the condition is not closed or not known");
      }
      String quoted = token.group(2) == null ? token.group(3) : token.group(2);
      tokens.add(token.group(1) == null ? "'" + quoted : token.group(1));
    }
    if (tokens.isEmpty() || tokens.size() > MAX_TOKENS) {
      throw new PatternException("The condition is empty or longer than " + MAX_TOKENS + " words");
    }
    return tokens;
  }

  /** {@code and} (decisive FALSE) or {@code or} (decisive TRUE). */
  private static Function<Known, Truth> join(
      Function<Known, Truth> left, Function<Known, Truth> right, Truth decisive) {
    return log -> {
      Truth a = left.apply(log);
      Truth b = a == decisive ? a : right.apply(log);
      if (a == Truth.UNKNOWN || b == Truth.UNKNOWN) {
        return b == decisive ? decisive : Truth.UNKNOWN;
      }
      return a == decisive ? a : b;
    };
  }

  private static Function<Known, Truth> negate(Function<Known, Truth> inside) {
    return log ->
        switch (inside.apply(log)) {
          case TRUE -> Truth.FALSE;
          case FALSE -> Truth.TRUE;
          case UNKNOWN -> Truth.UNKNOWN;
        };
  }

  /** True if it holds for any pair of values; a fact may have several. */
  private static Function<Known, Truth> compare(Operand left, String op, Operand right) {
    return log -> {
      Truth found = Truth.UNKNOWN;
      for (String a : left.valuesIn(log)) {
        for (String b : right.valuesIn(log)) {
          Boolean holds = Values.compare(a, op, b);
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
