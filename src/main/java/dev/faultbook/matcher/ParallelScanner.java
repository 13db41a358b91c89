package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.Lines;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/**
 * Has the chunks of a log searched, from some size on by helpers, and hands what was found to the
 * session in the order of the chunks. So the answer is the same whatever the number of helpers: the
 * search of a chunk knows nothing of other chunks, and the session sees them one after the other.
 *
 * <p>The first chunks are searched by the thread that reads, so that a small log costs no thread
 * and no copy. A helper gets a copy of its chunk, because the reader uses its buffer again; as many
 * copies are held as there are helpers, and one more.
 */
final class ParallelScanner {
  /** Chunks that are searched without help. */
  static final int ALONE = 2;

  /**
   * Hits in one chunk that a helper remembers. A mebibyte of a usual log has hundreds; of more than
   * this the session searches the chunk itself, which remembers none.
   */
  private static final int MOST_AHEAD = 32 * 1024;

  /** Candidates between two looks at the clock. */
  private static final int ASKED_A_LOOK = 256;

  private final SignatureIndex index;
  private final LogSession session;
  private final LineScanner scanner;
  private final Executor helpers;
  private final int most;
  private final Progress progress;
  private final Deadline deadline;
  private final Queue<LineScanner> scanners = new ConcurrentLinkedQueue<>();
  private final Deque<Ahead> pending = new ArrayDeque<>();
  private int chunks;
  private long bytes;

  /**
   * The threads that search a large log.
   *
   * @param executor runs searches; not used when {@code count} is 0
   * @param count how many of them run at a time; 0 for none
   */
  record Helpers(Executor executor, int count) {}

  /** A chunk that is searched, and what is found in it; empty when that is too much. */
  private record Ahead(Chunk chunk, CompletableFuture<Optional<List<Hit>>> hits) {}

  private record Hit(int pattern, LineHit of) {}

  /**
   * @param helpers run searches beside the calling thread
   */
  ParallelScanner(SignatureIndex index, LogSession session, Helpers helpers, Progress progress) {
    this.index = index;
    this.session = session;
    this.scanner = new LineScanner(index, false);
    this.helpers = helpers.executor();
    this.most = helpers.count() == 0 ? 0 : helpers.count() + 1;
    this.progress = progress;
    this.deadline = session.deadline();
  }

  /** Takes the next chunk. */
  void acceptChunk(Chunk chunk) {
    if (most == 0 || chunks++ < ALONE) {
      session.acceptChunk(chunk, hits -> scanner.scanChunk(chunk, hits));
      reportProgress(chunk);
      return;
    }
    if (pending.size() == most) {
      takeOldest();
    }
    Chunk copy =
        new Chunk(
            Arrays.copyOfRange(chunk.bytes(), chunk.from(), chunk.to()),
            0,
            chunk.to() - chunk.from(),
            chunk.firstLine(),
            chunk.continued(),
            chunk.file());
    BitSet settled = session.settledPatterns();
    pending.add(
        new Ahead(copy, CompletableFuture.supplyAsync(() -> searchChunk(copy, settled), helpers)));
  }

  /** Waits for what is still being searched. */
  void finishPending() {
    while (!pending.isEmpty()) {
      takeOldest();
    }
  }

  private void takeOldest() {
    Ahead ahead = pending.remove();
    Optional<List<Hit>> found = joinResult(ahead.hits());
    session.acceptChunk(
        ahead.chunk(),
        hits -> {
          if (found.isPresent()) {
            found.get().forEach(hit -> hits.acceptHit(hit.pattern(), hit.of()));
          } else {
            scanner.scanChunk(ahead.chunk(), hits);
          }
        });
    reportProgress(ahead.chunk());
  }

  private static Optional<List<Hit>> joinResult(CompletableFuture<Optional<List<Hit>>> hits) {
    try {
      return hits.join();
    } catch (CompletionException thrown) {
      throw thrown.getCause() instanceof RuntimeException cause ? cause : thrown;
    }
  }

  private void reportProgress(Chunk chunk) {
    bytes += chunk.to() - chunk.from();
    if (progress != Progress.UNSEEN) {
      long lines = Lines.countNewlines(chunk.bytes(), chunk.from(), chunk.to());
      progress.reportMatched(chunk.firstLine() - 1 + lines, bytes);
    }
  }

  private Optional<List<Hit>> searchChunk(Chunk chunk, BitSet settled) {
    LineScanner mine = scanners.poll();
    if (mine == null) {
      mine = new LineScanner(index, false);
    }
    List<Hit> found = new ArrayList<>();
    mine.scanChunk(
        chunk,
        new LineScanner.Hits() {
          private int asked;

          @Override
          public boolean wantsPattern(int pattern) {
            if (++asked % ASKED_A_LOOK == 0) {
              deadline.checkTime();
            }
            return found.size() <= MOST_AHEAD && !settled.get(pattern);
          }

          @Override
          public void acceptHit(int pattern, LineHit hit) {
            found.add(new Hit(pattern, hit));
          }
        });
    scanners.add(mine);
    return found.size() <= MOST_AHEAD ? Optional.of(found) : Optional.empty();
  }
}
