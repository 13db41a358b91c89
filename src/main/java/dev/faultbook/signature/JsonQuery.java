package dev.faultbook.signature;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/**
 * A query on a JSON value, in the part of jq's language that selects fields. As in jq, a query has
 * any number of results: {@code .a[]} has one per element.
 */
sealed interface JsonQuery {

  /** Passes every result to {@code out}. */
  void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out);

  /**
   * The literals that the text of a value must hold for any result other than null and false;
   * conservative like {@link RequiredLiterals}.
   */
  default List<Set<String>> requiredLiterals() {
    return List.of();
  }

  /** Stops a query that does not apply to the value, or that would take too long. */
  final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoAnswer() {
      super(null, null, false, false);
    }
  }

  /** Limits the steps of a query: results can multiply, but the time must not. */
  final class Budget {
    private int left = 20_000;

    void countStep() {
      if (--left < 0) {
        throw new NoAnswer();
      }
    }
  }

  /** {@code .}, a literal. */
  record Value(@Nullable JsonNode literal) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.countStep();
      out.accept(literal == null ? in : literal);
    }
  }

  /** {@code of.name}. */
  record Field(JsonQuery of, String name) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      of.emitAnswers(
          in,
          budget,
          node -> {
            budget.countStep();
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
    public List<Set<String>> requiredLiterals() {
      List<Set<String>> all = new ArrayList<>(of.requiredLiterals());
      all.add(Set.of(name));
      return all;
    }
  }

  /** {@code of[3]}; a negative index counts from the end. */
  record Element(JsonQuery of, int index) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      of.emitAnswers(
          in,
          budget,
          node -> {
            budget.countStep();
            if (!node.isArray() && !node.isNull()) {
              throw new NoAnswer();
            }
            JsonNode value = node.get(index < 0 ? node.size() + index : index);
            out.accept(value == null ? NullNode.getInstance() : value);
          });
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      return of.requiredLiterals();
    }
  }

  /** {@code of[]}. */
  record Each(JsonQuery of) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      of.emitAnswers(
          in,
          budget,
          node -> {
            if (!node.isContainer()) {
              throw new NoAnswer();
            }
            for (JsonNode value : node.values()) {
              budget.countStep();
              out.accept(value);
            }
          });
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      return of.requiredLiterals();
    }
  }

  /** {@code of?}: if {@code of} does not apply there is no result, but the query continues. */
  record Optionally(JsonQuery of) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      List<JsonNode> answers = new ArrayList<>();
      try {
        of.emitAnswers(in, budget, answers::add);
      } catch (NoAnswer none) {
        budget.countStep();
      }
      answers.forEach(out);
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      return of.requiredLiterals();
    }
  }

  /** {@code left | right}. */
  record Pipe(JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      left.emitAnswers(in, budget, node -> right.emitAnswers(node, budget, out));
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      // Values that were not selected are gone; null may still be queried.
      List<Set<String>> all = new ArrayList<>(right.requiredLiterals());
      if (left instanceof Select || isPath(left) && nothingFromNull(right)) {
        all.addAll(left.requiredLiterals());
      }
      return all;
    }
  }

  /** {@code left // right}. */
  record Otherwise(JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      List<JsonNode> answers = new ArrayList<>();
      new Optionally(left)
          .emitAnswers(
              in,
              budget,
              node -> {
                if (isTruthy(node)) {
                  answers.add(node);
                }
              });
      if (answers.isEmpty()) {
        right.emitAnswers(in, budget, out);
      } else {
        answers.forEach(out);
      }
    }
  }

  /** {@code left and right}, {@code left or right}. */
  record Both(boolean and, JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      left.emitAnswers(
          in,
          budget,
          one -> {
            budget.countStep();
            if (isTruthy(one) != and) {
              out.accept(BooleanNode.valueOf(!and));
            } else {
              right.emitAnswers(in, budget, two -> out.accept(BooleanNode.valueOf(isTruthy(two))));
            }
          });
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      if (!and) {
        return RequiredLiterals.requireEither(
            List.of(left.requiredLiterals(), right.requiredLiterals()));
      }
      List<Set<String>> all = new ArrayList<>(left.requiredLiterals());
      all.addAll(right.requiredLiterals());
      return all;
    }
  }

  /** {@code left == right} and the other comparisons. */
  record Comparison(String operator, JsonQuery left, JsonQuery right) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      right.emitAnswers(
          in,
          budget,
          two ->
              left.emitAnswers(
                  in,
                  budget,
                  one -> {
                    budget.countStep();
                    out.accept(BooleanNode.valueOf(holdsFor(JsonOrder.compare(one, two))));
                  }));
    }

    private boolean holdsFor(int order) {
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
    public List<Set<String>> requiredLiterals() {
      JsonNode literal = right instanceof Value value ? value.literal() : null;
      if (literal == null) {
        return List.of();
      }
      boolean neverNull = !holdsFor(JsonOrder.compare(NullNode.getInstance(), literal));
      List<Set<String>> all =
          new ArrayList<>(neverNull && isPath(left) ? left.requiredLiterals() : List.of());
      if (operator.equals("==") && literal.isString()) {
        all.add(Set.of(literal.stringValue()));
      }
      return all;
    }
  }

  /** {@code select(condition)}. */
  record Select(JsonQuery condition) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      condition.emitAnswers(
          in,
          budget,
          node -> {
            if (isTruthy(node)) {
              out.accept(in);
            }
          });
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      return condition.requiredLiterals();
    }
  }

  /** {@code any(condition)} over the elements, {@code all(condition)}. */
  record Quantified(boolean any, JsonQuery condition) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      boolean[] result = {!any};
      new Each(new Value(null))
          .emitAnswers(
              in,
              budget,
              element ->
                  condition.emitAnswers(
                      element,
                      budget,
                      node -> result[0] = isTruthy(node) == any ? any : result[0]));
      out.accept(BooleanNode.valueOf(result[0]));
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      return any ? condition.requiredLiterals() : List.of();
    }
  }

  /** {@code test("…")}: RE2 syntax. */
  record Test(String regex, Pattern pattern) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.countStep();
      if (!in.isString()) {
        throw new NoAnswer();
      }
      out.accept(BooleanNode.valueOf(pattern.matcher(in.stringValue()).find()));
    }

    @Override
    public List<Set<String>> requiredLiterals() {
      return pattern.flags() == 0 ? RequiredLiterals.fromRegex(regex) : List.of();
    }
  }

  /** {@code contains("…")}, {@code startswith}, {@code endswith}, {@code has}. */
  record Holds(String how, String text) implements JsonQuery {
    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.countStep();
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
    public List<Set<String>> requiredLiterals() {
      return List.of(Set.of(text));
    }
  }

  /** A function without arguments. */
  record Function(String name) implements JsonQuery {
    static final Set<String> NAMES =
        Set.of("not", "length", "type", "tostring", "ascii_downcase", "ascii_upcase");

    @Override
    public void emitAnswers(JsonNode in, Budget budget, Consumer<JsonNode> out) {
      budget.countStep();
      out.accept(
          switch (name) {
            case "not" -> BooleanNode.valueOf(!isTruthy(in));
            case "length" -> IntNode.valueOf(lengthOf(in));
            case "type" -> StringNode.valueOf(JsonOrder.typeName(in));
            case "tostring" -> StringNode.valueOf(in.isString() ? in.stringValue() : in.toString());
            case "ascii_downcase" -> StringNode.valueOf(Literals.lowerAscii(requireString(in)));
            default -> StringNode.valueOf(JsonOrder.upperAscii(requireString(in)));
          });
    }

    private static String requireString(JsonNode in) {
      if (!in.isString()) {
        throw new NoAnswer();
      }
      return in.stringValue();
    }

    private static int lengthOf(JsonNode in) {
      if (in.isString()) {
        return in.stringValue().codePointCount(0, in.stringValue().length());
      }
      if (in.isContainer() || in.isNull()) {
        return in.size();
      }
      throw new NoAnswer();
    }
  }

  /** Whether it only selects, so that its requirements hold for every result except null. */
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

  /** Whether a field is compared with a literal such that the comparison is false for null. */
  private static boolean isFalseOfNull(Comparison comparison) {
    return isPath(comparison.left())
        && comparison.right() instanceof Value value
        && value.literal() != null
        && !comparison.holdsFor(JsonOrder.compare(NullNode.getInstance(), value.literal()));
  }

  /** Whether no result for null counts as true. */
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

  /** Whether a result counts as true. */
  static boolean isTruthy(JsonNode node) {
    return !node.isNull() && !(node.isBoolean() && !node.booleanValue());
  }
}
