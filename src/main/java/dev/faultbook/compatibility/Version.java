package dev.faultbook.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A version of numbers between dots, such as a driver's, a toolkit's or a compute capability.
 *
 * @param text as it was written; 450.80.02 keeps its zero
 * @param parts its numbers, most significant first
 */
public record Version(String text, List<Integer> parts) implements Comparable<Version> {
  private static final int LONGEST_PART = 8;

  /** Copies the list. */
  public Version {
    parts = List.copyOf(parts);
  }

  /** Reads a version; empty when the text is none. */
  public static Optional<Version> of(String text) {
    List<Integer> parts = new ArrayList<>();
    for (String part : text.split("\\.", -1)) {
      boolean digits = part.chars().allMatch(c -> c >= '0' && c <= '9');
      if (part.isEmpty() || part.length() > LONGEST_PART || !digits) {
        return Optional.empty();
      }
      parts.add(Integer.parseInt(part));
    }
    return Optional.of(new Version(text, parts));
  }

  /** The first number. */
  public int major() {
    return parts.getFirst();
  }

  /** The second number, 0 when there is none. */
  public int minor() {
    return parts.size() > 1 ? parts.get(1) : 0;
  }

  /** Whether it is not older than the other. */
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
