package dev.faultbook.web;

import java.util.List;

/**
 * A line of the log as the page shows it.
 *
 * @param number its number from 1, within the whole input
 * @param label the number within its file
 * @param time the stated time; may be empty
 * @param lane the rank, node or file that wrote it; may be empty
 * @param pieces its text
 * @param mark CSS class of the leading finding that it supports; may be empty
 * @param note titles of the findings that it supports; may be empty
 */
public record LineView(
    long number,
    long label,
    String time,
    String lane,
    List<StyledText> pieces,
    String mark,
    String note) {
  public LineView {
    pieces = List.copyOf(pieces);
  }
}
