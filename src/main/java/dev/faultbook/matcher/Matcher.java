package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LineNumbers;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.stream.LogStreams;
import java.io.IOException;
import java.util.Map;
import java.util.function.BiConsumer;

/** Matches logs against the signatures of an index. The entry point of the package; thread-safe. */
public final class Matcher {
  private static final int BLOCK = 1 << 20;

  private final SignatureIndex index;
  private final LineFilter filter;
  private final int helpers;

  /**
   * A matcher for the signatures of an index. Large logs are searched on all processors, in the
   * common pool.
   *
   * @param filter knows the words of those who observe the log
   */
  public Matcher(SignatureIndex index, LineFilter filter) {
    this(index, filter, Runtime.getRuntime().availableProcessors() - 1);
  }

  /** A matcher without observers. */
  Matcher(SignatureIndex index) {
    this(index, new LineFilter(index.patterns(), Map.of()));
  }

  /**
   * @param helpers number of threads besides the calling one that search a large log; 0 for none
   */
  Matcher(SignatureIndex index, LineFilter filter, int helpers) {
    this.index = index;
    this.filter = filter;
    this.helpers = helpers;
  }

  /**
   * Reads a log of several files and matches it.
   *
   * @param observer receives each chunk in order, valid during the call only, after its line
   *     prefixes were read, with answers for its lines
   * @throws IOException if a file cannot be read or all together exceed the reader's limit
   * @throws dev.faultbook.log.TimeLimitException if the time is over
   */
  public LogMatches match(
      LogFiles files, LogReader reader, BiConsumer<Chunk, LogStreams> observer, MatchLimits limits)
      throws IOException {
    return match(files, reader, observer, new EvaluationBudget(limits));
  }

  /** Matches within a budget, from which a test can read the cost afterwards. */
  LogMatches match(
      LogFiles files,
      LogReader reader,
      BiConsumer<Chunk, LogStreams> observer,
      EvaluationBudget budget)
      throws IOException {
    LogSession session = new LogSession(index, files, observer, budget);
    ParallelScanner scanning = new ParallelScanner(index, filter, session, helpers);
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

  /** Receives the matches of single patterns. */
  public interface Pairs {
    /**
     * Receives one match.
     *
     * @param line the line's number, from 1
     * @param pattern the pattern's number in the index
     */
    void acceptPair(long line, int pattern);
  }

  /**
   * Finds only the pairs of a line and a pattern that matches it, in the order of the lines:
   * without facts or prefixes, and on unchanged lines.
   */
  public static void findPairs(PatternIndex patterns, byte[] log, Pairs pairs) {
    LineScanner scanner = new LineScanner(patterns, true);
    LineNumbers numbers = new LineNumbers(log, 0, 1);
    for (int from = 0; from < log.length; ) {
      boolean last = log.length - from <= BLOCK;
      int to =
          last
              ? log.length
              : Math.min(log.length, Lines.lineEnd(log, from + BLOCK, log.length) + 1);
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
