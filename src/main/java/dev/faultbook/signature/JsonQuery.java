package dev.faultbook.signature;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/**
 * A question about a JSON value, in the part of jq's language that selects fields. As in jq a
 * question has any number of answers: {@code .a[]} one for each element.
 */
sealed interface JsonQuery {

  /** Says every answer to {@code out}. */
  void ask(JsonNode in, Budget budget, Consumer<JsonNode> out);

  /**
   * What the text of a value must hold for any answer to be other than null and false; conservative
   * as {@link RequiredLiterals} is.
   */
  default List<Set<String>> requirements() {
    return List.of();
  }

  /** Ends a question that the value cannot answer, or that would take too long. */
  final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoAnswer() {
      super(null, null, false, false);
    }
  }

  /** Steps that a question may still take: answers multiply, and time must not. */
  final class Budget {
    private int left = 20_000;

    void step() {
      if (--left < 0) {
        throw new NoAnswer();
      }
    }
  }

  /** {@code .}, a literal. */
  record Value(JsonNode literal) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.step();
      out.accept(literal == null ? in : literal);
    }
  }

  /** {@code of.name}. */
  record Field(JsonQuery of, String name) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      of.ask(
          in,
          budget,
          node -> {
            budget.step();
            if (node.isObject()) {
              JsonNode value = node.get(name);
              out.accept(value == null ? NullNode.getInstance() : value);
            } else if (node.isNull()) {
              out.accept(node);
            } else {
              throw new NoAnswer();
            }
          });
    }

    @Override
    public List<Set<String>> requirements() {
      List<Set<String>> all = new ArrayList<>(of.requirements());
      all.add(Set.of(name));
      return all;
    }
  }

  /** {@code of[3]}; from the end when it is below 0. */
  record Element(JsonQuery of, int index) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      of.ask(
          in,
          budget,
          node -> {
            budget.step();
            if (!node.isArray() && !node.isNull()) {
              throw new NoAnswer();
            }
            JsonNode value = node.get(index < 0 ? node.size() + index : index);
            out.accept(value == null ? NullNode.getInstance() : value);
          });
    }

    @Override
    public List<Set<String>> requirements() {
      return of.requirements();
    }
  }

  /** {@code of[]}. */
  record Each(JsonQuery of) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      of.ask(
          in,
          budget,
          node -> {
            if (!node.isContainer()) {
              throw new NoAnswer();
            }
            for (JsonNode value : node.values()) {
              budget.step();
              out.accept(value);
            }
          });
    }

    @Override
    public List<Set<String>> requirements() {
      return of.requirements();
    }
  }

  /** {@code of?}: where {@code of} cannot be asked there is no answer, and no end either. */
  record Optionally(JsonQuery of) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      List<JsonNode> answers = new ArrayList<>();
      try {
        of.ask(in, budget, answers::add);
      } catch (NoAnswer none) {
        budget.step();
      }
      answers.forEach(out);
    }

    @Override
    public List<Set<String>> requirements() {
      return of.requirements();
    }
  }

  /** {@code left | right}. */
  record Pipe(JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      left.ask(in, budget, node -> right.ask(node, budget, out));
    }

    @Override
    public List<Set<String>> requirements() {
      // What was not selected is gone; what is null may still be asked something.
      List<Set<String>> all = new ArrayList<>(right.requirements());
      if (left instanceof Select || isPath(left) && nothingFromNull(right)) {
        all.addAll(left.requirements());
      }
      return all;
    }
  }

  /** {@code left // right}. */
  record Otherwise(JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      List<JsonNode> answers = new ArrayList<>();
      new Optionally(left)
          .ask(
              in,
              budget,
              node -> {
                if (truth(node)) {
                  answers.add(node);
                }
              });
      if (answers.isEmpty()) {
        right.ask(in, budget, out);
      } else {
        answers.forEach(out);
      }
    }
  }

  /** {@code left and right}, {@code left or right}. */
  record Both(boolean and, JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      left.ask(
          in,
          budget,
          one -> {
            budget.step();
            if (truth(one) != and) {
              out.accept(BooleanNode.valueOf(!and));
            } else {
              right.ask(in, budget, two -> out.accept(BooleanNode.valueOf(truth(two))));
            }
          });
    }

    @Override
    public List<Set<String>> requirements() {
      if (!and) {
        return RequiredLiterals.either(List.of(left.requirements(), right.requirements()));
      }
      List<Set<String>> all = new ArrayList<>(left.requirements());
      all.addAll(right.requirements());
      return all;
    }
  }

  /** {@code left == right} and its like. */
  record Comparison(String operator, JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      right.ask(
          in,
          budget,
          two ->
              left.ask(
                  in,
                  budget,
                  one -> {
                    budget.step();
                    out.accept(BooleanNode.valueOf(holds(JsonOrder.compare(one, two))));
                  }));
    }

    private boolean holds(int order) {
      return switch (operator) {
        case "==" -> order == 0;
        case "!=" -> order != 0;
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order >= 0;
      };
    }

    @Override
    public List<Set<String>> requirements() {
      JsonNode literal = right instanceof Value value ? value.literal() : null;
      if (literal == null) {
        return List.of();
      }
      boolean neverNull = !holds(JsonOrder.compare(NullNode.getInstance(), literal));
      List<Set<String>> all =
          new ArrayList<>(neverNull && isPath(left) ? left.requirements() : List.of());
      if (operator.equals("==") && literal.isString()) {
        all.add(Set.of(literal.stringValue()));
      }
      return all;
    }
  }

  /** {@code select(condition)}. */
  record Select(JsonQuery condition) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      condition.ask(
          in,
          budget,
          node -> {
            if (truth(node)) {
              out.accept(in);
            }
          });
    }

    @Override
    public List<Set<String>> requirements() {
      return condition.requirements();
    }
  }

  /** {@code any(condition)} over the elements, {@code all(condition)}. */
  record Quantified(boolean any, JsonQuery condition) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      boolean[] result = {!any};
      new Each(new Value(null))
          .ask(
              in,
              budget,
              element ->
                  condition.ask(
                      element, budget, node -> result[0] = truth(node) == any ? any : result[0]));
      out.accept(BooleanNode.valueOf(result[0]));
    }

    @Override
    public List<Set<String>> requirements() {
      return any ? condition.requirements() : List.of();
    }
  }

  /** {@code test("…")}: RE2 syntax. */
  record Test(String regex, Pattern pattern) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.step();
      if (!in.isString()) {
        throw new NoAnswer();
      }
      out.accept(BooleanNode.valueOf(pattern.matcher(in.stringValue()).find()));
    }

    @Override
    public List<Set<String>> requirements() {
      return pattern.flags() == 0 ? RequiredLiterals.of(regex) : List.of();
    }
  }

  /** {@code contains("…")}, {@code startswith}, {@code endswith}, {@code has}. */
  record Holds(String how, String text) implements JsonQuery {
    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.step();
      if (how.equals("has") != in.isObject() || !in.isObject() && !in.isString()) {
        throw new NoAnswer();
      }
      out.accept(
          BooleanNode.valueOf(
              switch (how) {
                case "has" -> in.has(text);
                case "startswith" -> in.stringValue().startsWith(text);
                case "endswith" -> in.stringValue().endsWith(text);
                default -> in.stringValue().contains(text);
              }));
    }

    @Override
    public List<Set<String>> requirements() {
      return List.of(Set.of(text));
    }
  }

  /** A function without arguments. */
  record Function(String name) implements JsonQuery {
    static final Set<String> NAMES =
        Set.of("not", "length", "type", "tostring", "ascii_downcase", "ascii_upcase");

    @Override
    public void ask(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.step();
      out.accept(
          switch (name) {
            case "not" -> BooleanNode.valueOf(!truth(in));
            case "length" -> IntNode.valueOf(length(in));
            case "type" -> StringNode.valueOf(JsonOrder.type(in));
            case "tostring" -> StringNode.valueOf(in.isString() ? in.stringValue() : in.toString());
            case "ascii_downcase" -> StringNode.valueOf(Literals.lower(string(in)));
            default -> StringNode.valueOf(JsonOrder.upper(string(in)));
          });
    }

    private static String string(JsonNode in) {
      if (!in.isString()) {
        throw new NoAnswer();
      }
      return in.stringValue();
    }

    private static int length(JsonNode in) {
      if (in.isString()) {
        return in.stringValue().codePointCount(0, in.stringValue().length());
      }
      if (in.isContainer() || in.isNull()) {
        return in.size();
      }
      throw new NoAnswer();
    }
  }

  /** Whether it only selects, so that what it requires holds for every answer but null. */
  static boolean isPath(JsonQuery query) {
    return switch (query) {
      case Value value -> value.literal() == null;
      case Field field -> isPath(field.of());
      case Element element -> isPath(element.of());
      case Each each -> isPath(each.of());
      case Optionally optionally -> isPath(optionally.of());
      case Pipe pipe -> isPath(pipe.left()) && isPath(pipe.right());
      default -> false;
    };
  }

  /** Whether a field is compared with a literal that null does not compare so with. */
  private static boolean isFalseOfNull(Comparison comparison) {
    return isPath(comparison.left())
        && comparison.right() instanceof Value value
        && value.literal() != null
        && !comparison.holds(JsonOrder.compare(NullNode.getInstance(), value.literal()));
  }

  /** Whether no answer about null counts as yes. */
  static boolean nothingFromNull(JsonQuery query) {
    return switch (query) {
      case Test test -> true;
      case Holds holds -> true;
      case Select select -> true;
      case Quantified quantified -> true;
      case Comparison comparison -> isFalseOfNull(comparison);
      case Both both ->
          both.and()
              ? nothingFromNull(both.left()) || nothingFromNull(both.right())
              : nothingFromNull(both.left()) && nothingFromNull(both.right());
      default -> isPath(query);
    };
  }

  /** Whether an answer counts as yes. */
  static boolean truth(JsonNode node) {
    return !node.isNull() && !(node.isBoolean() && !node.booleanValue());
  }
}
