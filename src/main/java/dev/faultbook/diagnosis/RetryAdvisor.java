package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeSighting;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Retry;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    Optional<RetryAdvice> once = adviseOnce(findings, failures, codes);
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

  private static Optional<RetryAdvice> adviseOnce(
      List<Finding> findings, FailureAnalysis failures, CodeAnalysis codes) {
    // The driver's own statement takes precedence over the entry of a cause and over every table.
    Optional<RetryAdvice> driver =
        codes
            .findRecovery()
            .filter(sighting -> sighting.action().action() != Retry.Action.NONE)
            .map(RetryAdvisor::adviseByTable);
    if (driver.isPresent()) {
      return driver;
    }
    // A longer limit, which the entry about time limits advises, does not help a job that hung.
    Optional<RetryAdvice> hung =
        failures
            .idleBeforeLimit()
            .map(
                time ->
                    new RetryAdvice(
                        Retry.Verdict.UNKNOWN,
                        Retry.Action.NONE,
                        new RetryAdvice.Reason.Idle(time)));
    if (hung.isPresent()) {
      return hung;
    }
    Optional<Finding> lead =
        findings.stream().filter(finding -> finding.role() != Role.HARMLESS).findFirst();
    Optional<Retry> stated = lead.flatMap(finding -> finding.entry().guidance().retry());
    boolean cause = lead.filter(f -> f.entry().kind() == EntryKind.CAUSE).isPresent();
    if (stated.isPresent() && (cause || !failures.explainsItself())) {
      return stated.map(
          retry ->
              new RetryAdvice(
                  retry.verdict(), retry.action(), new RetryAdvice.Reason.Stated(retry)));
    }
    Optional<RetryAdvice> tabulated =
        codes
            .findRecovery()
            .or(() -> lead.isPresent() ? Optional.empty() : codes.findLead())
            .map(RetryAdvisor::adviseByTable);
    if (failures.hasFailed()) {
      Optional<RetryAdvice> structural = failures.event().map(RetryAdvisor::adviseByStructure);
      return structural.filter(RetryAdvisor::isCertain).or(() -> tabulated).or(() -> structural);
    }
    if (tabulated.isPresent()) {
      return tabulated;
    }
    return lead.map(
        finding ->
            structuralAdvice(Retry.Verdict.UNKNOWN, Retry.Action.NONE, RetryAdvice.Case.UNDECIDED));
  }

  /** For kernel faults, the structure shows only that there is one. */
  private static boolean isCertain(RetryAdvice advice) {
    boolean fault =
        advice.reason() instanceof RetryAdvice.Reason.Structural structural
            && structural.basis() == RetryAdvice.Case.KERNEL_FAULT;
    return advice.verdict() != Retry.Verdict.UNKNOWN && !fault;
  }

  private static RetryAdvice adviseByTable(CodeSighting sighting) {
    CodeAction action = sighting.action();
    Retry.Verdict verdict =
        sighting.special().isPresent()
            ? action.verdict()
            : sighting.code().advice().verdict().orElse(action.verdict());
    return new RetryAdvice(verdict, action.action(), new RetryAdvice.Reason.Tabulated(sighting));
  }

  private static RetryAdvice adviseByStructure(FailureEvent event) {
    return switch (event.failure()) {
      case Failure.UncaughtException e -> ofException(event);
      case Failure.Command c ->
          structuralAdvice(
              Retry.Verdict.WILL_FAIL_AGAIN,
              Retry.Action.FIX_ENVIRONMENT,
              RetryAdvice.Case.COMMAND_FAILED);
      case Failure.Scheduler s -> ofScheduler(s.reason());
      case Failure.Kernel k ->
          k.event() == Failure.Kernel.Event.OUT_OF_MEMORY
              ? outOfMemory()
              : structuralAdvice(
                  Retry.Verdict.MAY_RECOVER,
                  Retry.Action.OTHER_NODE,
                  RetryAdvice.Case.KERNEL_FAULT);
      case Failure.Signal s ->
          structuralAdvice(Retry.Verdict.UNKNOWN, Retry.Action.NONE, RetryAdvice.Case.CRASHED);
      case Failure.Exit e ->
          structuralAdvice(Retry.Verdict.UNKNOWN, Retry.Action.NONE, RetryAdvice.Case.UNDECIDED);
      case Failure.Message m ->
          structuralAdvice(Retry.Verdict.UNKNOWN, Retry.Action.NONE, RetryAdvice.Case.UNDECIDED);
    };
  }

  private static RetryAdvice ofException(FailureEvent event) {
    // Somebody pressed Ctrl-C, or a launcher sent SIGINT.
    if (event.failure() instanceof Failure.UncaughtException e
        && "KeyboardInterrupt".equals(e.type())) {
      return structuralAdvice(
          Retry.Verdict.MAY_RECOVER, Retry.Action.NONE, RetryAdvice.Case.CANCELLED);
    }
    return event.raisedIn() == null && event.ownFrame() != null
        ? structuralAdvice(
            Retry.Verdict.WILL_FAIL_AGAIN, Retry.Action.FIX_PROGRAM, RetryAdvice.Case.OWN_EXCEPTION)
        : structuralAdvice(
            Retry.Verdict.UNKNOWN, Retry.Action.FIX_PROGRAM, RetryAdvice.Case.LIBRARY_EXCEPTION);
  }

  private static RetryAdvice ofScheduler(Failure.Scheduler.Reason reason) {
    return switch (reason) {
      case TIME_LIMIT ->
          structuralAdvice(
              Retry.Verdict.WILL_FAIL_AGAIN,
              Retry.Action.FREE_RESOURCES,
              RetryAdvice.Case.TIME_LIMIT);
      case PREEMPTED ->
          structuralAdvice(
              Retry.Verdict.MAY_RECOVER, Retry.Action.NONE, RetryAdvice.Case.PREEMPTED);
      case NODE_FAILURE ->
          structuralAdvice(
              Retry.Verdict.MAY_RECOVER, Retry.Action.OTHER_NODE, RetryAdvice.Case.NODE_FAILED);
      case CANCELLED ->
          structuralAdvice(
              Retry.Verdict.MAY_RECOVER, Retry.Action.NONE, RetryAdvice.Case.CANCELLED);
      case OUT_OF_MEMORY -> outOfMemory();
      case EVICTED ->
          structuralAdvice(
              Retry.Verdict.MAY_RECOVER, Retry.Action.FREE_RESOURCES, RetryAdvice.Case.EVICTED);
      case SPOT_RECLAIMED ->
          structuralAdvice(
              Retry.Verdict.MAY_RECOVER, Retry.Action.OTHER_NODE, RetryAdvice.Case.SPOT_RECLAIMED);
      case REFUSED ->
          structuralAdvice(
              Retry.Verdict.WILL_FAIL_AGAIN,
              Retry.Action.FIX_ENVIRONMENT,
              RetryAdvice.Case.REFUSED);
    };
  }

  private static RetryAdvice outOfMemory() {
    return structuralAdvice(
        Retry.Verdict.WILL_FAIL_AGAIN, Retry.Action.FREE_RESOURCES, RetryAdvice.Case.OUT_OF_MEMORY);
  }

  private static RetryAdvice structuralAdvice(
      Retry.Verdict verdict, Retry.Action action, RetryAdvice.Case basis) {
    return new RetryAdvice(verdict, action, new RetryAdvice.Reason.Structural(basis));
  }
}
