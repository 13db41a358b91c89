package dev.faultbook.hang;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stack of one thread at one moment.
 *
 * @param id as printed: the system's id, an address, or a debugger's number
 * @param name the thread's name; empty if none is printed
 * @param status {@code idle}, {@code active}, with {@code +gil} for the holder of Python's global
 *     lock; empty if the format does not state it
 * @param frames from the innermost to the outermost
 * @param line number of its heading in the log
 */
record ThreadStack(String id, String name, String status, List<Frame> frames, long line) {
  ThreadStack {
    frames = List.copyOf(frames);
  }

  boolean isActive() {
    return status.startsWith("active");
  }

  boolean holdsGil() {
    return status.contains("gil");
  }

  /** The user's own frame nearest to what it does; null if there is none. */
  @Nullable Frame own() {
    return frames.stream().filter(Frame::isOwn).findFirst().orElse(null);
  }
}
