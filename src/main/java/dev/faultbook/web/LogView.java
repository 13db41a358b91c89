package dev.faultbook.web;

import dev.faultbook.report.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log as the page shows it.
 *
 * @param stretches sections of lines, in order
 * @param hits numbers of the lines that support a finding, in order
 * @param whole whether the page contains every line
 * @param files the files of the log in order; empty if there is only one
 * @param span the first and the last time that lines state; empty if they state none
 * @param columns which columns have values
 */
public record LogView(
    List<Stretch> stretches,
    List<Long> hits,
    boolean whole,
    List<Report.Source> files,
    List<String> span,
    Columns columns) {
  public LogView {
    stretches = List.copyOf(stretches);
    hits = List.copyOf(hits);
    files = List.copyOf(files);
    span = List.copyOf(span);
  }

  /** The number of lines in the page. */
  public long shown() {
    return stretches.stream().mapToLong(stretch -> stretch.lines().size()).sum();
  }

  /** The lines of a stretch as HTML. */
  public String html(Stretch stretch) {
    return LineHtml.write(stretch.lines(), columns);
  }

  /** Names of the files, one per line, for the script. */
  public String fileNames() {
    return String.join("\n", files.stream().map(Report.Source::name).toList());
  }

  /** Numbers of the files' first lines, for the script. */
  public String fileStarts() {
    return String.join(",", files.stream().map(file -> Long.toString(file.firstLine())).toList());
  }

  /**
   * A line of the log.
   *
   * @param number its number from 1, within the whole input
   * @param label the number within its file
   * @param time the stated time; may be empty
   * @param lane the rank, node or file that wrote it; may be empty
   * @param mark CSS class of the leading finding that it supports; may be empty
   * @param note titles of the findings that it supports; may be empty
   */
  public record Line(
      long number,
      long label,
      String time,
      String lane,
      List<StyledText> pieces,
      String mark,
      String note) {
    public Line {
      pieces = List.copyOf(pieces);
    }
  }

  /**
   * A section of consecutive lines.
   *
   * @param first number of the first line
   * @param last number of the last line
   * @param lines the lines; empty if they are left out
   * @param folding whether and why they are folded
   * @param file the file that begins here; null within a file and where lines are left out
   */
  public record Stretch(
      long first, long last, List<Line> lines, Folding folding, Report.@Nullable Source file) {
    public Stretch {
      lines = List.copyOf(lines);
    }

    /** The number of lines of the log in the section. */
    public long count() {
      return last - first + 1;
    }

    /** The ranks that wrote them, {@code 0–36, 38–63}; empty if unknown. */
    public String ranks() {
      return TimelineView.formatRanges(
          lines.stream()
              .map(Line::lane)
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

    /** Whether they are folded. */
    public boolean folded() {
      return folding != Folding.OPEN;
    }

    /** Whether they repeat the preceding line. */
    public boolean repeated() {
      return folding == Folding.REPEATED;
    }
  }

  /** Why lines are folded. */
  public enum Folding {
    /** They are not folded. */
    OPEN,
    /** They are far from any evidence. */
    FAR,
    /** They are equal to the preceding line except for numbers. */
    REPEATED
  }

  /**
   * The columns beside the text.
   *
   * @param times whether a line in the page states a time
   * @param lanes whether a line in the page belongs to a rank, node or file
   * @param packed both for every line of the log (see {@link PackedColumns}); may be empty
   */
  public record Columns(boolean times, boolean lanes, String packed) {}
}
