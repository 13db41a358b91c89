package dev.faultbook.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log as the page shows it.
 *
 * @param stretches in order
 * @param hits numbers of the lines that bear something out, in order
 * @param whole whether every line is in the page
 * @param files the files of the log in order; empty when it is one
 * @param columns which of the columns are filled
 */
public record LogView(
    List<Stretch> stretches, List<Long> hits, boolean whole, List<File> files, Columns columns) {
  /** The lists cannot be changed. */
  public LogView {
    stretches = List.copyOf(stretches);
    hits = List.copyOf(hits);
    files = List.copyOf(files);
  }

  /** How many lines are in the page. */
  public long shown() {
    return stretches.stream().mapToLong(stretch -> stretch.lines().size()).sum();
  }

  /** Names of the files, one a line, for the script. */
  public String fileNames() {
    return String.join("\n", files.stream().map(File::name).toList());
  }

  /** Numbers of the files' first lines, for the script. */
  public String fileStarts() {
    return String.join(",", files.stream().map(file -> Long.toString(file.first())).toList());
  }

  /**
   * Lines that stand together.
   *
   * @param first number of the first line
   * @param last number of the last line
   * @param lines the lines; empty when they are left out
   * @param folding whether they are shown on demand only, and why
   * @param file the file that begins here; null within one, and where lines are left out
   */
  public record Stretch(
      long first, long last, List<LineView> lines, Folding folding, @Nullable File file) {
    /** The list cannot be changed. */
    public Stretch {
      lines = List.copyOf(lines);
    }

    /** How many lines of the log they are. */
    public long count() {
      return last - first + 1;
    }

    /** The ranks that wrote them, {@code 0–36, 38–63}; empty where they are not known. */
    public String ranks() {
      return TimelineDrawing.formatRanges(
          lines.stream()
              .map(LineView::lane)
              .filter(Stretch::isNumber)
              .map(Integer::valueOf)
              .distinct()
              .sorted()
              .toList(),
          12);
    }

    private static boolean isNumber(String text) {
      return !text.isEmpty() && text.length() < 8 && text.chars().allMatch(Character::isDigit);
    }

    /** Whether they are shown on demand only. */
    public boolean folded() {
      return folding != Folding.OPEN;
    }

    /** Whether they repeat the line before them. */
    public boolean repeated() {
      return folding == Folding.REPEATED;
    }
  }

  /** Why lines are shown on demand only. */
  public enum Folding {
    /** They are shown. */
    OPEN,
    /** They are far from any evidence. */
    FAR,
    /** They say the same as the line before them. */
    REPEATED
  }

  /**
   * A file of the log.
   *
   * @param name its name
   * @param first number of its first line within the whole input
   * @param lines how many lines it has
   */
  public record File(String name, long first, long lines) {}

  /**
   * The columns beside the text.
   *
   * @param times whether a line in the page states a time
   * @param lanes whether a line in the page is some rank's, node's or file's
   * @param packed both for every line of the log, see {@link PackedColumns}; may be empty
   */
  public record Columns(boolean times, boolean lanes, String packed) {}
}
