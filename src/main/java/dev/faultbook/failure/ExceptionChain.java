package dev.faultbook.failure;

import dev.faultbook.failure.Failure.UncaughtException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain of exceptions, from which the one that explains the failure is chosen.
 *
 * <p>An exception that was raised <i>from</i> another one wraps it: the first one is chosen. One
 * that was raised <i>while</i> another one was being handled is usually unexpected by the handler:
 * the later one is chosen, unless it only repeats the earlier one. One that was carried from
 * another process is chosen over its carrier.
 */
final class ExceptionChain {
  private static final int MAX_LINKS = 32;

  private final List<ChainLink> links = new ArrayList<>();

  void add(ChainLink link) {
    if (links.size() == MAX_LINKS) {
      links.remove(1);
    }
    links.add(link);
  }

  /** The event of the chosen exception; null if there is only a header. */
  @Nullable FailureEvent toEvent(boolean lost, @Nullable Integer carried) {
    ChainLink decisive = decisiveLink();
    LineText line = decisive.line();
    boolean complete = decisive.isComplete();
    if (lost && !complete) {
      return null;
    }
    List<MessageLine> lines =
        links.stream()
            .filter(ChainLink::isComplete)
            .map(l -> l.toMessageLine(l == decisive))
            .toList();
    Failure failure =
        new UncaughtException(
            UncaughtException.ExceptionRuntime.PYTHON,
            complete ? decisive.exception().type() : null,
            complete ? decisive.message() : "",
            decisive.frames(),
            lines);
    return FailureEvent.of(line, failure, complete ? roleOf(decisive) : CausalRole.ERROR_LINE)
        .ofRank(carried)
        .withLastLine(Math.max(line.number(), links.getLast().lastLine()));
  }

  private static CausalRole roleOf(ChainLink decisive) {
    return Cascade.waitsForOther(decisive.exception(), decisive.frames())
        ? CausalRole.CONSEQUENCE
        : Cascade.roleOf(decisive.exception(), decisive.message());
  }

  private ChainLink decisiveLink() {
    List<ChainLink> complete = links.stream().filter(ChainLink::isComplete).toList();
    if (complete.isEmpty()) {
      return links.getLast();
    }
    int root = rootIndex(complete);
    List<ChainLink> candidates = complete.subList(root, complete.size());
    // A wrapper is more specific than the launcher or the lost connection that it wraps.
    return candidates.stream()
        .filter(ExceptionChain::isDecisive)
        .findFirst()
        .or(() -> candidates.stream().filter(link -> !link.message().isEmpty()).findFirst())
        .orElse(complete.get(root));
  }

  /** Index of the first of the exceptions that the last one wraps. */
  private static int rootIndex(List<ChainLink> links) {
    int at = links.size() - 1;
    while (at > 0 && wrapsEarlier(links.get(at), links.get(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean isDecisive(ChainLink link) {
    // _queue.Empty carries no information; an assertion needs no message.
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
    // A missing key is often a path or a name that the later exception also contains.
    boolean words = told.length() >= 8 && told.indexOf(' ') > 0;
    return words && later.message().contains(told)
        || later.message().contains(earlier.exception().type() + "(");
  }
}
