package dev.faultbook.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Receives the lines of a body one after the other, each as soon as it is complete. Only the line
 * that is read is in memory; what it takes is reserved from the {@link MemoryBudget}. Not
 * thread-safe, except for the lines that it gave out.
 */
public final class LineReceiver {
  /** Most bytes of a line, which is a log with its escapes. */
  public static final int MAX_LINE = 16 * 1024 * 1024;

  private static final int FIRST = 8 * 1024;

  /** No byte, so that only the end of the body ends a line. */
  private static final int NO_END = -2;

  /** The bytes, their copy while they grow, and the text of two bytes a character. */
  private static final int COPIES = 4;

  private final InputStream in;
  private final MemoryBudget budget;
  private long number;

  /**
   * @param in the body
   * @param budget for what lines take
   */
  public LineReceiver(InputStream in, MemoryBudget budget) {
    this.in = new BufferedInputStream(in, 16 * 1024);
    this.budget = budget;
  }

  /** A line, which must be closed once its bytes are no longer needed. */
  public final class Line implements AutoCloseable {
    private final long number;
    private final Optional<RefusedException> refusal;
    private byte[] bytes = new byte[FIRST];
    private int length;
    private int reserved;

    private Line(long number, int end) throws IOException {
      this.number = number;
      this.refusal = fill(end);
    }

    private Optional<RefusedException> fill(int end) throws IOException {
      Optional<RefusedException> refused = Optional.empty();
      for (int next = in.read(); next >= 0 && next != end; next = in.read()) {
        if (refused.isEmpty() && length == bytes.length) {
          refused = grow();
        }
        if (refused.isEmpty()) {
          bytes[length++] = (byte) next;
        }
      }
      return refused;
    }

    /** Gives up what was read if the line is too long, or no memory is left. */
    private Optional<RefusedException> grow() {
      int size = Math.min(2 * bytes.length, MAX_LINE);
      try {
        if (size == bytes.length) {
          throw new RefusedException(RefusalReason.LARGE, (long) MAX_LINE / (1024 * 1024));
        }
        budget.reserveBytes(COPIES * (size - bytes.length));
        reserved += COPIES * (size - bytes.length);
        bytes = Arrays.copyOf(bytes, size);
        return Optional.empty();
      } catch (RefusedException e) {
        close();
        return Optional.of(e);
      }
    }

    /** Its number in the body, from 1. */
    public long number() {
      return number;
    }

    /**
     * Its bytes, without the line feed.
     *
     * @throws RefusedException if it is longer than {@link #MAX_LINE}, or no memory was left for it
     */
    public byte[] bytes() {
      refusal.ifPresent(
          reason -> {
            throw reason;
          });
      return Arrays.copyOf(bytes, length);
    }

    /** Whether it was received and has nothing but white space. */
    public boolean isBlank() {
      for (int i = 0; i < length; i++) {
        if (bytes[i] > ' ' || bytes[i] < 0) {
          return false;
        }
      }
      return refusal.isEmpty();
    }

    @Override
    public void close() {
      budget.releaseBytes(reserved);
      reserved = 0;
      bytes = new byte[0];
      length = 0;
    }
  }

  /**
   * Waits for the next line.
   *
   * @return empty at the end of the body
   * @throws IOException if the sender went away
   */
  public Optional<Line> next() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return Optional.empty();
    }
    in.reset();
    return Optional.of(new Line(++number, '\n'));
  }

  /**
   * Waits for the rest of the body, as one line.
   *
   * @throws IOException if the sender went away
   */
  public Line readAll() throws IOException {
    return new Line(++number, NO_END);
  }
}
