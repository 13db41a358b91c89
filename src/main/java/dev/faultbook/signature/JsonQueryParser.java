package dev.faultbook.signature;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/** Parses a {@link JsonQuery} by recursive descent with jq's precedences. */
final class JsonQueryParser {
  private static final int DEEPEST = 40;
  private static final Set<String> HOLDS = Set.of("contains", "startswith", "endswith", "has");
  private static final List<String> COMPARISONS = List.of("==", "!=", "<=", ">=", "<", ">");

  private final String text;
  private int pos;
  private int depth;

  private JsonQueryParser(String text) {
    this.text = text;
  }

  static JsonQuery parse(String text) throws PatternException {
    JsonQueryParser parser = new JsonQueryParser(text);
    JsonQuery query = parser.parsePipe();
    if (parser.peek() != '\0') {
      throw parser.syntaxError("expected the end");
    }
    return query;
  }

  private JsonQuery parsePipe() throws PatternException {
    if (++depth > DEEPEST) {
      throw syntaxError("nested too deeply");
    }
    JsonQuery left = parseAlternative();
    while (peek() == '|') {
      pos++;
      left = new JsonQuery.Pipe(left, parseAlternative());
    }
    depth--;
    return left;
  }

  private JsonQuery parseAlternative() throws PatternException {
    JsonQuery left = parseOr();
    // Right-associative, as in jq: a // b // c is a // (b // c).
    return acceptSign("//") ? new JsonQuery.Otherwise(left, parseNested()) : left;
  }

  private JsonQuery parseNested() throws PatternException {
    if (++depth > DEEPEST) {
      throw syntaxError("nested too deeply");
    }
    JsonQuery query = parseAlternative();
    depth--;
    return query;
  }

  private JsonQuery parseOr() throws PatternException {
    JsonQuery left = parseAnd();
    while (acceptWord("or")) {
      left = new JsonQuery.Both(false, left, parseAnd());
    }
    return left;
  }

  private JsonQuery parseAnd() throws PatternException {
    JsonQuery left = parseComparison();
    while (acceptWord("and")) {
      left = new JsonQuery.Both(true, left, parseComparison());
    }
    return left;
  }

  private JsonQuery parseComparison() throws PatternException {
    JsonQuery left = parsePostfix();
    for (String operator : COMPARISONS) {
      if (acceptSign(operator)) {
        return new JsonQuery.Comparison(operator, left, parsePostfix());
      }
    }
    return left;
  }

  private JsonQuery parsePostfix() throws PatternException {
    JsonQuery query = parseTerm();
    while (true) {
      char c = peek();
      if (c == '?') {
        pos++;
        query = makeOptional(query);
      } else if (c == '[') {
        pos++;
        query = parseBracket(query);
      } else if (c == '.') {
        pos++;
        query = peek() == '[' ? query : new JsonQuery.Field(query, fieldName());
      } else {
        return query;
      }
    }
  }

  /** As in jq, only the last step of a path becomes optional, for each result separately. */
  private static JsonQuery makeOptional(JsonQuery query) {
    JsonQuery here = new JsonQuery.Value(null);
    return switch (query) {
      case JsonQuery.Field step ->
          new JsonQuery.Pipe(
              step.of(), new JsonQuery.Optionally(new JsonQuery.Field(here, step.name())));
      case JsonQuery.Element step ->
          new JsonQuery.Pipe(
              step.of(), new JsonQuery.Optionally(new JsonQuery.Element(here, step.index())));
      case JsonQuery.Each step ->
          new JsonQuery.Pipe(step.of(), new JsonQuery.Optionally(new JsonQuery.Each(here)));
      default -> new JsonQuery.Optionally(query);
    };
  }

  /** {@code .} or {@code .level}. */
  private JsonQuery parseField() throws PatternException {
    pos++;
    boolean named =
        pos < text.length() && (isNameStart(text.charAt(pos)) || text.charAt(pos) == '"');
    JsonQuery here = new JsonQuery.Value(null);
    return named ? new JsonQuery.Field(here, fieldName()) : here;
  }

  private JsonQuery parseTerm() throws PatternException {
    char c = peek();
    if (c == '(') {
      pos++;
      JsonQuery inside = parsePipe();
      expectSign(')');
      return inside;
    }
    if (c == '.') {
      return parseField();
    }
    if (c == '"') {
      return new JsonQuery.Value(StringNode.valueOf(readString()));
    }
    if (c == '-' || c >= '0' && c <= '9') {
      return new JsonQuery.Value(readNumber());
    }
    if (isNameStart(c)) {
      return parseNamed(readName());
    }
    throw syntaxError("expected a field such as .level, a text or a number");
  }

  private JsonQuery parseBracket(JsonQuery of) throws PatternException {
    char c = peek();
    JsonQuery query;
    if (c == ']') {
      query = new JsonQuery.Each(of);
    } else if (c == '"') {
      query = new JsonQuery.Field(of, readString());
    } else {
      JsonNode index = readNumber();
      if (!index.isIntegralNumber() || Math.abs(index.longValue()) > 100_000) {
        throw syntaxError("expected the number of an element");
      }
      query = new JsonQuery.Element(of, (int) index.longValue());
    }
    expectSign(']');
    return query;
  }

  private JsonQuery parseNamed(String name) throws PatternException {
    return switch (name) {
      case "true", "false" -> new JsonQuery.Value(BooleanNode.valueOf(name.equals("true")));
      case "null" -> new JsonQuery.Value(NullNode.getInstance());
      case "select", "any", "all" -> {
        expectSign('(');
        JsonQuery condition = parsePipe();
        expectSign(')');
        yield name.equals("select")
            ? new JsonQuery.Select(condition)
            : new JsonQuery.Quantified(name.equals("any"), condition);
      }
      case "test" -> parseTest();
      default -> {
        if (HOLDS.contains(name)) {
          expectSign('(');
          String argument = readString();
          expectSign(')');
          yield new JsonQuery.Holds(name, argument);
        }
        if (JsonQuery.Function.NAMES.contains(name)) {
          yield new JsonQuery.Function(name);
        }
        throw syntaxError(
            "'"
                + name
                + "' is not known here; known are select, any, all, test, contains, startswith,"
                + " endswith, has, not, length, type, tostring, ascii_downcase, ascii_upcase");
      }
    };
  }

  private JsonQuery parseTest() throws PatternException {
    expectSign('(');
    String regex = readString();
    int flags = 0;
    if (peek() == ';') {
      pos++;
      if (!readString().equals("i")) {
        throw syntaxError("test takes no flag but \"i\"");
      }
      flags = Pattern.CASE_INSENSITIVE;
    }
    expectSign(')');
    try {
      return new JsonQuery.Test(regex, Pattern.compile(regex, flags));
    } catch (PatternSyntaxException e) {
      throw syntaxError("test: " + e.getDescription());
    }
  }

  private String fieldName() throws PatternException {
    return peek() == '"' ? readString() : readName();
  }

  private String readName() throws PatternException {
    int from = pos;
    while (pos < text.length()
        && (isNameStart(text.charAt(pos)) || Character.isDigit(text.charAt(pos)))) {
      pos++;
    }
    if (pos == from) {
      throw syntaxError("expected a name");
    }
    return text.substring(from, pos);
  }

  private JsonNode readNumber() throws PatternException {
    int from = pos;
    while (pos < text.length() && "+-.eE0123456789".indexOf(text.charAt(pos)) >= 0) {
      pos++;
    }
    String digits = text.substring(from, pos);
    try {
      return digits.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9')
          ? LongNode.valueOf(Long.parseLong(digits))
          : DoubleNode.valueOf(Double.parseDouble(digits));
    } catch (NumberFormatException e) {
      throw syntaxError("expected a number");
    }
  }

  private String readString() throws PatternException {
    expectSign('"');
    StringBuilder out = new StringBuilder();
    while (pos < text.length() && text.charAt(pos) != '"') {
      char c = text.charAt(pos++);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escaped = pos < text.length() ? text.charAt(pos++) : '\0';
      int at = "nrt\"\\/".indexOf(escaped);
      if (at < 0) {
        throw syntaxError("this escape is not known here");
      }
      out.append("\n\r\t\"\\/".charAt(at));
    }
    expectSign('"');
    return out.toString();
  }

  private boolean acceptSign(String sign) {
    peek();
    if (!text.startsWith(sign, pos)) {
      return false;
    }
    pos += sign.length();
    return true;
  }

  private boolean acceptWord(String word) {
    peek();
    int end = pos + word.length();
    if (!text.startsWith(word, pos) || end < text.length() && isNameStart(text.charAt(end))) {
      return false;
    }
    pos = end;
    return true;
  }

  private void expectSign(char c) throws PatternException {
    if (peek() != c) {
      throw syntaxError("expected " + c);
    }
    pos++;
  }

  /** The next character that is not a blank; NUL at the end. */
  private char peek() {
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
    return pos < text.length() ? text.charAt(pos) : '\0';
  }

  private static boolean isNameStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private PatternException syntaxError(String what) {
    return new PatternException("json: at column " + (pos + 1) + ": " + what);
  }
}
