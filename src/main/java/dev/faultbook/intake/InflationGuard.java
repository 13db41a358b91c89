package dev.faultbook.intake;

import dev.faultbook.intake.UnreadableLogException.Reason;
import dev.faultbook.log.LogTooLargeException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Counts what one request sends and what it unpacks to, in all its layers: content encoding, gzip,
 * members of archives and their own gzip. It makes no difference what becomes of the bytes: blank
 * files, skipped files, headers and unknown fields of a form count as well.
 *
 * <p>A request may send, and may unpack to, twice the largest log and {@link #ALLOWANCE}. Packing
 * twice doubles what is unpacked without any harm; a third layer of that size is none of a log.
 * From {@link #RATIO_FROM} on it may unpack to {@link #MOST_RATIO} times what it sent. Where the
 * log has no limit, because it is the user's own file, the text of a file by itself is spared that
 * rule: a process that prints one line for ever packs better than any archive.
 *
 * <p>Serves one request and one thread.
 */
final class InflationGuard {
  /** How many times its size a request may unpack to; logs reach some 30. */
  static final int MOST_RATIO = 400;

  /** Below this size the ratio says nothing. */
  private static final long RATIO_FROM = 8L * 1024 * 1024;

  /** Headers, and files that are no text, beside the log. */
  private static final long ALLOWANCE = 8L * 1024 * 1024;

  private long limit;
  private long received;
  private long unpacked;
  private long spared;
  private long sparedFrom = -1;

  /**
   * @param limit most bytes of plain text in the log
   */
  InflationGuard(long limit) {
    this.limit = limit;
  }

  /** The request carries one more log. */
  void addLog(long itsLimit) {
    limit = saturatedSum(limit, itsLimit);
  }

  /** The bytes as they arrive. */
  InputStream countReceived(InputStream in) {
    return new Counted(in, this::addReceived);
  }

  /** Bytes that come out of a layer of packing. */
  InputStream countUnpacked(InputStream in) {
    return new Counted(in, this::addUnpacked);
  }

  /** Counts bytes that arrived. */
  private void addReceived(int n) throws IOException {
    received += n;
    if (received > maxBytes()) {
      throw new LogTooLargeException(limit);
    }
  }

  /** Counts bytes that came out of a layer of packing. */
  void addUnpacked(int n) throws IOException {
    unpacked += n;
    if (unpacked > maxBytes()) {
      throw new LogTooLargeException(limit);
    }
    checkRatio();
  }

  /** What is unpacked from now on is the text of a file by itself. */
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
    if (sparedFrom < 0 && judged > RATIO_FROM && judged / MOST_RATIO > received) {
      throw new UnreadableLogException(Reason.BOMB, Integer.toString(MOST_RATIO));
    }
  }

  private long maxBytes() {
    return saturatedSum(saturatedSum(limit, limit), ALLOWANCE);
  }

  /** The sum of two sizes; {@link Long#MAX_VALUE} stands for no limit. */
  private static long saturatedSum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** Told how many bytes passed. */
  private interface Counter {
    void countBytes(int n) throws IOException;
  }

  private static final class Counted extends FilterInputStream {
    private final Counter counter;

    Counted(InputStream in, Counter counter) {
      super(in);
      this.counter = counter;
    }

    @Override
    public int read() throws IOException {
      return SingleByte.readFrom(this);
    }

    @Override
    public int read(byte[] bytes, int at, int length) throws IOException {
      int n = in.read(bytes, at, length);
      counter.countBytes(Math.max(0, n));
      return n;
    }

    @Override
    public long skip(long n) throws IOException {
      byte[] nowhere = new byte[Math.clamp(n, 0, 8 * 1024)];
      return nowhere.length == 0 ? 0 : Math.max(0, read(nowhere, 0, nowhere.length));
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
