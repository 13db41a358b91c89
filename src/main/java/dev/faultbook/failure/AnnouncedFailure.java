package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** A failure whose decisive line stands below the line that announces it. */
final class AnnouncedFailure implements FailureBlock {
  private final FailureEvent announcement;
  private final Phrase mark;
  private final int reach;
  private final boolean needed;
  private @Nullable LineText decisive;
  private int lines;

  /**
   * @param mark what the decisive line holds
   * @param reach the number of lines, without blank ones, among which it is
   * @param needed whether the announcement alone is no failure
   */
  AnnouncedFailure(FailureEvent announcement, Phrase mark, int reach, boolean needed) {
    this.announcement = announcement;
    this.mark = mark;
    this.reach = reach;
    this.needed = needed;
  }

  @Override
  public Step acceptLine(LineText line) {
    if (decisive != null) {
      return Step.ENDED;
    }
    if (line.isBlank()) {
      return Step.TAKEN;
    }
    if (mark.isIn(line.bare())) {
      decisive = line;
      return Step.TAKEN;
    }
    return ++lines >= reach ? Step.ENDED : Step.PASSED;
  }

  @Override
  public @Nullable FailureEvent toEvent() {
    if (decisive == null) {
      return needed ? null : announcement;
    }
    return FailureEvent.of(decisive, announcement.failure(), announcement.role());
  }
}
