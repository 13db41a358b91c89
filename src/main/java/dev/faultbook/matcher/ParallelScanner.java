package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LineSlice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Searches the chunks of a log, in large logs with helper threads, and passes the hits to the
 * session in the order of the chunks. The answer does not depend on the number of helpers: the
 * search of a chunk is independent of other chunks, and the session processes them one after the
 * other.
 *
 * <p>Small logs are searched by the reading thread, without a copy. A helper gets a copy of its
 * chunk, because the reader reuses its buffer; at most one more copy exists than there are helpers.
 */
final class ParallelScanner {
  /** A smaller chunk is searched without helpers, unless one before it is not. */
  static final int MIN_CHUNK = 512 * 1024;

  /**
   * Most hits in one chunk that a helper stores. A mebibyte of a usual log has hundreds; the lines
   * after this number are searched by the session, which stores none.
   */
  private static final int MAX_AHEAD = 32 * 1024;

  /** Candidates between two checks of the clock. */
  private static final int CANDIDATES_PER_CHECK = 256;

  private final SignatureIndex index;
  private final LogSession session;
  private final LineScanner scanner;
  private final int most;
  private final Deadline deadline;
  private final LineFilter filter;
  private final Queue<Helper> helpers = new ConcurrentLinkedQueue<>();
  private final Deque<Ahead> pending = new ArrayDeque<>();

  /** A chunk that is searched ahead. */
  private record Ahead(Chunk chunk, CompletableFuture<Found> found) {}

  /** What searches chunks in another thread. */
  private record Helper(LineShapes shapes, LineScanner scanner) {}

  /**
   * The hits in a chunk.
   *
   * @param lines the lines of the chunk
   * @param rest the lines after the last hit that were not searched; null if there are none
   */
  private record Found(ChunkLines lines, List<Hit> hits, @Nullable Chunk rest) {}

  private record Hit(int pattern, LineHit of) {}

  /**
   * @param helpers number of threads of the common pool that search besides the calling one
   */
  ParallelScanner(SignatureIndex index, LineFilter filter, LogSession session, int helpers) {
    this.index = index;
    this.filter = filter;
    this.session = session;
    this.scanner = new LineScanner(index.patterns(), false);
    this.most = helpers == 0 ? 0 : helpers + 1;
    this.deadline = session.deadline();
  }

  /** Searches the next chunk, or passes it to a helper. */
  void acceptChunk(Chunk chunk) {
    boolean small = pending.isEmpty() && chunk.to() - chunk.from() < MIN_CHUNK;
    if (most == 0 || small) {
      session.acceptChunk(ChunkLines.of(chunk), hits -> scanner.scanChunk(chunk, hits));
      return;
    }
    if (pending.size() == most) {
      takeOldest();
    }
    Chunk copy = LineShapes.copyOf(chunk);
    BitSet settled = session.settledPatterns();
    pending.add(new Ahead(copy, CompletableFuture.supplyAsync(() -> searchChunk(copy, settled))));
  }

  /** Waits for the pending searches. */
  void finishPending() {
    while (!pending.isEmpty()) {
      takeOldest();
    }
  }

  private void takeOldest() {
    Ahead ahead = pending.remove();
    Found found = joinResult(ahead.found());
    session.acceptChunk(
        found.lines(),
        hits -> {
          found.hits().forEach(hit -> hits.acceptHit(hit.pattern(), hit.of()));
          if (found.rest() != null) {
            scanner.scanChunk(found.rest(), hits);
          }
        });
  }

  /** The result, or what the search itself threw: callers tell an exhausted heap from a defect. */
  static <T> T joinResult(CompletableFuture<T> found) {
    try {
      return found.join();
    } catch (CompletionException thrown) {
      // No switch over types: its first use needs memory.
      if (thrown.getCause() instanceof Error cause) {
        throw cause;
      }
      throw thrown.getCause() instanceof RuntimeException cause ? cause : thrown;
    }
  }

  private Found searchChunk(Chunk chunk, BitSet settled) {
    Helper mine = helpers.poll();
    if (mine == null) {
      mine = new Helper(new LineShapes(filter), new LineScanner(index.patterns(), false));
    }
    ChunkLines lines = mine.shapes().readLines(chunk);
    List<Hit> found = new ArrayList<>();
    mine.scanner()
        .scanLines(
            lines,
            new LineScanner.Hits() {
              private int asked;

              @Override
              public boolean wantsPattern(int pattern) {
                if (++asked % CANDIDATES_PER_CHECK == 0) {
                  deadline.checkTime();
                }
                return found.size() <= MAX_AHEAD && !settled.get(pattern);
              }

              @Override
              public void acceptHit(int pattern, LineHit hit) {
                found.add(new Hit(pattern, hit));
              }
            });
    helpers.add(mine);
    return found.size() <= MAX_AHEAD
        ? new Found(lines, found, null)
        : endBeforeLastLine(lines, found);
  }

  /** Leaves the line of the last hit to the session, because not all of it was searched. */
  private static Found endBeforeLastLine(ChunkLines lines, List<Hit> found) {
    Chunk chunk = lines.chunk();
    LineSlice last = found.getLast().of().slice();
    while (!found.isEmpty() && found.getLast().of().number() == last.number()) {
      found.removeLast();
    }
    return new Found(
        lines,
        found,
        new Chunk(chunk.bytes(), last.from(), chunk.to(), last.number(), false, chunk.file()));
  }
}
