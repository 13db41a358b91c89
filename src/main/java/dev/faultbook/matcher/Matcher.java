package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LineNumbers;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ForkJoinPool;

/**
 * Matches logs against the signatures of an index. The package's door; safe for several threads.
 */
public final class Matcher {
  private final SignatureIndex index;
  private final int helpers;

  /**
   * A matcher for the signatures of an index. Large logs are searched on all processors, through
   * the common pool.
   */
  public Matcher(SignatureIndex index) {
    this(index, Runtime.getRuntime().availableProcessors() - 1);
  }

  /**
   * @param helpers threads beside the calling one that search a large log; 0 for none
   */
  Matcher(SignatureIndex index, int helpers) {
    this.index = index;
    this.helpers = helpers;
  }

  /**
   * Reads a log from a stream and matches it.
   *
   * @throws IOException when the stream cannot be read or is larger than the reader's limit
   */
  public LogMatches match(InputStream in, LogReader reader) throws IOException {
    return match(LogFiles.of(in), reader);
  }

  /**
   * Reads a log of several files and matches it.
   *
   * @throws IOException when a file cannot be read or all are larger than the reader's limit
   */
  public LogMatches match(LogFiles files, LogReader reader) throws IOException {
    return match(files, reader, Progress.UNSEEN);
  }

  /**
   * Reads a log of several files and matches it.
   *
   * @param progress told after every stretch of about a mebibyte
   * @throws IOException when a file cannot be read or all are larger than the reader's limit
   */
  public LogMatches match(LogFiles files, LogReader reader, Progress progress) throws IOException {
    return match(files, reader, new Observers(progress, ChunkObserver.NONE), MatchLimits.DEFAULT);
  }

  /**
   * Reads a log of several files and matches it.
   *
   * @param observers who follow the reading
   * @param limits what it may cost
   * @throws IOException when a file cannot be read or all are larger than the reader's limit
   * @throws dev.faultbook.log.TimeLimitException when the time is over
   */
  public LogMatches match(LogFiles files, LogReader reader, Observers observers, MatchLimits limits)
      throws IOException {
    return match(files, reader, observers, new EvaluationBudget(limits));
  }

  /**
   * Who follows the reading of a log.
   *
   * @param progress called after every stretch of about a mebibyte
   * @param chunks sees every chunk, in order
   */
  public record Observers(Progress progress, ChunkObserver chunks) {}

  /** Matches within a budget, of which a test can read afterwards what it took. */
  LogMatches match(LogFiles files, LogReader reader, Progress progress, EvaluationBudget budget)
      throws IOException {
    return match(files, reader, new Observers(progress, ChunkObserver.NONE), budget);
  }

  private LogMatches match(
      LogFiles files, LogReader reader, Observers observers, EvaluationBudget budget)
      throws IOException {
    LogSession session = new LogSession(index, files, observers.chunks(), budget);
    ParallelScanner scanning =
        new ParallelScanner(
            index,
            session,
            new ParallelScanner.Helpers(ForkJoinPool.commonPool(), helpers),
            observers.progress());
    Deadline deadline = budget.deadline();
    LogReader.Size size =
        reader.readFiles(
            files,
            chunk -> {
              deadline.checkTime();
              scanning.acceptChunk(chunk);
            });
    scanning.finishPending();
    return session.finishLog(size);
  }

  /** Told of plain matches. */
  public interface Pairs {
    /**
     * A pattern matches a line.
     *
     * @param line the line's number, from 1
     * @param pattern the pattern's number in the index
     */
    void acceptPair(long line, int pattern);
  }

  /**
   * Finds all pairs of a line and a pattern that matches it, in the order of the lines, and nothing
   * else: no facts, no prefixes, lines as they stand.
   */
  public void findPairs(byte[] log, Pairs pairs) {
    LineScanner scanner = new LineScanner(index, true);
    int block = 1 << 20;
    LineNumbers numbers = new LineNumbers(log, 0, 1);
    for (int from = 0; from < log.length; ) {
      int to =
          log.length - from <= block
              ? log.length
              : Math.min(log.length, Lines.lineEnd(log, from + block, log.length) + 1);
      scanner.scanChunk(
          new Chunk(log, from, to, 1, false, 0),
          numbers,
          new LineScanner.Hits() {
            @Override
            public boolean wantsPattern(int pattern) {
              return true;
            }

            @Override
            public void acceptHit(int pattern, LineHit hit) {
              pairs.acceptPair(hit.number(), pattern);
            }
          });
      from = to;
    }
  }
}
