package dev.faultbook.web;

import java.util.List;

/**
 * A line of the log as the page shows it.
 *
 * @param number from 1, within the whole input
 * @param label the number within its file
 * @param time when it was written, as the line states it; or empty
 * @param lane the rank, node or file that wrote it; or empty
 * @param pieces its text
 * @param mark class of the leading finding that it bears out; or empty
 * @param note titles of these findings; or empty
 */
public record LineView(
    long number,
    long label,
    String time,
    String lane,
    List<StyledText> pieces,
    String mark,
    String note) {
  /** The list cannot be changed. */
  public LineView {
    pieces = List.copyOf(pieces);
  }
}
