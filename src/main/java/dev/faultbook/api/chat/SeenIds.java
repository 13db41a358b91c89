package dev.faultbook.api.chat;

import java.util.LinkedHashSet;
import java.util.Set;

/** Ids of messages that were taken; of many, the oldest are forgotten. Thread-safe. */
final class SeenIds {
  private final int max;
  private final Set<String> ids = new LinkedHashSet<>();

  /**
   * @param max most ids that are kept
   */
  SeenIds(int max) {
    this.max = max;
  }

  /** Whether an id is new; from now on it is not. */
  synchronized boolean claim(String id) {
    boolean isNew = ids.add(id);
    if (ids.size() > max) {
      ids.remove(ids.iterator().next());
    }
    return isNew;
  }

  /** Forgets an id whose message could not be answered, so that its repetition is. */
  synchronized void release(String id) {
    ids.remove(id);
  }
}
