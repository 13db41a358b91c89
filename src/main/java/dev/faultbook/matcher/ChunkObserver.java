package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.stream.LogStreams;

/** Receives every chunk of a log in order, after its line prefixes were read. */
public interface ChunkObserver {
  /** Ignores every chunk. */
  ChunkObserver NONE = (chunk, streams) -> {};

  /**
   * Receives the next chunk.
   *
   * @param chunk valid during the call only
   * @param streams answers for the lines of this chunk
   */
  void observe(Chunk chunk, LogStreams streams);
}
