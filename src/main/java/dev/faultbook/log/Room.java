package dev.faultbook.log;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that logs on their way to a diagnosis may fill together. Safe for several threads. */
public final class Room {
  private final AtomicLong left;

  /**
   * @param bytes most bytes of packed logs that are held at a time
   */
  public Room(long bytes) {
    this.left = new AtomicLong(bytes);
  }

  void take(int bytes) throws NoRoomException {
    if (left.addAndGet(-bytes) < 0) {
      left.addAndGet(bytes);
      throw new NoRoomException();
    }
  }

  void give(long bytes) {
    left.addAndGet(bytes);
  }
}
