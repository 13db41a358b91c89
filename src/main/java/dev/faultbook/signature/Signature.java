package dev.faultbook.signature;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One compiled signature of an entry.
 *
 * @param source how it reads in the entry, for people
 * @param kind how its parts make up a match
 * @param parts the line patterns: one for {@code LINE} and {@code COUNT}, several for {@code ALL}
 * @param window how close together several lines must stand; {@link Window#WHOLE_LOG} for no bound
 * @param anyRank whether the lines of {@code ALL} may come from different ranks
 * @param same for {@code PAIR}: captures in which the two lines agree
 * @param differ for {@code PAIR}: captures of which at least one differs
 * @param times for {@code COUNT}: how often the line must occur within the window; else 1
 * @param unless lines that forbid the signature wherever in the log they stand
 * @param where a condition on captures and facts that must hold
 * @param weak whether the line is printed in other situations too, so that it hints and no more
 */
public record Signature(
    String source,
    Kind kind,
    List<LinePattern> parts,
    Window window,
    boolean anyRank,
    List<String> same,
    List<String> differ,
    int times,
    List<LinePattern> unless,
    Optional<Condition> where,
    boolean weak) {

  /** Copies the lists. */
  public Signature {
    parts = List.copyOf(parts);
    unless = List.copyOf(unless);
    same = List.copyOf(same);
    differ = List.copyOf(differ);
  }

  /** How parts make up a match. */
  public enum Kind {
    /** One line. */
    LINE,
    /** Several lines, in any order. */
    ALL,
    /** One line, many times. */
    COUNT,
    /**
     * One line from two ranks, alike in some captures and different in others; each rank's first.
     */
    PAIR
  }

  /**
   * A distance between lines.
   *
   * @param lines most lines between the first and the last; 0 when not bounded by lines
   * @param seconds most seconds between them, by the times that the lines state; 0 when not bounded
   */
  public record Window(int lines, int seconds) {
    /** Anywhere in the log. */
    public static final Window WHOLE_LOG = new Window(0, 0);
  }

  /**
   * Names of the captures that a match bears. A pair bears those of its first line with {@code _a}
   * behind their names and those of its second with {@code _b}.
   */
  public Set<String> captureNames() {
    Set<String> names = new HashSet<>();
    for (LinePattern part : parts) {
      for (String name : part.captureNames()) {
        if (kind == Kind.PAIR) {
          names.add(name + "_a");
          names.add(name + "_b");
        } else {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** Literal characters that all parts together ask for. */
  public int specificity() {
    return parts.stream().mapToInt(LinePattern::specificity).sum();
  }
}
