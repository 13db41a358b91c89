package dev.faultbook.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The permits of one lane of a {@link Bulkhead}, and those who wait for them. A permit goes to the
 * client that would have used the least time: what it used so far, running tasks included, and what
 * a task of its size took lately. Used time halves every minute. So those that were served lately
 * cannot keep out one that was not, however often they ask and however many they are; and among
 * those that were not served, a short task goes before a long one.
 *
 * <p>Who waits for longer than the usual bound is refused, unless it is next in line: only as many
 * as there are permits wait for longer, so that few logs in memory wait for long.
 *
 * <p>Clients are forgotten when hardly any used time is left: after a quarter of an hour for a task
 * of a minute. Thread-safe.
 */
final class FairQueue {
  /** How much longer the next in line may wait than others. */
  static final int LONGER_WAIT = 12;

  /** What a task takes for each byte at least, in nanoseconds: a log of 4 MB takes a second. */
  private static final double LEAST_PER_BYTE = 250;

  /** What a task takes for each byte at most, where others run as well: a log of 1 MB, a second. */
  private static final double MOST_PER_BYTE = 1000;

  /** The bytes of the latest tasks, by which the next ones are judged. */
  private static final long MEASURED = 256L * 1024 * 1024;

  /** A size that counts for all larger ones, and for those that are not known. */
  private static final long LARGEST = 64 * 1024 * 1024;

  private static final double HALF_LIFE = Duration.ofMinutes(1).toNanos();

  /** Less used time than this is forgotten. */
  private static final double FORGOTTEN = Duration.ofMillis(1).toNanos();

  private static final long SWEEP = Duration.ofSeconds(10).toNanos();

  /** Most clients that are remembered although they neither run nor wait. */
  private static final int MOST_CLIENTS = 10_000;

  private final Bulkhead.Places places;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Account> accounts = new HashMap<>();

  /** By arrival. */
  private final List<Turn> waiting = new ArrayList<>();

  private int free;
  private long swept;

  // The latest tasks of known size.
  private double measuredBytes;
  private double measuredNanos;

  /** The tasks of a client, and the time that they used. */
  private static final class Account {
    private int waiting;
    private int running;

    /** When each running task started, as a sum, from which the time of all of them follows. */
    private long starts;

    private double used;
    private long usedAt;

    void charge(double nanos, long now) {
      used = decayed(now) + nanos;
      usedAt = now;
    }

    /** The time that the client's tasks used, in nanoseconds. */
    double usedTime(long now) {
      return decayed(now) + ((double) running * now - starts);
    }

    private double decayed(long now) {
      return used * Math.pow(0.5, (now - usedAt) / HALF_LIFE);
    }

    boolean isIdle() {
      return waiting == 0 && running == 0;
    }
  }

  /** One task's place in line, and later its permit. */
  static final class Turn {
    private final Account account;
    private final long size;
    private final Condition changed;
    private boolean granted;
    private long start;

    private Turn(Account account, long size, Condition changed) {
      this.account = account;
      this.size = size;
      this.changed = changed;
    }
  }

  /**
   * @param clock nanoseconds since an arbitrary origin
   */
  FairQueue(Bulkhead.Places places, LongSupplier clock) {
    this.places = places;
    this.clock = clock;
    this.free = places.concurrency();
    this.swept = clock.getAsLong();
  }

  /**
   * Waits for a permit. If the result is not null, the caller must call {@link #release} and {@link
   * #leave}, each once.
   *
   * @param client the client of the task
   * @param size size of the task in bytes
   * @param maxWait longest wait; {@link #LONGER_WAIT} times as long for those that are next
   * @return null if no permit became free in time
   */
  @Nullable Turn enter(String client, long size, Duration maxWait) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long arrival = clock.getAsLong();
      forgetIdleClients(arrival);
      Account account = accounts.computeIfAbsent(client, name -> new Account());
      Turn turn = new Turn(account, size, lock.newCondition());
      account.waiting++;
      waiting.add(turn);
      grantPermits();
      try {
        await(turn, arrival, maxWait.toNanos());
      } finally {
        if (!turn.granted) {
          waiting.remove(turn);
          account.waiting--;
        }
      }
      return turn.granted ? turn : null;
    } finally {
      lock.unlock();
    }
  }

  private void await(Turn turn, long arrival, long maxWait) throws InterruptedException {
    long left = maxWait;
    while (!turn.granted && left > 0) {
      try {
        left = turn.changed.awaitNanos(left);
      } catch (InterruptedException e) {
        if (turn.granted) {
          Thread.currentThread().interrupt(); // the caller has to return the permit
          return;
        }
        throw e;
      }
      if (left <= 0 && isNext(turn)) {
        long longest = arrival + LONGER_WAIT * maxWait;
        left = Math.min(maxWait, longest - clock.getAsLong());
      }
    }
  }

  /** Gives the permit of a task back. Its client's share is kept until {@link #leave}. */
  void release() {
    lock.lock();
    try {
      free++;
      grantPermits();
    } finally {
      lock.unlock();
    }
  }

  /** Ends a task, whose client then has its share back. */
  void leave(Turn turn) {
    lock.lock();
    try {
      long now = clock.getAsLong();
      Account account = turn.account;
      account.running--;
      account.starts -= turn.start;
      account.charge((double) (now - turn.start), now);
      measure(turn.size, now - turn.start);
      grantPermits();
    } finally {
      lock.unlock();
    }
  }

  /** The number of tasks that wait for a permit, not for the share of their client. */
  int waiting() {
    lock.lock();
    try {
      return (int) waiting.stream().filter(turn -> hasShare(turn.account)).count();
    } finally {
      lock.unlock();
    }
  }

  /** The number of clients that are remembered. */
  int clients() {
    lock.lock();
    try {
      return accounts.size();
    } finally {
      lock.unlock();
    }
  }

  private void measure(long size, long nanos) {
    if (size > LARGEST) {
      return;
    }
    if (measuredBytes > MEASURED) {
      measuredBytes /= 2;
      measuredNanos /= 2;
    }
    measuredBytes += size;
    measuredNanos += nanos;
  }

  /** What decides who goes first: the least. */
  private double cost(Turn turn, long now) {
    double perByte =
        measuredBytes > 0
            ? Math.clamp(measuredNanos / measuredBytes, LEAST_PER_BYTE, MOST_PER_BYTE)
            : LEAST_PER_BYTE;
    return turn.account.usedTime(now) + Math.min(turn.size, LARGEST) * perByte;
  }

  private boolean hasShare(Account account) {
    return account.running < places.perClient();
  }

  private void grantPermits() {
    long now = clock.getAsLong();
    Turn first = free > 0 ? findFirst(now) : null;
    while (first != null) {
      waiting.remove(first);
      free--;
      first.granted = true;
      first.start = now;
      first.account.waiting--;
      first.account.running++;
      first.account.starts += now;
      first.changed.signal();
      first = free > 0 ? findFirst(now) : null;
    }
  }

  private @Nullable Turn findFirst(long now) {
    Turn first = null;
    for (Turn turn : waiting) {
      boolean admissible =
          hasShare(turn.account) && (free > places.reserved() || turn.account.running == 0);
      if (admissible && (first == null || cost(turn, now) < cost(first, now))) {
        first = turn;
      }
    }
    return first;
  }

  /** Whether a task would get one of the permits if all became free at once. */
  private boolean isNext(Turn turn) {
    long now = clock.getAsLong();
    double cost = cost(turn, now);
    long before =
        waiting.stream()
            .filter(other -> hasShare(other.account) && cost(other, now) < cost)
            .limit(places.concurrency())
            .count();
    return hasShare(turn.account) && before < places.concurrency();
  }

  private void forgetIdleClients(long now) {
    if (now - swept < SWEEP) {
      return;
    }
    swept = now;
    accounts.values().removeIf(each -> each.isIdle() && each.usedTime(now) < FORGOTTEN);
    if (accounts.size() > MOST_CLIENTS) {
      accounts.values().removeIf(Account::isIdle);
    }
  }
}
