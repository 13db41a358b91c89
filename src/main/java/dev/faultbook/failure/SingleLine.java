package dev.faultbook.failure;

/** A failure on a single line. */
record SingleLine(FailureEvent event) implements FailureBlock {
  static SingleLine of(LineText line, Failure failure, Standing standing) {
    return new SingleLine(FailureEvent.of(line, failure, standing));
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
    return event.standing() == Standing.INTERRUPTION;
  }

  @Override
  public FailureEvent toEvent() {
    return event;
  }
}
