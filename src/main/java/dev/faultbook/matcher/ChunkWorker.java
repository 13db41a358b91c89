package dev.faultbook.matcher;

import dev.faultbook.stream.ChunkStreams;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Does one kind of work on the chunks of a log, one after the other: in a thread of its own where a
 * chunk keeps its bytes, otherwise in that of the caller. At most one chunk waits, so the memory is
 * bounded, and the outcome does not depend on the threads.
 */
public final class ChunkWorker {
  private final Consumer<ChunkStreams> work;
  private CompletableFuture<Void> latest = CompletableFuture.completedFuture(null);

  /**
   * @param work what to do with each chunk; is never called twice at the same time
   */
  public ChunkWorker(Consumer<ChunkStreams> work) {
    this.work = work;
  }

  /**
   * Takes the next chunk.
   *
   * @throws RuntimeException what the work on the chunk before it threw
   */
  public void acceptChunk(ChunkStreams chunk) {
    finish();
    if (chunk.lines().keepsBytes()) {
      latest = CompletableFuture.runAsync(() -> work.accept(chunk), ChunkWorker::start);
    } else {
      work.accept(chunk);
    }
  }

  /**
   * Waits for the work on the latest chunk.
   *
   * @throws RuntimeException what that work threw
   */
  public void finish() {
    ParallelScanner.joinResult(latest);
  }

  private static void start(Runnable task) {
    Thread.ofPlatform().daemon().name("chunk").start(task);
  }
}
