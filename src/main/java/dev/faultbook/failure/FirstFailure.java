package dev.faultbook.failure;

import dev.faultbook.log.LogTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The failure that no other failure explains.
 *
 * @param event the failure; null if the log contains none
 * @param alike events of the same kind, class and text, including this one, one per rank or stream:
 *     on all ranks they indicate the program, on one its data or its machine
 * @param others the remaining events that were not handled, in the order of their lines
 */
public record FirstFailure(
    @Nullable FailureEvent event, List<FailureEvent> alike, List<FailureEvent> others) {
  /**
   * A log of up to this number of lines is an excerpt that somebody selected: each line may matter.
   */
  private static final int EXCERPT = 60;

  /** How people begin a sentence about a failure, and what they write within it. */
  private static final List<String> PROSE = List.of("I ", "I'm ", "It ", "My ", "When ", "We ");

  private static final List<String> PROSE_WITHIN =
      List.of(" I ", " I'm ", " my ", " and I", "I think");

  /** A warning within this number of lines before a failure may explain it. */
  private static final int NEAR = 15;

  public FirstFailure {
    alike = List.copyOf(alike);
    others = List.copyOf(others);
  }

  public interface Clock {
    /** Whether an event happened before another one of the same role. */
    boolean isBefore(FailureEvent one, FailureEvent other);
  }

  /** Compares the stated times if both lines state one on the same scale, otherwise the lines. */
  public static final Clock STATED =
      (one, other) -> {
        LogTime first = one.time();
        LogTime second = other.time();
        return first != null
                && second != null
                && first.comparableTo(second)
                && first.millis() != second.millis()
            ? first.millis() < second.millis()
            : one.line() < other.line();
      };

  /**
   * The first failure of a log in which some lines are known to be harmless. They are not failures,
   * unless an excerpt contains nothing else: then the user asks about them.
   *
   * @param harmless whether the line with a number is known to be harmless
   */
  public static FirstFailure findIn(Failures failures, Clock clock, LongPredicate harmless) {
    FirstFailure certain = findAmong(failures, clock, harmless);
    return certain.event() == null && failures.lines() <= EXCERPT
        ? findAmong(failures, clock, line -> false)
        : certain;
  }

  private static FirstFailure findAmong(Failures failures, Clock clock, LongPredicate harmless) {
    List<FailureEvent> open =
        failures.events().stream()
            .filter(e -> e.handled() == null && !e.isTeardown() && !harmless.test(e.line()))
            .map(e -> isOlderEvent(e, failures) ? e.withRole(CausalRole.CONSEQUENCE) : e)
            .toList();
    FailureEvent first = findFirst(promoteHints(open, failures.lines()), clock);
    if (first != null && first.role().compareTo(CausalRole.CAUSE) > 0) {
      first = findRevived(failures, first, clock);
    }
    first = first == null ? null : first.announced();
    FailureEvent chosen = first;
    List<FailureEvent> others =
        open.stream().filter(e -> chosen == null || e.line() != chosen.line()).toList();
    return new FirstFailure(first, first == null ? List.of() : findAlike(first, open), others);
  }

  /** If a pod's container ended, the pod had been scheduled in the end, despite earlier events. */
  private static boolean isOlderEvent(FailureEvent event, Failures failures) {
    return event.text().contains("FailedScheduling")
        && failures.events().stream().anyMatch(e -> e.text().startsWith("Exit Code:"));
  }

  /**
   * If only consequences are left, they follow from an exception that seemed to be handled because
   * other processes of its stream continued.
   */
  private static FailureEvent findRevived(Failures failures, FailureEvent first, Clock clock) {
    if (first.role() == CausalRole.COMMAND || first.role() == CausalRole.COMPLAINT) {
      return first;
    }
    FailureEvent earlier =
        failures.events().reversed().stream()
            .filter(e -> e.handled() != null && e.handled().startsWith("the same process"))
            .filter(e -> e.role() == CausalRole.CAUSE)
            .findFirst()
            .orElse(null);
    return earlier == null || !clock.isBefore(earlier, first) ? first : earlier;
  }

  /**
   * The rank that a launcher names as the first to end; empty if it names none, or if the failure
   * does not belong to a process (a scheduler's decision, a kernel event).
   */
  public Optional<Integer> reportedRank() {
    boolean ofProcess =
        event != null
            && !(event.failure() instanceof Failure.Scheduler)
            && !(event.failure() instanceof Failure.Kernel);
    return ofProcess
        ? others.stream()
            .filter(FirstFailure::reportsEnd)
            .min(
                Comparator.comparing((FailureEvent e) -> !TorchrunFormat.isReport(e))
                    .thenComparingLong(FailureEvent::line))
            .map(FailureEvent::rank)
        : Optional.empty();
  }

  private static boolean reportsEnd(FailureEvent event) {
    boolean end =
        event.failure() instanceof Failure.Exit || event.failure() instanceof Failure.Signal;
    return end && event.rank() != null && event.role() != CausalRole.INTERRUPTION;
  }

  private static @Nullable FailureEvent findFirst(List<FailureEvent> candidates, Clock clock) {
    FailureEvent best = null;
    for (FailureEvent event : candidates) {
      if (best == null || isSooner(event, best, clock)) {
        best = event;
      }
    }
    return best == null || best.role() == CausalRole.HINT ? null : best;
  }

  private static boolean isSooner(FailureEvent event, FailureEvent best, Clock clock) {
    int order = weightOf(event) - weightOf(best);
    return order < 0 || order == 0 && clock.isBefore(event, best);
  }

  private static int weightOf(FailureEvent event) {
    int preferred =
        switch (event.failure()) {
          // Among the reports of an end from outside, only the scheduler knows whose decision it
          // was.
          case Failure.Scheduler s -> 0;
          case Failure.Exit e when event.rank() != null -> 0;
          default -> 1;
        };
    return event.role().ordinal() * 2 + preferred;
  }

  /**
   * Raises warnings directly before a failure: to complaints if they say what is missing or wrong,
   * unless Python goes on behind them until it raises an exception. What a person writes about the
   * log counts less than any line of it.
   */
  private static List<FailureEvent> promoteHints(List<FailureEvent> events, long lines) {
    List<FailureEvent> promoted = new ArrayList<>();
    long next = Long.MAX_VALUE;
    boolean raises = false;
    for (FailureEvent event : events.reversed()) {
      boolean hint = event.role() == CausalRole.HINT;
      boolean near = lines <= EXCERPT || next - event.line() <= NEAR;
      raises |= event.failure() instanceof Failure.UncaughtException && event.type() != null;
      boolean tells =
          ErrorLineFormat.isSpecific(event.text()) && !(raises && isWarning(event.text()));
      CausalRole raised =
          isProse(event.text())
              ? CausalRole.REPORT
              : tells ? CausalRole.COMPLAINT : CausalRole.ERROR_LINE;
      promoted.add(hint && near ? event.withRole(raised) : event);
      next = hint ? next : event.line();
    }
    return promoted;
  }

  /**
   * Whether a text is a warning of Python: {@code /work/train.py:12: UserWarning: CUDA
   * initialization: …}.
   */
  public static boolean isWarning(String text) {
    int at = text.indexOf("Warning: ");
    return at > 0 && Character.isLetter(text.charAt(at - 1));
  }

  /** {@code I tried to load it, and it failed.}, {@code It reported that the download failed.}. */
  private static boolean isProse(String text) {
    return PROSE.stream().anyMatch(text::startsWith)
        || PROSE_WITHIN.stream().anyMatch(text::contains);
  }

  private static List<FailureEvent> findAlike(FailureEvent first, List<FailureEvent> events) {
    String key = keyOf(first);
    Set<Long> seen = new HashSet<>();
    List<FailureEvent> alike = new ArrayList<>();
    for (FailureEvent event : events) {
      long owner = event.rank() == null ? -1L - event.stream() : event.rank();
      if (keyOf(event).equals(key) && seen.add(owner)) {
        alike.add(event);
      }
    }
    return alike;
  }

  /** Kind, class and the beginning of the text's first line, regardless of numbers in it. */
  public static String keyOf(FailureEvent event) {
    StringBuilder key =
        new StringBuilder(event.kind()).append(' ').append(event.type()).append(' ');
    // What is printed next may look like more of the message.
    String text = event.message().strip().lines().findFirst().orElse("");
    boolean number = false;
    int most = key.length() + 120;
    for (int i = 0; i < text.length() && key.length() < most; i++) {
      char c = text.charAt(i);
      boolean digit = TextScan.isDigit(c);
      if (!digit || !number) {
        key.append(digit ? '0' : c);
      }
      number = digit;
    }
    return key.toString();
  }
}
