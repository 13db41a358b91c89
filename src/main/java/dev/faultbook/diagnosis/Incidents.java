package dev.faultbook.diagnosis;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.failure.CausalRole;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.Failures;
import dev.faultbook.failure.FirstFailure;
import dev.faultbook.run.Ended;
import dev.faultbook.run.Incident;
import dev.faultbook.run.Run;
import dev.faultbook.run.RunLog;
import dev.faultbook.run.Survival;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/** Tells the reader of runs what the failures of a log say about the end of the run. */
final class Incidents {
  private static final String WENT_ON = "the same process";
  private static final String TRIED_AGAIN = "tried again";
  private static final int SIGINT = 2;
  private static final int SIGKILL = 9;
  private static final int SIGTERM = 15;

  /** What shells add to the number of the signal that ended a process. */
  private static final int BY_SIGNAL = 128;

  /** A number of hexadecimal digits in a key, in which 0 stands for runs of digits. */
  private static final Pattern HASH = Pattern.compile("\\b[a-f]*0[0a-f]*\\b");

  private static final Pattern EXIT_CODE = Pattern.compile("(?:code|status|\\p{Han})[ :=]*(\\d+)");

  private final RunLog log;
  private final Survival survival;
  private final List<Incident> unhandled;

  /** Ends of attempts that seemed to be handled, because the next attempt prints where they did. */
  private final List<Incident> ofEarlierAttempts;

  private final Failures open;

  Incidents(RunLog log, Failures failures, LongPredicate harmless) {
    this.log = log;
    List<FailureEvent> events =
        failures.events().stream()
            .map(event -> endsLog(event) ? event.asUnhandled() : event)
            .toList();
    this.unhandled =
        events.stream()
            .filter(event -> event.handled() == null && !event.isTeardown())
            .filter(event -> !harmless.test(event.line()))
            .map(Incidents::toIncident)
            .toList();
    this.survival = new Survival(log, unhandled);
    this.ofEarlierAttempts =
        survival.findEndsOfAttempts(
            events.stream()
                .filter(event -> event.handled() != null && seemsHandled(event.handled()))
                .map(Incidents::toIncident)
                .toList());
    Set<Long> survived = unhandled.stream().map(Incident::line).collect(Collectors.toSet());
    survival.findOpen(unhandled).forEach(incident -> survived.remove(incident.line()));
    this.open =
        new Failures(
            events.stream()
                .filter(event -> event.handled() != null || !survived.contains(event.line()))
                .toList(),
            failures.count(),
            failures.lines(),
            failures.idle());
  }

  /** Whether nothing follows an exception that seemed to be handled: then nobody handled it. */
  private boolean endsLog(FailureEvent event) {
    return event.handled() != null
        && event.failure() instanceof Failure.UncaughtException
        && !event.isTeardown()
        && event.lastLine() >= log.lastLine();
  }

  private static boolean seemsHandled(String how) {
    return how.startsWith(WENT_ON) || how.equals(TRIED_AGAIN);
  }

  /**
   * The failure that no other explains. If a launcher started the job again and it worked, that is
   * what ended the latest attempt, unless the attempts before ended in the same way.
   */
  FirstFailure findFirst(FirstFailure.Clock clock, LongPredicate harmless) {
    FirstFailure all = FirstFailure.findIn(open, clock, harmless);
    long start = survival.latestAttempt();
    if (all.event() == null || all.event().line() >= start) {
      return all;
    }
    Failures latest =
        new Failures(
            open.events().stream().filter(event -> event.line() >= start).toList(),
            open.count(),
            open.lines(),
            open.idle());
    FirstFailure last = FirstFailure.findIn(latest, clock, harmless);
    boolean other =
        last.event() != null
            && (last.event().role() == CausalRole.CAUSE
                || last.event().failure() instanceof Failure.Scheduler)
            && !FirstFailure.keyOf(last.event()).equals(FirstFailure.keyOf(all.event()));
    return other ? last : all;
  }

  /** What the job did, judged with the failures that the program did not handle. */
  Run judgeRun(FirstFailure first) {
    FailureEvent lead = first.event();
    List<Incident> incidents = new ArrayList<>(unhandled);
    incidents.addAll(ofEarlierAttempts);
    if (lead != null && lead.handled() != null) {
      // It seemed to be handled, because other processes of its stream went on.
      incidents.add(toIncident(lead));
    }
    incidents.sort(Comparator.comparingLong(Incident::line));
    return Run.judge(log, survival, incidents, lead == null ? 0 : lead.line());
  }

  /** Whether the run did not survive a failure. */
  static boolean isOpen(FailureEvent event, Run run) {
    Incident incident = toIncident(event);
    boolean fatal = incident.weight() == Incident.Weight.END && event.handled() == null;
    return incident.weight() == Incident.Weight.MACHINE
        || !run.survived(incident.lastLine(), incident.stream(), fatal);
  }

  private static Incident toIncident(FailureEvent event) {
    return new Incident(
        event.line(),
        event.lastLine(),
        event.stream(),
        event.time(),
        weightOf(event),
        endOf(event),
        fingerprintOf(event));
  }

  /** Actors are other ones in each attempt; an exit tells by its code alone why it happened. */
  private static String fingerprintOf(FailureEvent event) {
    String key = HASH.matcher(FirstFailure.keyOf(event)).replaceAll("0");
    boolean exit = event.role() == CausalRole.EXIT || event.role() == CausalRole.REPORT;
    Matcher code = EXIT_CODE.matcher(event.text());
    return exit && code.find() ? key + ' ' + code.group(1) : key;
  }

  private static Incident.Weight weightOf(FailureEvent event) {
    if (event.failure() instanceof Failure.Kernel) {
      return Incident.Weight.MACHINE;
    }
    return switch (event.role()) {
      case CAUSE, DEATH, EXIT, REPORT -> Incident.Weight.END;
      // An exception that nobody caught ended its process, whoever caused it.
      case CONSEQUENCE ->
          event.failure() instanceof Failure.UncaughtException
              ? Incident.Weight.END
              : Incident.Weight.FOLLOWS;
      case INTERRUPTION -> Incident.Weight.FOLLOWS;
      case COMMAND, COMPLAINT, ERROR_LINE, HINT, TEARDOWN -> Incident.Weight.ERROR;
    };
  }

  private static Ended endBySignal(int signal) {
    return switch (signal) {
      case SIGKILL, SIGTERM -> Ended.KILLED;
      case SIGINT -> Ended.CANCELLED;
      default -> Ended.FAILED;
    };
  }

  private static Ended endOf(FailureEvent event) {
    return switch (event.failure()) {
      case Failure.Scheduler by ->
          switch (by.reason()) {
            case TIME_LIMIT -> Ended.TIME_LIMIT;
            case PREEMPTED -> Ended.PREEMPTED;
            case CANCELLED -> Ended.CANCELLED;
            case SPOT_RECLAIMED -> Ended.RECLAIMED;
            case EVICTED -> Ended.EVICTED;
            case OUT_OF_MEMORY -> Ended.KILLED;
            case NODE_FAILURE, REFUSED -> Ended.FAILED;
          };
      case Failure.Signal signal -> endBySignal(signal.number());
      case Failure.Exit exit when exit.code() > BY_SIGNAL -> endBySignal(exit.code() - BY_SIGNAL);
      case Failure.Kernel by when by.event() == Failure.Kernel.Event.OUT_OF_MEMORY -> Ended.KILLED;
      case Failure.UncaughtException _ when "KeyboardInterrupt".equals(event.type()) ->
          Ended.CANCELLED;
      default -> Ended.FAILED;
    };
  }
}
