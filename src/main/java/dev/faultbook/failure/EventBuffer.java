package dev.faultbook.failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The events of one stream, of each standing the first and the last ones: a program that prints a
 * million errors fills no memory.
 */
final class EventBuffer {
  private static final int FIRST = 16;
  private static final int LAST = 8;

  private final Map<Standing, List<FailureEvent>> first = new EnumMap<>(Standing.class);
  private final Map<Standing, Deque<FailureEvent>> last = new EnumMap<>(Standing.class);
  private FailureEvent latest;
  private long count;

  void add(FailureEvent event) {
    count++;
    latest = event;
    List<FailureEvent> head = first.computeIfAbsent(event.standing(), s -> new ArrayList<>());
    if (head.size() < FIRST) {
      head.add(event);
      return;
    }
    Deque<FailureEvent> tail = last.computeIfAbsent(event.standing(), s -> new ArrayDeque<>());
    if (tail.size() == LAST) {
      tail.removeFirst();
    }
    tail.addLast(event);
  }

  /** How many there were, those that are not kept too. */
  long count() {
    return count;
  }

  List<FailureEvent> all() {
    List<FailureEvent> all = new ArrayList<>();
    first.values().forEach(all::addAll);
    last.values().forEach(all::addAll);
    return all;
  }

  /** Notes that the program got over the latest event. */
  void handleLastException(String why) {
    if (latest != null && latest.failure() instanceof Failure.UncaughtException) {
      replace(latest, latest.handled(why));
    }
  }

  /** Notes that the program got over everything so far. */
  void handleAll(String why) {
    first.values().forEach(list -> list.replaceAll(e -> handled(e, why)));
    last.replaceAll(
        (standing, tail) -> {
          Deque<FailureEvent> changed = new ArrayDeque<>();
          tail.forEach(e -> changed.add(handled(e, why)));
          return changed;
        });
  }

  private static FailureEvent handled(FailureEvent event, String why) {
    boolean final_ =
        event.failure() instanceof Failure.Scheduler || event.failure() instanceof Failure.Kernel;
    return final_ || event.handled() != null ? event : event.handled(why);
  }

  private void replace(FailureEvent event, FailureEvent by) {
    List<FailureEvent> head = first.get(event.standing());
    int at = head.indexOf(event);
    if (at >= 0) {
      head.set(at, by);
    } else if (last.get(event.standing()).removeLastOccurrence(event)) {
      last.get(event.standing()).addLast(by);
    }
    latest = by;
  }
}
