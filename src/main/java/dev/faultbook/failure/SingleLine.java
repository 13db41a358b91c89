package dev.faultbook.failure;

/** A failure on a single line. */
record SingleLine(FailureEvent event) implements FailureBlock {
  static SingleLine of(LineText line, Failure failure, CausalRole role) {
    return new SingleLine(FailureEvent.of(line, failure, role));
  }

  @Override
  public Step acceptLine(LineText line) {
    return Step.ENDED;
  }

  @Override
  public boolean yieldsTo(FailureFormat other) {
    return true;
  }

  @Override
  public boolean isInterruption() {
    return event.role() == CausalRole.INTERRUPTION;
  }

  @Override
  public FailureEvent toEvent() {
    return event;
  }
}
