package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeSighting;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Retry;
import dev.faultbook.diagnosis.RetryAdvice.Case;
import dev.faultbook.failure.CausalRole;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether a failed job can be started again. */
final class RetryAdvisor {
  /** The actions for hardware faults. */
  private static final Set<Retry.Action> REPAIRS =
      Set.of(
          Retry.Action.RESET_GPU,
          Retry.Action.REBOOT,
          Retry.Action.OTHER_NODE,
          Retry.Action.CONTACT_ADMIN,
          Retry.Action.REPLACE_HARDWARE);

  /** What servers answer, and clients report, if the fault is the server's. */
  private static final List<String> FAULTS_OF_SERVERS =
      List.of(
          "internal server error",
          "bad gateway",
          "service unavailable",
          "gateway time",
          "too many requests",
          "temporarily unavailable",
          "http2 error",
          "stream error");

  private RetryAdvisor() {}

  /**
   * The advice of the leading cause; otherwise advice from the structure of the failure; otherwise
   * the table entry of the leading code.
   *
   * @return empty if the log shows no failure
   */
  static Optional<RetryAdvice> advise(
      List<Finding> findings, FailureAnalysis failures, CodeAnalysis codes) {
    Optional<Finding> lead =
        findings.stream().filter(finding -> finding.role().isFailure()).findFirst();
    Optional<RetryAdvice> once =
        adviseOnce(lead, failures, codes)
            .map(advice -> failedAtStart(advice, lead, failures) ? advice.atStart() : advice);
    // A reset that did not help twice will not help a third time.
    return once.filter(advice -> REPAIRS.contains(advice.action()))
        .flatMap(advice -> codes.findRepeated())
        .map(
            event ->
                new RetryAdvice(
                    Retry.Verdict.AFTER_ACTION,
                    Retry.Action.REPLACE_HARDWARE,
                    new RetryAdvice.Reason.Repeated(event)))
        .or(() -> once);
  }

  /**
   * Whether nothing else decides and the log shows no progress before the failure: most jobs that
   * fail at their start are set up wrongly.
   */
  private static boolean failedAtStart(
      RetryAdvice advice, Optional<Finding> lead, FailureAnalysis failures) {
    return advice.verdict() == Retry.Verdict.UNKNOWN
        && !(advice.reason() instanceof RetryAdvice.Reason.Idle)
        && failures.hasFailed()
        && failures.event().filter(event -> tellsOwnEnd(event, lead)).isPresent()
        && failures.run().progress() == null;
  }

  /**
   * Whether a failure is that of a process itself. A launcher that reports a worker's end, a
   * watchdog and a task that hangs in the kernel do not know when it began.
   */
  private static boolean tellsOwnEnd(FailureEvent event, Optional<Finding> lead) {
    boolean reported =
        lead.filter(finding -> finding.entry().kind() == EntryKind.SYMPTOM).isPresent()
            && (event.role() == CausalRole.REPORT || event.failure() instanceof Failure.Exit);
    boolean hung =
        "watchdog".equals(event.type())
            || event.failure() instanceof Failure.Kernel by
                && by.event() == Failure.Kernel.Event.HUNG_TASK;
    return !reported && !hung;
  }

  private static Optional<RetryAdvice> adviseOnce(
      Optional<Finding> lead, FailureAnalysis failures, CodeAnalysis codes) {
    // The driver's own statement takes precedence over the entry of a cause and over every table.
    return codes
        .findRecovery()
        .filter(sighting -> sighting.action().action() != Retry.Action.NONE)
        .map(RetryAdvisor::adviseByTable)
        // A longer limit, which the entry about time limits advises, does not help a job that hung.
        .or(() -> failures.idleBeforeLimit().map(RetryAdvice::afterIdle))
        .or(() -> lead.flatMap(finding -> adviseByEntry(finding, failures)))
        .or(() -> adviseWithoutEntry(lead, failures, codes));
  }

  private static Optional<RetryAdvice> adviseByEntry(Finding lead, FailureAnalysis failures) {
    return lead.entry()
        .retry()
        .filter(
            stated ->
                lead.entry().kind() == EntryKind.CAUSE
                    || !failures.explainsItself()
                    || isDecision(failures) && stated.verdict() != Retry.Verdict.UNKNOWN)
        .map(
            stated ->
                new RetryAdvice(
                    stated.verdict(), stated.action(), new RetryAdvice.Reason.Stated(stated)));
  }

  /** A page about what a scheduler decided knows more than the decision alone. */
  private static boolean isDecision(FailureAnalysis failures) {
    return failures.event().filter(of -> of.failure() instanceof Failure.Scheduler).isPresent();
  }

  private static Optional<RetryAdvice> adviseWithoutEntry(
      Optional<Finding> lead, FailureAnalysis failures, CodeAnalysis codes) {
    Optional<RetryAdvice> tabulated =
        codes
            .findRecovery()
            .or(() -> lead.isPresent() ? Optional.empty() : codes.findLead())
            .map(RetryAdvisor::adviseByTable);
    if (failures.hasFailed()) {
      Optional<RetryAdvice> structural =
          failures.event().map(event -> new RetryAdvice(caseOf(event)));
      return structural.filter(RetryAdvisor::isCertain).or(() -> tabulated).or(() -> structural);
    }
    return tabulated.or(() -> lead.map(finding -> new RetryAdvice(Case.UNDECIDED)));
  }

  /** For kernel faults, the structure shows only that there is one. */
  private static boolean isCertain(RetryAdvice advice) {
    return advice.verdict() != Retry.Verdict.UNKNOWN && advice.reason() != Case.KERNEL_FAULT;
  }

  private static RetryAdvice adviseByTable(CodeSighting sighting) {
    CodeAction action = sighting.action();
    Retry.Verdict verdict =
        sighting.special().isPresent()
            ? action.verdict()
            : sighting.code().advice().verdict().orElse(action.verdict());
    return new RetryAdvice(verdict, action.action(), new RetryAdvice.Reason.Tabulated(sighting));
  }

  private static Case caseOf(FailureEvent event) {
    if (event.role() == CausalRole.CONSEQUENCE
        && !(event.failure() instanceof Failure.Scheduler)
        // ninja: build stopped: subcommand failed.
        && !(event.failure() instanceof Failure.Command)) {
      return Case.PEER_LOST;
    }
    return switch (event.failure()) {
      case Failure.UncaughtException e -> caseOfException(e, event);
      case Failure.Command _ -> speaksOfServer(event) ? Case.PEER_LOST : Case.COMMAND_FAILED;
      case Failure.Scheduler s -> caseOfScheduler(s.reason());
      case Failure.Kernel k ->
          k.event() == Failure.Kernel.Event.OUT_OF_MEMORY ? Case.OUT_OF_MEMORY : Case.KERNEL_FAULT;
      case Failure.Signal _ -> Case.CRASHED;
      case Failure.Message _ -> speaksOfServer(event) ? Case.PEER_LOST : Case.ERROR_REPORTED;
      case Failure.Exit _ -> Case.UNDECIDED;
    };
  }

  /** {@code received HTTP status 503}: a fault of the server, which may pass. */
  private static boolean speaksOfServer(FailureEvent event) {
    return event.messages().stream()
        .map(line -> line.text().toLowerCase(Locale.ROOT))
        .anyMatch(text -> FAULTS_OF_SERVERS.stream().anyMatch(text::contains));
  }

  private static Case caseOfException(Failure.UncaughtException exception, FailureEvent event) {
    // Somebody pressed Ctrl-C, or a launcher sent SIGINT.
    if ("KeyboardInterrupt".equals(exception.type())) {
      return Case.CANCELLED;
    }
    if (isOfConnection(exception.type()) || speaksOfServer(event)) {
      return Case.PEER_LOST;
    }
    return event.raisedIn() == null && event.ownFrame() != null
        ? Case.OWN_EXCEPTION
        : Case.LIBRARY_EXCEPTION;
  }

  /**
   * {@code requests.exceptions.ReadTimeout}, {@code ConnectionResetError}, {@code TimeoutError}.
   */
  private static boolean isOfConnection(@Nullable String type) {
    return type != null
        && (type.endsWith("Timeout")
            || type.endsWith("TimeoutError")
            || type.contains("Connection")
            || type.endsWith("BrokenPipeError"));
  }

  private static Case caseOfScheduler(Failure.Scheduler.Reason reason) {
    return switch (reason) {
      case TIME_LIMIT -> Case.TIME_LIMIT;
      case PREEMPTED -> Case.PREEMPTED;
      case NODE_FAILURE -> Case.NODE_FAILED;
      case CANCELLED -> Case.CANCELLED;
      case OUT_OF_MEMORY -> Case.OUT_OF_MEMORY;
      case EVICTED -> Case.EVICTED;
      case SPOT_RECLAIMED -> Case.SPOT_RECLAIMED;
      case REFUSED -> Case.REFUSED;
    };
  }
}
