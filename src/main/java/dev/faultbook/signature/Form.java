package dev.faultbook.signature;

import java.util.List;

/** How the lines of a signature make up a match. */
public sealed interface Form {
  /** The patterns of its lines, in the order of the signature. */
  List<LinePattern> parts();

  /** How close together the lines of a match must stand. */
  default Window window() {
    return Window.WHOLE_LOG;
  }

  /** Whether the lines of one match may come from different ranks. */
  default boolean anyRank() {
    return false;
  }

  /** Whether a match needs a line several times. */
  default boolean repeatsLine() {
    return false;
  }

  /**
   * A distance between lines.
   *
   * @param lines most lines between the first and the last; 0 when not bounded by lines
   * @param seconds most seconds between them, by the times that the lines state; 0 when not bounded
   */
  record Window(int lines, int seconds) {
    /** Anywhere in the log. */
    public static final Window WHOLE_LOG = new Window(0, 0);
  }

  /**
   * A line that a match needs.
   *
   * @param times how many such lines it needs, at least 1
   */
  record Part(LinePattern pattern, int times) {
    /** How it reads: {@code 3 × nvidia-smi}. */
    String source() {
      return times == 1 ? pattern.source() : times + " × " + pattern.source();
    }
  }

  /**
   * {@code line:}, {@code regex:} or {@code json:}: one line.
   *
   * @param pattern the line
   */
  record Line(LinePattern pattern) implements Form {
    @Override
    public List<LinePattern> parts() {
      return List.of(pattern);
    }
  }

  /**
   * {@code all:}: several lines, in any order.
   *
   * @param lines at least two, counted with their times
   */
  record All(List<Part> lines, Window window, boolean anyRank) implements Form {
    /** The list cannot be changed. */
    public All {
      lines = List.copyOf(lines);
    }

    @Override
    public List<LinePattern> parts() {
      return patternsOf(lines);
    }

    @Override
    public boolean repeatsLine() {
      return lines.stream().anyMatch(line -> line.times() > 1);
    }
  }

  /**
   * {@code sequence:}: several lines, each after the one before it. Rules of the Common Reliability
   * Enumerations use it.
   *
   * @param lines at least two, counted with their times
   */
  record Sequence(List<Part> lines, Window window, boolean anyRank) implements Form {
    /** The list cannot be changed. */
    public Sequence {
      lines = List.copyOf(lines);
    }

    @Override
    public List<LinePattern> parts() {
      return patternsOf(lines);
    }

    @Override
    public boolean repeatsLine() {
      return lines.stream().anyMatch(line -> line.times() > 1);
    }
  }

  /**
   * {@code count: 20 within 60s of "…"}: one line, many times.
   *
   * @param pattern the line
   * @param times how often it must occur within the window, at least 2
   */
  record Count(LinePattern pattern, int times, Window window, boolean anyRank) implements Form {
    @Override
    public List<LinePattern> parts() {
      return List.of(pattern);
    }
  }

  /**
   * {@code pair:}: one line from two ranks, alike in some captures and different in others; the
   * first of each rank counts.
   *
   * @param parts the line, in all its wordings
   * @param same captures in which the two lines agree
   * @param differ captures of which at least one differs
   */
  record Pair(List<LinePattern> parts, List<String> same, List<String> differ, Window window)
      implements Form {
    /** What follows the names of the captures of the first line. */
    public static final String FIRST = "_a";

    /** What follows the names of the captures of the second line. */
    public static final String SECOND = "_b";

    /** The lists cannot be changed. */
    public Pair {
      parts = List.copyOf(parts);
      same = List.copyOf(same);
      differ = List.copyOf(differ);
    }
  }

  private static List<LinePattern> patternsOf(List<Part> lines) {
    return lines.stream().map(Part::pattern).toList();
  }
}
