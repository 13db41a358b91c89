package dev.faultbook.server;

import dev.faultbook.log.Deadline;
import dev.faultbook.log.LogTooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Counts the received and the unpacked bytes of one request, in all layers: content encoding, gzip,
 * members of archives and their own gzip. Blank files, skipped files, headers and unknown fields of
 * a form count as well.
 *
 * <p>A request may send, and may unpack to, twice the largest log and {@link #ALLOWANCE}.
 * Compressing twice doubles the unpacked bytes without harm; no log needs a third layer of that
 * size. From {@link #MIN_JUDGED} on it may unpack to at most {@link #MAX_RATIO} times the received
 * bytes. If the log has no limit, because it is the user's own file, the text of a single file is
 * exempt from that rule: the output of a process that repeats one line compresses better than any
 * archive.
 *
 * <p>The time from the first byte to the last is limited, too, without that during which the server
 * waits for the client.
 *
 * <p>An instance serves one request and one thread.
 */
final class InflationGuard {
  /** Highest compression ratio of a request; logs reach about 30. */
  static final int MAX_RATIO = 400;

  /** Below this size the ratio is not checked. */
  private static final long MIN_JUDGED = 8L * 1024 * 1024;

  /** Allowance for headers, and files other than text, besides the log. */
  private static final long ALLOWANCE = 8L * 1024 * 1024;

  private final Duration maxTime;
  private @Nullable Deadline deadline;
  private long limit;
  private long received;
  private long unpacked;
  private long spared;
  private long sparedFrom = -1;

  /**
   * @param limit most bytes of plain text in the log
   * @param maxTime longest time of unpacking; zero for no limit
   */
  InflationGuard(long limit, Duration maxTime) {
    this.limit = limit;
    this.maxTime = maxTime;
  }

  /** The request contains one more log. */
  void addLog(long itsLimit) {
    limit = saturatedSum(limit, itsLimit);
  }

  /** Counts the bytes as received; time begins with the first stream. */
  InputStream countReceived(InputStream in) {
    Deadline ends = deadline == null ? Deadline.after(maxTime) : deadline;
    deadline = ends;
    return new Counted(new Awaited(in, ends), this::addReceived);
  }

  /**
   * Returns if there is time left.
   *
   * @throws dev.faultbook.log.TimeLimitException if unpacking took too long
   */
  void checkTime() {
    if (deadline != null) {
      deadline.checkTime();
    }
  }

  /** The time spent so far, without waiting. */
  Duration spent() {
    return deadline == null ? Duration.ZERO : deadline.spent();
  }

  /** Counts the bytes unpacked from a layer. */
  InputStream countUnpacked(InputStream in) {
    return new Counted(in, this::addUnpacked);
  }

  private void addReceived(int n) throws IOException {
    checkTime();
    received += n;
    if (received > maxBytes()) {
      throw new LogTooLargeException(limit);
    }
  }

  /** Counts bytes unpacked from a layer. */
  void addUnpacked(int n) throws IOException {
    checkTime();
    unpacked += n;
    if (unpacked > maxBytes()) {
      throw new LogTooLargeException(limit);
    }
    checkRatio();
  }

  /** From now on the text of a single file is unpacked. */
  void beginText() {
    sparedFrom = limit == Long.MAX_VALUE ? unpacked : -1;
  }

  /**
   * The text has ended.
   *
   * @param kept whether it is part of the log; a blank one is not
   */
  void endText(boolean kept) throws IOException {
    spared += kept && sparedFrom >= 0 ? unpacked - sparedFrom : 0;
    sparedFrom = -1;
    checkRatio();
  }

  private void checkRatio() throws IOException {
    long judged = unpacked - spared;
    if (sparedFrom < 0 && judged > MIN_JUDGED && judged / MAX_RATIO > received) {
      throw new RefusedException(RefusalReason.BOMB, Integer.toString(MAX_RATIO));
    }
  }

  private long maxBytes() {
    return saturatedSum(saturatedSum(limit, limit), ALLOWANCE);
  }

  /** The sum of two sizes; {@link Long#MAX_VALUE} represents no limit. */
  private static long saturatedSum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** Receives the number of bytes that passed. */
  private interface Counter {
    void countBytes(int n) throws IOException;
  }

  /** Leaves the time of reading out of a deadline. */
  private static final class Awaited extends WatchedStream {
    private final Deadline deadline;
    private long start;

    Awaited(InputStream in, Deadline deadline) {
      super(in);
      this.deadline = deadline;
    }

    @Override
    protected void beforeRead(int most) {
      start = System.nanoTime();
    }

    @Override
    protected void afterRead(int n) {
      deadline.leaveOut(System.nanoTime() - start);
    }
  }

  private static final class Counted extends WatchedStream {
    private final Counter counter;

    Counted(InputStream in, Counter counter) {
      super(in);
      this.counter = counter;
    }

    @Override
    protected void afterRead(int n) throws IOException {
      counter.countBytes(Math.max(0, n));
    }
  }
}
