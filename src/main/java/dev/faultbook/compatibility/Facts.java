package dev.faultbook.compatibility;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The facts of one log, in the order in which they were read. Immutable. */
public final class Facts {
  public static final Facts NONE = new Builder().build();

  private final Map<String, List<Value>> values;

  private Facts(Map<String, List<Value>> values) {
    this.values = values;
  }

  /**
   * One value of a fact.
   *
   * @param text the value
   * @param line the line that states it, or the line of the fact that it was derived from
   * @param rank the rank that the line is attributed to, or null
   * @param node the host that the line names, or null
   * @param derivation what it was derived by; empty when the line states it itself
   */
  public record Value(
      String text,
      long line,
      @Nullable Integer rank,
      @Nullable String node,
      Optional<Derivation> derivation) {}

  /**
   * How a fact follows from another one.
   *
   * @param because the rule or the table row
   * @param sources URLs that support it; empty if the value itself proves it
   */
  public record Derivation(Statement because, List<String> sources) {
    public Derivation {
      sources = List.copyOf(sources);
    }
  }

  /** Names and values, in the order in which they were read. */
  public Map<String, List<Value>> all() {
    return values;
  }

  /** The distinct values of a fact; empty when the log does not state it. */
  public List<String> values(String fact) {
    return values.getOrDefault(fact, List.of()).stream().map(Value::text).toList();
  }

  /** The value of a fact that has exactly one; empty otherwise. */
  public Optional<String> onlyValue(String fact) {
    List<String> known = values(fact);
    return known.size() == 1 ? Optional.of(known.getFirst()) : Optional.empty();
  }

  Builder toBuilder() {
    Builder builder = new Builder();
    values.forEach((name, list) -> builder.values.put(name, new ArrayList<>(list)));
    return builder;
  }

  /**
   * Where a value is stated.
   *
   * @param line the line
   * @param rank the rank that the line is attributed to, or null
   * @param node the host that it names, or null
   */
  public record Stated(long line, @Nullable Integer rank, @Nullable String node) {}

  public static final class Builder {
    private final Map<String, List<Value>> values = new LinkedHashMap<>();

    /**
     * Adds a value that a line states; ignores one that is known already or that cannot be a value
     * of this fact.
     */
    public Builder add(String fact, String text, Stated by) {
      String name = FactNormalizer.normalizeName(fact);
      String value = FactNormalizer.normalizeValue(fact, text);
      putDistinct(name, new Value(value, by.line(), by.rank(), by.node(), Optional.empty()));
      return this;
    }

    /** Adds a value that follows from another one. */
    void derive(String fact, String text, Value from, Derivation derivation) {
      putDistinct(
          fact, new Value(text, from.line(), from.rank(), from.node(), Optional.of(derivation)));
    }

    public Facts build() {
      Map<String, List<Value>> copy = new LinkedHashMap<>();
      values.forEach((name, list) -> copy.put(name, List.copyOf(list)));
      return new Facts(Collections.unmodifiableMap(copy));
    }

    private void putDistinct(String fact, Value value) {
      if (value.text().isEmpty()) {
        return;
      }
      List<Value> known = values.computeIfAbsent(fact, name -> new ArrayList<>());
      if (known.stream().noneMatch(other -> other.text().equals(value.text()))) {
        known.add(value);
      }
    }
  }
}
