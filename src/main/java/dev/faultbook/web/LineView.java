package dev.faultbook.web;

import java.util.List;

/**
 * A line of the log as the page shows it.
 *
 * @param number from 1
 * @param pieces its text
 * @param mark class of the leading finding that it bears out; or empty
 * @param note titles of these findings; or empty
 */
public record LineView(long number, List<StyledText> pieces, String mark, String note) {
  /** The list cannot be changed. */
  public LineView {
    pieces = List.copyOf(pieces);
  }
}
