package dev.faultbook.signature;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A condition on captures and facts: {@code {unallocated} >= {tried}}, {@code driver < 525.60.13},
 * {@code count(nccl) > 1}, {@code present(env.NCCL_SOCKET_IFNAME)}, {@code present({tried})},
 * joined by {@code and}, {@code or}, {@code not} and parentheses.
 *
 * <p>Three-valued: a comparison with a fact that the log does not state, or with a capture that
 * nothing filled, is neither true nor false. {@code present} is always one of the two.
 */
public final class Condition {
  private final String source;
  private volatile ConditionParser.@Nullable Parsed parsed;

  private Condition(String source, ConditionParser.@Nullable Parsed parsed) {
    this.source = source;
    this.parsed = parsed;
  }

  /** The truth of a condition in a log. */
  public enum Truth {
    TRUE,
    FALSE,
    /** A fact or capture in the condition is not known. */
    UNKNOWN
  }

  /**
   * Compiles a condition.
   *
   * @throws PatternException with the correction
   */
  public static Condition parse(String source) throws PatternException {
    return new Condition(source, new ConditionParser(source).parse());
  }

  /**
   * A condition that was parsed without an error before; it is parsed again on first use.
   *
   * @param source the result of {@link #toString} of the parsed condition
   */
  public static Condition ofChecked(String source) {
    return new Condition(source, null);
  }

  /** Two threads may both parse it; the results are equal. */
  private ConditionParser.Parsed parsed() {
    ConditionParser.Parsed known = parsed;
    if (known == null) {
      try {
        known = new ConditionParser(source).parse();
      } catch (PatternException e) {
        throw new IllegalStateException("A checked condition has a fault: " + source, e);
      }
      parsed = known;
    }
    return known;
  }

  /**
   * Evaluates the condition.
   *
   * @param captures text of each capture by name
   * @param facts values of a fact by its name; an empty list if the log does not state it
   */
  public Truth evaluate(Map<String, String> captures, Function<String, List<String>> facts) {
    return parsed().root().apply(new ConditionParser.Known(captures, facts));
  }

  /** Names of the facts in the condition. */
  public Set<String> factNames() {
    return parsed().factNames();
  }

  /** Names of the captures in the condition. */
  public Set<String> captureNames() {
    return parsed().captureNames();
  }

  @Override
  public String toString() {
    return source;
  }
}
