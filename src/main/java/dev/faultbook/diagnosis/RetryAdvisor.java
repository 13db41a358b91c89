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

  private RetryAdvisor() {}

  /**
   * The advice of the leading cause; otherwise advice from the structure of the failure; otherwise
   * the table entry of the leading code.
   *
   * @return empty if the log shows no failure
   */
  static Optional<RetryAdvice> advise(
      List<Finding> findings, FailureAnalysis failures, CodeAnalysis codes) {
    Optional<RetryAdvice> once =
        adviseOnce(findings, failures, codes)
            .map(advice -> failedAtStart(advice, failures) ? advice.atStart() : advice);
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
  private static boolean failedAtStart(RetryAdvice advice, FailureAnalysis failures) {
    return advice.verdict() == Retry.Verdict.UNKNOWN
        && advice.reason() instanceof Case
        && failures.hasFailed()
        && failures.run().progress() == null;
  }

  private static Optional<RetryAdvice> adviseOnce(
      List<Finding> findings, FailureAnalysis failures, CodeAnalysis codes) {
    Optional<Finding> lead =
        findings.stream().filter(finding -> finding.role().isFailure()).findFirst();
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
        .filter(stated -> lead.entry().kind() == EntryKind.CAUSE || !failures.explainsItself())
        .map(
            stated ->
                new RetryAdvice(
                    stated.verdict(), stated.action(), new RetryAdvice.Reason.Stated(stated)));
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
      case Failure.Command _ -> Case.COMMAND_FAILED;
      case Failure.Scheduler s -> caseOfScheduler(s.reason());
      case Failure.Kernel k ->
          k.event() == Failure.Kernel.Event.OUT_OF_MEMORY ? Case.OUT_OF_MEMORY : Case.KERNEL_FAULT;
      case Failure.Signal _ -> Case.CRASHED;
      case Failure.Message _ -> Case.ERROR_REPORTED;
      case Failure.Exit _ -> Case.UNDECIDED;
    };
  }

  private static Case caseOfException(Failure.UncaughtException exception, FailureEvent event) {
    // Somebody pressed Ctrl-C, or a launcher sent SIGINT.
    if ("KeyboardInterrupt".equals(exception.type())) {
      return Case.CANCELLED;
    }
    if (isOfConnection(exception.type())) {
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
