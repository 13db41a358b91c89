package dev.faultbook.web;

import java.util.List;

/**
 * The log as the page shows it.
 *
 * @param stretches in order
 * @param hits numbers of the lines that bear something out, in order
 * @param whole whether every line is in the page
 */
public record LogView(List<Stretch> stretches, List<Long> hits, boolean whole) {
  /** The lists cannot be changed. */
  public LogView {
    stretches = List.copyOf(stretches);
    hits = List.copyOf(hits);
  }

  /** How many lines are in the page. */
  public long shown() {
    return stretches.stream().mapToLong(stretch -> stretch.lines().size()).sum();
  }

  /**
   * Lines that stand together.
   *
   * @param first number of the first line
   * @param last number of the last line
   * @param lines the lines; empty when they are left out
   * @param folded whether they are shown on demand only
   */
  public record Stretch(long first, long last, List<LineView> lines, boolean folded) {
    /** The list cannot be changed. */
    public Stretch {
      lines = List.copyOf(lines);
    }

    /** How many lines of the log they are. */
    public long count() {
      return last - first + 1;
    }
  }
}
