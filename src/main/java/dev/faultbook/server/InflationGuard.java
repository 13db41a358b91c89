package dev.faultbook.server;

import dev.faultbook.log.Deadline;
import dev.faultbook.log.LogTooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Counts the received and the unpacked bytes of one request, in all layers: content encoding, gzip,
 * members of archives and their own gzip. Blank files, skipped files, headers and unknown fields of
 * a form count as well.
 *
 * <p>A request may send, and may unpack to, twice the largest log and {@link #ALLOWANCE}.
 * Compressing twice doubles the unpacked bytes without harm; no log needs a third layer of that
 * size. From {@link #ALLOWANCE} on it may unpack to at most {@link #MAX_RATIO} times the received
 * bytes. A log without a limit is the user's own file, which may compress as it likes: the output
 * of a process that repeats one line compresses better than any archive.
 *
 * <p>The time from the first byte to the last is limited, too, without that during which the server
 * waits for the client.
 *
 * <p>An instance serves one request and one thread.
 */
final class InflationGuard {
  /** Highest compression ratio of a request; logs reach about 30. */
  static final int MAX_RATIO = 400;

  /** Bytes of headers, and of files other than text, besides the log. */
  private static final long ALLOWANCE = 8L * 1024 * 1024;

  private final Deadline deadline;
  private long limit;
  private long received;
  private long unpacked;

  /**
   * @param limit most bytes of plain text in the log; {@link Long#MAX_VALUE} for no limit
   * @param maxTime longest time of unpacking; zero for no limit
   */
  InflationGuard(long limit, Duration maxTime) {
    this.limit = limit;
    this.deadline = Deadline.after(maxTime);
  }

  /** The request contains one more log. */
  void addLog(long itsLimit) {
    limit += itsLimit;
  }

  /** Counts bytes that the client sends. */
  InputStream countReceived(InputStream in) {
    return new WatchedStream(
        in,
        (sent, bytes, at, length) -> {
          long start = System.nanoTime();
          int n = sent.read(bytes, at, length);
          deadline.leaveOut(System.nanoTime() - start);
          received += Math.max(0, n);
          requireWithinLimits(received);
          return n;
        });
  }

  /** Counts the bytes unpacked from a layer. */
  InputStream countUnpacked(InputStream in) {
    return new WatchedStream(
        in,
        (layer, bytes, at, length) -> {
          int n = layer.read(bytes, at, length);
          unpacked += Math.max(0, n);
          requireWithinLimits(unpacked);
          if (limit < Long.MAX_VALUE && unpacked > ALLOWANCE && unpacked / MAX_RATIO > received) {
            throw new RefusedException(RefusalReason.BOMB, Integer.toString(MAX_RATIO));
          }
          return n;
        });
  }

  private void requireWithinLimits(long bytes) throws IOException {
    deadline.checkTime();
    if ((bytes - ALLOWANCE) / 2 > limit) {
      throw new LogTooLargeException(limit);
    }
  }

  /** When unpacking has to end; waiting for the client counts not. */
  Deadline deadline() {
    return deadline;
  }
}
