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

/** Reads a {@link JsonQuery}, by recursive descent with jq's precedences. */
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
    JsonQuery query = parser.pipe();
    if (parser.peek() != '\0') {
      throw parser.fault("expected the end");
    }
    return query;
  }

  private JsonQuery pipe() throws PatternException {
    if (++depth > DEEPEST) {
      throw fault("nested too deeply");
    }
    JsonQuery left = otherwise();
    while (peek() == '|') {
      pos++;
      left = new JsonQuery.Pipe(left, otherwise());
    }
    depth--;
    return left;
  }

  private JsonQuery otherwise() throws PatternException {
    JsonQuery left = or();
    // To the right, as in jq: a // b // c is a // (b // c).
    return sign("//") ? new JsonQuery.Otherwise(left, nested()) : left;
  }

  private JsonQuery nested() throws PatternException {
    if (++depth > DEEPEST) {
      throw fault("nested too deeply");
    }
    JsonQuery query = otherwise();
    depth--;
    return query;
  }

  private JsonQuery or() throws PatternException {
    JsonQuery left = and();
    while (word("or")) {
      left = new JsonQuery.Both(false, left, and());
    }
    return left;
  }

  private JsonQuery and() throws PatternException {
    JsonQuery left = comparison();
    while (word("and")) {
      left = new JsonQuery.Both(true, left, comparison());
    }
    return left;
  }

  private JsonQuery comparison() throws PatternException {
    JsonQuery left = postfix();
    for (String operator : COMPARISONS) {
      if (sign(operator)) {
        return new JsonQuery.Comparison(operator, left, postfix());
      }
    }
    return left;
  }

  private JsonQuery postfix() throws PatternException {
    JsonQuery query = term();
    while (true) {
      char c = peek();
      if (c == '?') {
        pos++;
        query = optionally(query);
      } else if (c == '[') {
        pos++;
        query = bracket(query);
      } else if (c == '.') {
        pos++;
        query = peek() == '[' ? query : new JsonQuery.Field(query, fieldName());
      } else {
        return query;
      }
    }
  }

  /** As in jq, only the last step of a path is made optional, for each answer on its own. */
  private static JsonQuery optionally(JsonQuery query) {
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
  private JsonQuery field() throws PatternException {
    pos++;
    boolean named =
        pos < text.length() && (isNameStart(text.charAt(pos)) || text.charAt(pos) == '"');
    JsonQuery here = new JsonQuery.Value(null);
    return named ? new JsonQuery.Field(here, fieldName()) : here;
  }

  private JsonQuery term() throws PatternException {
    char c = peek();
    if (c == '(') {
      pos++;
      JsonQuery inside = pipe();
      expect(')');
      return inside;
    }
    if (c == '.') {
      return field();
    }
    if (c == '"') {
      return new JsonQuery.Value(StringNode.valueOf(string()));
    }
    if (c == '-' || c >= '0' && c <= '9') {
      return new JsonQuery.Value(number());
    }
    if (isNameStart(c)) {
      return named(name());
    }
    throw fault("expected a field such as .level, a text or a number");
  }

  private JsonQuery bracket(JsonQuery of) throws PatternException {
    char c = peek();
    JsonQuery query;
    if (c == ']') {
      query = new JsonQuery.Each(of);
    } else if (c == '"') {
      query = new JsonQuery.Field(of, string());
    } else {
      JsonNode index = number();
      if (!index.isIntegralNumber() || Math.abs(index.longValue()) > 100_000) {
        throw fault("expected the number of an element");
      }
      query = new JsonQuery.Element(of, (int) index.longValue());
    }
    expect(']');
    return query;
  }

  private JsonQuery named(String name) throws PatternException {
    return switch (name) {
      case "true", "false" -> new JsonQuery.Value(BooleanNode.valueOf(name.equals("true")));
      case "null" -> new JsonQuery.Value(NullNode.getInstance());
      case "select", "any", "all" -> {
        expect('(');
        JsonQuery condition = pipe();
        expect(')');
        yield name.equals("select")
            ? new JsonQuery.Select(condition)
            : new JsonQuery.Quantified(name.equals("any"), condition);
      }
      case "test" -> test();
      default -> {
        if (HOLDS.contains(name)) {
          expect('(');
          String argument = string();
          expect(')');
          yield new JsonQuery.Holds(name, argument);
        }
        if (JsonQuery.Function.NAMES.contains(name)) {
          yield new JsonQuery.Function(name);
        }
        throw fault(
            "'"
                + name
                + "' is not known here; known are select, any, all, test, contains, startswith,"
                + " endswith, has, not, length, type, tostring, ascii_downcase, ascii_upcase");
      }
    };
  }

  private JsonQuery test() throws PatternException {
    expect('(');
    String regex = string();
    int flags = 0;
    if (peek() == ';') {
      pos++;
      if (!string().equals("i")) {
        throw fault("test takes no flag but \"i\"");
      }
      flags = Pattern.CASE_INSENSITIVE;
    }
    expect(')');
    try {
      return new JsonQuery.Test(regex, Pattern.compile(regex, flags));
    } catch (PatternSyntaxException e) {
      throw fault("test: " + e.getDescription());
    }
  }

  private String fieldName() throws PatternException {
    return peek() == '"' ? string() : name();
  }

  private String name() throws PatternException {
    int from = pos;
    while (pos < text.length()
        && (isNameStart(text.charAt(pos)) || Character.isDigit(text.charAt(pos)))) {
      pos++;
    }
    if (pos == from) {
      throw fault("expected a name");
    }
    return text.substring(from, pos);
  }

  private JsonNode number() throws PatternException {
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
      throw fault("expected a number");
    }
  }

  private String string() throws PatternException {
    expect('"');
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
        throw fault("this escape is not known here");
      }
      out.append("\n\r\t\"\\/".charAt(at));
    }
    expect('"');
    return out.toString();
  }

  private boolean sign(String sign) {
    peek();
    if (!text.startsWith(sign, pos)) {
      return false;
    }
    pos += sign.length();
    return true;
  }

  private boolean word(String word) {
    peek();
    int end = pos + word.length();
    if (!text.startsWith(word, pos) || end < text.length() && isNameStart(text.charAt(end))) {
      return false;
    }
    pos = end;
    return true;
  }

  private void expect(char c) throws PatternException {
    if (peek() != c) {
      throw fault("expected " + c);
    }
    pos++;
  }

  /** The next character that is no blank, or NUL at the end. */
  private char peek() {
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
    return pos < text.length() ? text.charAt(pos) : '\0';
  }

  private static boolean isNameStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private PatternException fault(String what) {
    return new PatternException("json: at column " + (pos + 1) + ": " + what);
  }
}
