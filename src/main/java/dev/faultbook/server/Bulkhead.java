package dev.faultbook.server;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits the number of concurrent tasks, in all and per client. A caller waits up to a bound for a
 * permit and is then rejected with {@link TooBusyException}. Of those that wait, the one whose
 * client used the least time goes first (see {@link FairQueue}).
 *
 * <p>Each size of task has its own permits, so that small tasks never wait for large ones: four
 * logs of 64 MB keep two processors busy for half a minute, while a paste of ten lines is answered.
 *
 * <p>Tasks run on platform threads, among which the operating system shares the processors.
 * Requests are served by virtual threads, which release a processor only when they block: a few
 * logs processed on them would stop every page.
 */
public final class Bulkhead implements AutoCloseable {
  private final List<Lane> lanes;
  private final Duration maxWait;
  private final ExecutorService threads;

  /**
   * The permits of tasks of one size.
   *
   * @param largest largest size of such a task, in bytes
   * @param concurrency most concurrent tasks
   * @param perClient most concurrent tasks of one client
   * @param reserved how many of the permits are for clients that hold none
   */
  public record Places(long largest, int concurrency, int perClient, int reserved) {
    /** Permits of which none is reserved. */
    public Places(long largest, int concurrency, int perClient) {
      this(largest, concurrency, perClient, 0);
    }

    /** Permits of which one client has at most half, or the only one. */
    public static Places sharedOut(long largest, int concurrency) {
      return new Places(largest, concurrency, Math.max(1, concurrency / 2));
    }
  }

  /**
   * The limits.
   *
   * @param lanes the permits, by ascending size; those of the last serve all larger tasks as well
   * @param maxWait longest wait for a permit; that of the next in line is {@link
   *     FairQueue#LONGER_WAIT} times as long
   */
  public record Limits(List<Places> lanes, Duration maxWait) {
    public Limits {
      lanes = List.copyOf(lanes);
    }

    /**
     * Limits with as many permits for small tasks as for large ones.
     *
     * @param concurrency most concurrent large tasks, and as many small ones
     * @param perClient most of each per client
     * @param smallSize largest size of a small task, in bytes; 0 for a single lane
     * @param maxWait longest wait for a permit
     */
    public Limits(int concurrency, int perClient, long smallSize, Duration maxWait) {
      this(
          List.of(
              new Places(smallSize, concurrency, perClient),
              new Places(Long.MAX_VALUE, concurrency, perClient)),
          maxWait);
    }

    /** Limits that give one client at most half of each lane, or all of a lane of one. */
    public static Limits sharedOut(int concurrency, long smallSize, Duration maxWait) {
      return new Limits(concurrency, Math.max(1, concurrency / 2), smallSize, maxWait);
    }
  }

  /**
   * A task that may have to give way to tasks that wait, because it only waits itself. It keeps its
   * client's share of the permits until it ends.
   */
  @FunctionalInterface
  public interface Occupant {
    /** Whether the task ends soon because of this call; its permit is then free. */
    boolean givesWay();
  }

  /** A running task with its permit. */
  private static final class Tenure {
    private final Lane lane;
    private final FairQueue.Turn turn;
    private final Occupant occupant;
    private final AtomicBoolean released = new AtomicBoolean();

    Tenure(Lane lane, FairQueue.Turn turn, Occupant occupant) {
      this.lane = lane;
      this.turn = turn;
      this.occupant = occupant;
    }

    void end() {
      releasePermit();
      lane.tenures.remove(this);
      lane.queue.leave(turn);
    }

    /** Whether the permit is released for a waiting task. */
    boolean giveWay() {
      return !released.get() && occupant.givesWay() && releasePermit();
    }

    private boolean releasePermit() {
      boolean first = !released.getAndSet(true);
      if (first) {
        lane.queue.release();
      }
      return first;
    }
  }

  private static final class Lane {
    private final long largest;
    private final FairQueue queue;
    private final int most;
    private final Set<Tenure> tenures = ConcurrentHashMap.newKeySet();

    Lane(Places places) {
      largest = places.largest();
      queue = new FairQueue(places, System::nanoTime);
      most = 2 * places.concurrency();
    }

    Tenure begin(FairQueue.Turn turn, Occupant occupant) {
      Tenure tenure = new Tenure(this, turn, occupant);
      tenures.add(tenure);
      return tenure;
    }

    /**
     * Frees a permit for each waiting task as far as running ones give way. These may run on for a
     * while, so their number is limited as well.
     */
    void makeRoom() {
      int wanted = Math.min(queue.waiting(), most - tenures.size());
      Iterator<Tenure> running = tenures.iterator();
      while (wanted > 0 && running.hasNext()) {
        if (running.next().giveWay()) {
          wanted--;
        }
      }
    }
  }

  /**
   * A task that may fail with a checked exception.
   *
   * @param <T> its result
   * @param <E> its checked exception
   */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    /** Does the work. */
    T run() throws E;
  }

  /**
   * @param name names its threads
   */
  public Bulkhead(String name, Limits limits) {
    this.lanes = limits.lanes().stream().map(Lane::new).toList();
    this.maxWait = limits.maxWait();
    this.threads =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name(name + "-", 1).factory());
  }

  /**
   * Runs a task once there is a permit, and returns its result.
   *
   * @param client the client of the task
   * @param size size of the task in bytes, which determines the lane
   * @throws TooBusyException if no permit becomes free in time
   * @throws E if the task throws it
   */
  public <T, E extends Exception> T call(String client, long size, Work<T, E> work) throws E {
    return call(client, size, () -> false, work);
  }

  /**
   * Runs a task that may have to give way, like {@link #call(String, long, Work)}.
   *
   * @param occupant says whether the task gives way
   */
  public <T, E extends Exception> T call(
      String client, long size, Occupant occupant, Work<T, E> work) throws E {
    Lane lane = laneOf(size);
    FairQueue.Turn turn = acquirePermit(lane, client, size);
    return await(submit(lane.begin(turn, occupant), work));
  }

  /** Asks tasks to give way where others wait. To be called now and then, by one thread. */
  public void makeRoom() {
    lanes.forEach(Lane::makeRoom);
  }

  private Lane laneOf(long size) {
    for (Lane lane : lanes) {
      if (size <= lane.largest) {
        return lane;
      }
    }
    return lanes.getLast();
  }

  private FairQueue.Turn acquirePermit(Lane lane, String client, long size) {
    try {
      FairQueue.Turn turn = lane.queue.enter(client, size, maxWait);
      if (turn != null) {
        return turn;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new TooBusyException();
  }

  /** The permit is released when the task ends, whether or not its caller still waits. */
  private <T, E extends Exception> Future<T> submit(Tenure tenure, Work<T, E> work) {
    try {
      return threads.submit(
          () -> {
            try {
              return work.run();
            } finally {
              tenure.end();
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      tenure.end(); // the server is stopping, or there is no memory for a thread
      throw e;
    }
  }

  private static <T, E extends Exception> T await(Future<T> result) throws E {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TooBusyException();
    } catch (ExecutionException e) {
      switch (Objects.requireNonNull(e.getCause())) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        default -> {
          @SuppressWarnings("unchecked") // the only checked exception that the work declares
          E checked = (E) e.getCause();
          throw checked;
        }
      }
    }
  }

  /** Accepts no more tasks; running ones continue. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
