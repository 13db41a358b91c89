package dev.faultbook.log;

import org.jspecify.annotations.Nullable;

/** Whose the lines of a chunk are. Asked for lines of the latest chunk only. */
public interface LineStreams {
  /** Id of the log stream of a line: a small number, counted from 0. */
  int streamOf(long line);

  /** The time that holds for a line, or null. */
  @Nullable LogTime timeOf(long line);
}
