package dev.faultbook.signature;

import java.util.List;

/** The form of a signature, which defines how lines make up a match. */
public sealed interface Form {
  /** The patterns of the lines, in the order of the signature. */
  List<LinePattern> parts();

  /** The largest distance between the lines of a match. */
  default Window window() {
    return Window.WHOLE_LOG;
  }

  /** Whether the lines of one match may come from different ranks. */
  default boolean anyRank() {
    return false;
  }

  /** Whether a match needs several lines of the same pattern. */
  default boolean repeatsLine() {
    return false;
  }

  /**
   * A limit on the distance between the lines of a match.
   *
   * @param lines most lines between the first and the last; 0 for no limit
   * @param seconds most seconds between them, by the times stated in the lines; 0 for no limit
   */
  record Window(int lines, int seconds) {
    /** No limit. */
    public static final Window WHOLE_LOG = new Window(0, 0);
  }

  /**
   * A line of a match.
   *
   * @param pattern the pattern of the line
   * @param times number of such lines that a match needs, at least 1
   */
  record Part(LinePattern pattern, int times) {
    /** The text shown to users: {@code 3 × nvidia-smi}. */
    String source() {
      return times == 1 ? pattern.source() : times + " × " + pattern.source();
    }
  }

  /**
   * {@code line:}, {@code regex:} or {@code json:}: one line.
   *
   * @param pattern the pattern of the line
   */
  record Line(LinePattern pattern) implements Form {
    @Override
    public List<LinePattern> parts() {
      return List.of(pattern);
    }
  }

  /** Several lines that form one match. */
  sealed interface SeveralLines extends Form {
    /** The lines; the sum of their times is at least two. */
    List<Part> lines();

    @Override
    default List<LinePattern> parts() {
      return lines().stream().map(Part::pattern).toList();
    }

    @Override
    default boolean repeatsLine() {
      return lines().stream().anyMatch(line -> line.times() > 1);
    }
  }

  /**
   * {@code all:}: several lines, in any order.
   *
   * @param lines at least two, counted with their times
   */
  record All(List<Part> lines, Window window, boolean anyRank) implements SeveralLines {
    public All {
      lines = List.copyOf(lines);
    }
  }

  /**
   * {@code sequence:}: several lines, each after the one before it. Rules of the Common Reliability
   * Enumerations use it.
   *
   * @param lines at least two, counted with their times
   */
  record Sequence(List<Part> lines, Window window, boolean anyRank) implements SeveralLines {
    public Sequence {
      lines = List.copyOf(lines);
    }
  }

  /**
   * {@code pair:}: one line from two ranks, alike in some captures and different in others; the
   * first of each rank counts.
   *
   * @param parts the line, in all its wordings
   * @param same captures in which the two lines agree
   * @param differ captures each of which differs
   */
  record Pair(List<LinePattern> parts, List<String> same, List<String> differ) implements Form {
    /** What follows the names of the captures of the first line. */
    public static final String FIRST = "_a";

    /** What follows the names of the captures of the second line. */
    public static final String SECOND = "_b";

    public Pair {
      parts = List.copyOf(parts);
      same = List.copyOf(same);
      differ = List.copyOf(differ);
    }
  }
}
