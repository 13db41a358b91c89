package dev.faultbook.server;

import dev.faultbook.server.UnreadableLogException.Reason;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Ends an upload whose client is too slow. Only the time spent waiting for bytes counts, so a busy
 * server never mistakes a fast client for a slow one.
 *
 * <p>The connection's own timeout ends a read without any byte; this one ends clients that send a
 * byte now and then. Serves one thread at a time; another one may observe the rate.
 */
public final class MinimumRateInputStream extends FilterInputStream {
  /** Waiting time over which {@link #giveWayBelow} measures the rate. */
  private static final Duration WINDOW = Duration.ofSeconds(2);

  /** Time that a read may take beyond the limits before it counts as stalled. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final long IDLE = Long.MIN_VALUE;

  private final Limits limits;
  private final LongSupplier clock;
  private volatile long received;
  private volatile long waited;

  /** When the current read started; {@link #IDLE} between reads. */
  private volatile long since = IDLE;

  private volatile boolean gaveWay;
  private volatile boolean cut;

  // Of the observing thread.
  private long receivedBefore;
  private long waitedBefore;

  /**
   * The slowest accepted client.
   *
   * @param bytesPerSecond lowest rate over the total waiting time
   * @param grace waiting time before the rate is enforced
   * @param longest longest total waiting time
   */
  public record Limits(long bytesPerSecond, Duration grace, Duration longest) {}

  /**
   * @param clock nanoseconds since an arbitrary origin
   */
  public MinimumRateInputStream(InputStream in, Limits limits, LongSupplier clock) {
    super(in);
    this.limits = limits;
    this.clock = clock;
  }

  /** The number of bytes that arrived so far. */
  public long received() {
    return received;
  }

  @Override
  public int read() throws IOException {
    return SingleByte.readFrom(this);
  }

  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    // Only this thread writes these fields.
    long waitedSoFar = waited;
    long receivedSoFar = received;
    long start = clock.getAsLong();
    since = start;
    int n;
    try {
      n = in.read(bytes, at, length);
    } catch (IOException e) {
      if (cut) {
        throw new UnreadableLogException(Reason.SLOW);
      }
      throw e;
    } finally {
      since = IDLE;
      waited = waitedSoFar + clock.getAsLong() - start;
    }
    if (n >= 0) {
      received = receivedSoFar + n;
      checkRate();
    }
    return n;
  }

  /**
   * Ends the upload if the client sent less than a rate during the last seconds that the server
   * waited for it; its next read fails. To be called now and then, by one thread, while others wait
   * for the place of an upload.
   *
   * @param bytesPerSecond the rate that keeps the place
   * @return true if the upload gives way now; false also if it did so before
   */
  public boolean giveWayBelow(long bytesPerSecond) {
    long start = since;
    long waiting = waited + (start == IDLE ? 0 : clock.getAsLong() - start);
    long passed = waiting - waitedBefore;
    if (gaveWay || passed < WINDOW.toNanos()) {
      return false;
    }
    gaveWay = received - receivedBefore < passed / 1e9 * bytesPerSecond;
    receivedBefore = received;
    waitedBefore = waiting;
    return gaveWay;
  }

  /**
   * Whether the current read goes on although the client violated the limits: it sends nothing, or
   * no bytes of the body. To be called by an observing thread, which then ends the connection's
   * input.
   */
  public boolean isStalled() {
    long start = since;
    if (start == IDLE) {
      return false;
    }
    long current = clock.getAsLong() - start;
    return current > PATIENCE.toNanos() && (gaveWay || violates(waited + current));
  }

  /** The error of the current read means that the client was too slow. */
  public void cutOff() {
    cut = true;
  }

  /**
   * Does nothing unless the client is too slow.
   *
   * @throws UnreadableLogException if it violated the limits, or gave way to others
   */
  public void checkRate() throws UnreadableLogException {
    if (isTooSlow()) {
      throw new UnreadableLogException(Reason.SLOW);
    }
  }

  /** Whether the client violated the limits, or gave way to others. */
  public boolean isTooSlow() {
    return cut || gaveWay || violates(waited);
  }

  private boolean violates(long waiting) {
    if (waiting > limits.longest().toNanos()) {
      return true;
    }
    double seconds = waiting / 1e9;
    return waiting > limits.grace().toNanos() && received < seconds * limits.bytesPerSecond();
  }

  @Override
  public long skip(long n) throws IOException {
    byte[] nowhere = new byte[Math.clamp(n, 0, 8 * 1024)];
    return nowhere.length == 0 ? 0 : Math.max(0, read(nowhere, 0, nowhere.length));
  }

  /** Leaves the stream open: its owner reads the rest of a refused upload. */
  @Override
  public void close() {
    // Readers of archives close what they read from.
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
