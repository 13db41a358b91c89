package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that was written completely.
 *
 * @param step the step that it holds; null if neither its line nor the progress before it tells
 * @param line number of the line that states it
 * @param time when it was written, or null
 * @param path where it lies, or null
 * @param stream id of the stream of the line
 */
public record Checkpoint(
    @Nullable Double step, long line, @Nullable LogTime time, @Nullable String path, int stream) {

  /** This checkpoint with what a later line of the same checkpoint states. */
  Checkpoint completedBy(Checkpoint later) {
    return new Checkpoint(
        step != null ? step : later.step,
        later.line,
        later.time,
        later.path != null ? later.path : path,
        stream);
  }
}
