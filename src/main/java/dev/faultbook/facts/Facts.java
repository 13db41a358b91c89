package dev.faultbook.facts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The facts of one log, in the order in which they were read. Immutable. */
public final class Facts {
  /** No fact at all. */
  public static final Facts NONE = new Builder().build();

  private final Map<String, List<Value>> values;

  private Facts(Map<String, List<Value>> values) {
    this.values = values;
  }

  /**
   * One value of a fact.
   *
   * @param text the value
   * @param line the line that states it; 0 when it was derived from another fact
   * @param rank the rank that the line is attributed to, or null
   */
  public record Value(String text, long line, Integer rank) {}

  /** Names and values, in the order in which they were read. */
  public Map<String, List<Value>> all() {
    return values;
  }

  /** The distinct values of a fact; empty when the log does not state it. */
  public List<String> values(String fact) {
    return values.getOrDefault(fact, List.of()).stream().map(Value::text).toList();
  }

  /** Collects facts while a log is read. */
  public static final class Builder {
    private final Map<String, List<Value>> values = new LinkedHashMap<>();

    /** Adds a value as a line states it; one that is known already is not added again. */
    public void add(String fact, String text, long line, Integer rank) {
      switch (fact) {
        case "driver_cuda_number" -> put("driver_cuda", decimal(text), line, rank);
        case "compute_capability" -> put(fact, capability(text), line, rank);
        case "cuda" -> put(fact, cuda(text), line, rank);
        case "container" -> put(fact, container(text), line, rank);
        case "torch" -> {
          put(fact, text, line, rank);
          int plus = text.indexOf('+');
          if (plus > 0) {
            put("torch_variant", text.substring(plus + 1), line, rank);
          }
        }
        default -> put(fact, text, line, rank);
      }
    }

    /** The facts that were added. */
    public Facts build() {
      Map<String, List<Value>> copy = new LinkedHashMap<>();
      values.forEach((name, list) -> copy.put(name, List.copyOf(list)));
      return new Facts(Collections.unmodifiableMap(copy));
    }

    private void put(String fact, String text, long line, Integer rank) {
      String value = trimmed(text);
      if (value.isEmpty()) {
        return;
      }
      List<Value> known = values.computeIfAbsent(fact, name -> new ArrayList<>());
      if (known.stream().noneMatch(other -> other.text().equals(value))) {
        known.add(new Value(value, line, rank));
      }
    }

    /** A full stop or comma at the end belongs to the sentence, not to the value. */
    private static String trimmed(String text) {
      int end = text.length();
      while (end > 0 && ".,;\"'".indexOf(text.charAt(end - 1)) >= 0 && !text.endsWith("...")) {
        end--;
      }
      return text.substring(0, end).strip();
    }

    /** 12040 is CUDA 12.4 (cudaDriverGetVersion: 1000 × major + 10 × minor). */
    private static String decimal(String number) {
      try {
        int n = Integer.parseInt(number);
        return n / 1000 + "." + n % 1000 / 10;
      } catch (NumberFormatException e) {
        return "";
      }
    }

    /** {@code 120} and {@code 12, 0} are 12.0. */
    private static String capability(String text) {
      String s = text.replace(", ", ".");
      if (s.indexOf('.') < 0 && s.length() >= 2) {
        return s.substring(0, s.length() - 1) + "." + s.charAt(s.length() - 1);
      }
      return s;
    }

    /** {@code 118} of a wheel's suffix is 11.8. */
    private static String cuda(String text) {
      return text.length() == 3 && text.indexOf('.') < 0
          ? text.substring(0, 2) + "." + text.charAt(2)
          : text;
    }

    private static String container(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "kubelet", "kubepods", "k8s.io", "kubernetes" -> "kubernetes";
        case "microsoft", "wsl" -> "wsl";
        case "podman", "apptainer" -> text;
        default -> "docker";
      };
    }
  }
}
