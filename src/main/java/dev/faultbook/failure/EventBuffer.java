package dev.faultbook.failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first and the last events of each role of one stream, so that a program that prints a
 * million errors does not fill the memory.
 */
final class EventBuffer {
  private static final int FIRST = 16;
  private static final int LAST = 8;

  /**
   * If a stream continues for this number of lines after a complaint, the complaint did not end it.
   */
  private static final int CONTINUED_LINES = 150;

  private final EventBudget budget;
  private final Map<CausalRole, List<Placed>> first = new EnumMap<>(CausalRole.class);
  private final Map<CausalRole, Deque<Placed>> last = new EnumMap<>(CausalRole.class);
  private @Nullable Placed latest;
  private long count;

  /** An event, and the number of lines of its stream up to its end. */
  private static final class Placed {
    FailureEvent event;
    final long at;
    boolean held;

    Placed(FailureEvent event, long at) {
      this.event = event;
      this.at = at;
    }
  }

  EventBuffer(EventBudget budget) {
    this.budget = budget;
  }

  void add(FailureEvent event, long at) {
    count++;
    latest = new Placed(event, at);
    List<Placed> head = first.computeIfAbsent(event.role(), s -> new ArrayList<>(1));
    if (head.size() < budget.limitEvents(FIRST)) {
      if (hold(latest)) {
        head.add(latest);
      }
      return;
    }
    Deque<Placed> tail = last.computeIfAbsent(event.role(), s -> new ArrayDeque<>(1));
    while (tail.size() >= budget.limitEvents(LAST)) {
      budget.release(tail.removeFirst().event);
    }
    if (hold(latest)) {
      tail.addLast(latest);
    }
  }

  private boolean hold(Placed placed) {
    placed.held = budget.tryHold(placed.event);
    return placed.held;
  }

  /** The number of events, including those that were not kept. */
  long count() {
    return count;
  }

  /**
   * All events that were kept.
   *
   * @param lines number of lines of the stream
   */
  List<FailureEvent> settleAll(long lines) {
    changeWhere(
        p -> p.at + CONTINUED_LINES < lines && isComplaint(p.event),
        e -> e.withHandled("the program went on"));
    return streamKept().map(p -> p.event).toList();
  }

  /**
   * Marks the latest event as handled by the program.
   *
   * @param line number of the line that says so
   * @return whether that is new
   */
  boolean markLastHandled(String why, long line) {
    if (latest == null
        || !isAttempt(latest.event.failure())
            && !(latest.event.line() == line && isEnd(latest.event.failure()))) {
      return false;
    }
    boolean open = latest.event.handled() == null;
    latest.event = latest.event.withHandled(why);
    // ERROR reward call failed: Read timed out, the announcement of the traceback below it.
    String message = latest.event.message();
    changeWhere(
        p ->
            p.event.failure() instanceof Failure.Message
                && !message.isEmpty()
                && p.event.text().contains(message),
        e -> e.withHandled(why));
    return open;
  }

  /**
   * {@code terminated with an error exit status (137) -- Execution is retried} tells itself what
   * follows.
   */
  private static boolean isEnd(Failure failure) {
    return failure instanceof Failure.Exit || failure instanceof Failure.Signal;
  }

  /** An exception, or a task of Ansible, behind which {@code ...ignoring} may stand. */
  private static boolean isAttempt(Failure failure) {
    return failure instanceof Failure.UncaughtException
        || failure instanceof Failure.Command command && command.tool().equals("ansible");
  }

  /**
   * Adds a line to the message of the latest event, unless it is an exception, whose block holds
   * all of its lines, or memory is short.
   */
  void addDetail(LineText line) {
    if (latest == null
        || !latest.held
        || latest.event.failure() instanceof Failure.UncaughtException
        || latest.event.details().size() >= FailureEvent.MAX_DETAILS) {
      return;
    }
    FailureEvent more = latest.event.withDetail(MessageLine.of(line));
    if (budget.tryReplace(latest.event, more)) {
      latest.event = more;
    }
  }

  /** Marks all events so far as handled by the program. */
  void markAllHandled(String why) {
    changeWhere(p -> canBeHandled(p.event), e -> e.withHandled(why));
  }

  private void changeWhere(Predicate<Placed> which, UnaryOperator<FailureEvent> change) {
    streamKept()
        .filter(p -> p.event.handled() == null && which.test(p))
        .forEach(p -> p.event = change.apply(p.event));
  }

  private Stream<Placed> streamKept() {
    return Stream.concat(
        first.values().stream().flatMap(List::stream),
        last.values().stream().flatMap(Deque::stream));
  }

  private static boolean isComplaint(FailureEvent event) {
    if (event.failure() instanceof Failure.Message) {
      return true;
    }
    return switch (event.role()) {
      case COMMAND, COMPLAINT, ERROR_LINE, EXIT, HINT -> true;
      default -> false;
    };
  }

  private static boolean canBeHandled(FailureEvent event) {
    return switch (event.failure()) {
      case Failure.Scheduler s -> false;
      case Failure.Kernel k -> false;
      default -> true;
    };
  }
}
