package dev.faultbook.stream;

import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * Which stream each line of a chunk belongs to, and its time. Stays as it is when the next chunk is
 * read, so another thread may use it.
 */
public final class ChunkStreams {
  private final ChunkLines lines;
  private final int[] streams;
  private final @Nullable LogTime[] times;

  ChunkStreams(ChunkLines lines) {
    this.lines = lines;
    this.streams = new int[lines.count()];
    this.times = new LogTime[lines.count()];
  }

  void note(int line, int stream, @Nullable LogTime time) {
    streams[line] = stream;
    times[line] = time;
  }

  /** The lines of the chunk. */
  public ChunkLines lines() {
    return lines;
  }

  /** Id of the stream of a line: a small number, from 0. */
  public int streamOf(long line) {
    return streams[indexOf(line)];
  }

  /** The time of a line, stated or inherited; null if there is none. */
  public @Nullable LogTime timeOf(long line) {
    return times[indexOf(line)];
  }

  int indexOf(long number) {
    return Math.clamp(number - lines.chunk().firstLine(), 0, lines.count() - 1);
  }
}
