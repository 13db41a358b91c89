package dev.faultbook.server;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sends the lines of an answer while the body of its request still arrives, without waiting for the
 * client: two sides that only write would wait for each other. What the client has not taken yet
 * stays in memory, up to {@link #MAX_WAITING} bytes and within the {@link MemoryBudget}; then
 * whoever adds a line waits. A client that takes nothing for {@link #PATIENCE} counts as gone; so
 * does the container, which measures the same ({@code server.tomcat.connection-timeout}) once the
 * connection is full. Thread-safe.
 */
public final class LineSender implements WriteListener {
  private static final long MAX_WAITING = 64L * 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final AsyncContext exchange;
  private final ServletOutputStream out;
  private final MemoryBudget budget;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long held;
  private long sent;
  private boolean unflushed;
  private boolean ended;
  private boolean gone;

  private LineSender(AsyncContext exchange, ServletOutputStream out, MemoryBudget budget) {
    this.exchange = exchange;
    this.out = out;
    this.budget = budget;
  }

  /**
   * Begins an answer, which lasts until {@link #end} or {@link #abort}, not until the caller of the
   * handler returns. Headers must be set before.
   *
   * @param budget for the lines that wait
   */
  public static LineSender open(
      HttpServletRequest request, HttpServletResponse response, MemoryBudget budget)
      throws IOException {
    AsyncContext exchange = request.startAsync();
    exchange.setTimeout(0); // the sender keeps its own time
    LineSender sender = new LineSender(exchange, response.getOutputStream(), budget);
    sender.out.setWriteListener(sender);
    return sender;
  }

  /** Whether the client has gone, so that there is nobody to answer. */
  public synchronized boolean isGone() {
    return gone;
  }

  /**
   * Adds a line; waits while too much is waiting. Does nothing if the client has gone.
   *
   * @param line its bytes, with the line feed
   */
  public synchronized void add(byte[] line) throws InterruptedException {
    while (!gone && !reserve(line.length)) {
      awaitProgress();
    }
    if (!gone) {
      waiting.add(line);
      send();
    }
  }

  /** Ends the answer, and waits until all of it is sent or the client has gone. */
  public synchronized void end() throws InterruptedException {
    ended = true;
    send();
    while (!gone) {
      awaitProgress();
    }
  }

  /** Ends the answer where it stands, because the request cannot be read further. */
  public synchronized void abort() {
    if (!gone) {
      leave();
    }
  }

  private boolean reserve(int bytes) {
    if (held > 0 && held + bytes > MAX_WAITING) {
      return false;
    }
    try {
      budget.reserveBytes(bytes);
      held += bytes;
      return true;
    } catch (RefusedException full) {
      return false;
    }
  }

  private void awaitProgress() throws InterruptedException {
    long before = sent;
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (long left = PATIENCE.toMillis(); sent == before && !gone; left = millisUntil(end)) {
      if (left <= 0) {
        abort();
        return;
      }
      wait(left);
    }
  }

  private static long millisUntil(long end) {
    return (end - System.nanoTime()) / 1_000_000;
  }

  private void leave() {
    gone = true;
    budget.releaseBytes(held);
    held = 0;
    waiting.clear();
    notifyAll();
    try {
      exchange.complete();
    } catch (IllegalStateException e) {
      // The container has ended it, because the connection broke.
    }
  }

  /** Writes what the connection takes; the container calls when it takes more. */
  private void send() {
    try {
      while (!gone && out.isReady()) {
        byte[] next = waiting.poll();
        if (next != null) {
          out.write(next);
          unflushed = true;
          sent++;
          held -= next.length;
          budget.releaseBytes(next.length);
          notifyAll();
        } else if (unflushed) {
          out.flush();
          unflushed = false;
        } else {
          if (ended) {
            leave();
          }
          return;
        }
      }
    } catch (IOException e) {
      abort();
    }
  }

  @Override
  public synchronized void onWritePossible() {
    send();
  }

  @Override
  public synchronized void onError(Throwable failure) {
    abort();
  }
}
