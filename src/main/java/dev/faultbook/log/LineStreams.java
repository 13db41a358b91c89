package dev.faultbook.log;

import org.jspecify.annotations.Nullable;

/** The log streams of the lines of a chunk. Only lines of the latest chunk may be requested. */
public interface LineStreams {
  /** Id of the stream that a line belongs to: a small number, from 0. */
  int streamOf(long line);

  /** The time that applies to a line; null if unknown. */
  @Nullable LogTime timeOf(long line);
}
