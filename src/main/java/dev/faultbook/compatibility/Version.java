package dev.faultbook.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A version of numbers separated by dots, such as a driver's, a toolkit's or a compute capability.
 *
 * @param text as written; 450.80.02 keeps its zero
 * @param parts its numbers, most significant first
 */
public record Version(String text, List<Integer> parts) implements Comparable<Version> {
  private static final int MAX_PART = 8;

  public Version {
    parts = List.copyOf(parts);
  }

  /** Parses a version; empty if the text is not one. */
  public static Optional<Version> of(String text) {
    List<Integer> parts = new ArrayList<>();
    int from = 0;
    while (from <= text.length()) {
      int dot = text.indexOf('.', from);
      int to = dot < 0 ? text.length() : dot;
      if (!isNumber(text, from, to)) {
        return Optional.empty();
      }
      parts.add(Integer.parseInt(text, from, to, 10));
      from = to + 1;
    }
    return Optional.of(new Version(text, parts));
  }

  private static boolean isNumber(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return to > from && to - from <= MAX_PART;
  }

  /** The first number. */
  public int major() {
    return parts.getFirst();
  }

  /** The second number; 0 if there is none. */
  public int minor() {
    return parts.size() > 1 ? parts.get(1) : 0;
  }

  public boolean isAtLeast(Version other) {
    return compareTo(other) >= 0;
  }

  @Override
  public int compareTo(Version other) {
    for (int i = 0; i < Math.max(parts.size(), other.parts.size()); i++) {
      int mine = i < parts.size() ? parts.get(i) : 0;
      int theirs = i < other.parts.size() ? other.parts.get(i) : 0;
      if (mine != theirs) {
        return Integer.compare(mine, theirs);
      }
    }
    return 0;
  }

  @Override
  public String toString() {
    return text;
  }
}
