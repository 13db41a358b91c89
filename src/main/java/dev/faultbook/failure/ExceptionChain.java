package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions that follow from one another, and which of them tells what went wrong.
 *
 * <p>An exception that was raised <i>from</i> another wraps it: the first one tells. One that was
 * raised <i>while</i> another was being handled usually is what the handler did not expect: the
 * later one tells, unless it only repeats the earlier. One that was carried from another process
 * tells for the one that carried it.
 */
final class ExceptionChain {
  private static final int MOST_LINKS = 32;

  private final List<ChainLink> links = new ArrayList<>();
  private final @Nullable Integer rank;

  ExceptionChain(@Nullable Integer rank) {
    this.rank = rank;
  }

  void add(ChainLink link) {
    if (links.size() == MOST_LINKS) {
      links.remove(1);
    }
    links.add(link);
  }

  ChainLink lastLink() {
    return links.getLast();
  }

  /** What the chain tells, or null when there is nothing but a header. */
  @Nullable FailureEvent toEvent(boolean lost, @Nullable Integer carried) {
    ChainLink telling = tellingLink();
    LineText line = telling.line();
    boolean complete = telling.isComplete();
    if (lost && !complete) {
      return null;
    }
    List<Long> lines =
        links.stream().filter(ChainLink::isComplete).map(l -> l.line().number()).toList();
    Failure failure =
        complete
            ? new Failure.UncaughtException(
                Failure.UncaughtException.ExceptionRuntime.PYTHON,
                telling.exception().type(),
                telling.message(),
                telling.frames(),
                lines)
            : new Failure.UncaughtException(
                Failure.UncaughtException.ExceptionRuntime.PYTHON,
                null,
                "",
                telling.frames(),
                lines);
    return FailureEvent.of(line, failure, complete ? standingOf(telling) : Standing.ERROR_LINE)
        .ofRank(carried != null ? carried : rank)
        .withLastLine(Math.max(line.number(), lastLink().line().number()));
  }

  private static Standing standingOf(ChainLink telling) {
    return Cascade.waitsForOther(telling.exception(), telling.frames())
        ? Standing.CONSEQUENCE
        : Cascade.standingOf(telling.exception(), telling.message());
  }

  private ChainLink tellingLink() {
    List<ChainLink> complete = links.stream().filter(ChainLink::isComplete).toList();
    if (complete.isEmpty()) {
      return links.getLast();
    }
    int root = rootIndex(complete);
    List<ChainLink> candidates = complete.subList(root, complete.size());
    // A wrapper tells more than the launcher or the lost connection that it wraps.
    return candidates.stream()
        .filter(ExceptionChain::isTelling)
        .findFirst()
        .or(() -> candidates.stream().filter(link -> !link.message().isEmpty()).findFirst())
        .orElse(complete.get(root));
  }

  /** Where the exceptions begin that the last one wraps. */
  private static int rootIndex(List<ChainLink> links) {
    int at = links.size() - 1;
    while (at > 0 && wrapsEarlier(links.get(at), links.get(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean isTelling(ChainLink link) {
    // _queue.Empty says nothing; an assertion needs no words.
    return !Cascade.isFollower(link.exception(), link.message())
        && (!link.message().isEmpty() || link.exception().type().endsWith("AssertionError"));
  }

  private static boolean wrapsEarlier(ChainLink later, ChainLink earlier) {
    return switch (later.relation) {
      case FIRST, CARRIED -> false;
      case CAUSE, SIBLING -> true;
      case DURING ->
          Cascade.isFollower(later.exception(), later.message()) || repeatsEarlier(later, earlier);
    };
  }

  /** {@code RuntimeError: failed to load x: No module named 'y'} repeats what it handled. */
  private static boolean repeatsEarlier(ChainLink later, ChainLink earlier) {
    String told = earlier.exception().message();
    // A missing key is often a path or a name that the later exception has in common with it.
    boolean words = told.length() >= 8 && told.indexOf(' ') > 0;
    return words && later.message().contains(told)
        || later.message().contains(earlier.exception().type() + "(");
  }
}
