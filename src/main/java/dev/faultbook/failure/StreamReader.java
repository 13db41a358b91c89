package dev.faultbook.failure;

import dev.faultbook.failure.FailureBlock.Step;

/** Reads the failures of one log stream, line by line. */
final class StreamReader {
  private static final int ATTENTION = 6;
  private static final int PROGRESS = 5;

  private final EventBuffer events = new EventBuffer();
  private FailureBlock block;
  private String hint;
  private Integer rankHint;
  private int attention;
  private int progress = PROGRESS;
  private long lines;
  private boolean stopped;
  private boolean everStopped;

  EventBuffer events() {
    return events;
  }

  /** Counts a line, whether or not it is of interest. */
  void count() {
    lines++;
  }

  /** Lines of the stream since its first failure. */
  long lines() {
    return lines;
  }

  /** Whether only lines with a trigger are of interest. */
  boolean isIdle() {
    return block == null && attention == 0;
  }

  /** Whether lines that tell progress are of interest. */
  boolean watchesProgress() {
    return block == null && progress < PROGRESS;
  }

  void progressed() {
    if (++progress == PROGRESS) {
      events.handleAll("the same process went on");
    }
  }

  /**
   * Takes a line.
   *
   * @param triggers the formats of which the line contains a word
   * @param previous the line before it when that is of the same stream, or null
   */
  void accept(LineText line, long triggers, String previous) {
    read(line, triggers, previous);
    if (attention > 0 && --attention >= 0 && Aftermath.retries(line.bare())) {
      events.handleLastException("tried again");
    }
  }

  private void read(LineText line, long triggers, String previous) {
    if (block != null) {
      FailureBlock other = read(line, triggers, block);
      if (other != null) {
        end();
        begin(other, line, previous);
        return;
      }
      Step step = block.accept(line);
      if (step == Step.TAKEN) {
        return;
      }
      if (step == Step.ENDED) {
        end();
      }
    }
    FailureBlock next = read(line, triggers, block != null && block.waits() ? null : block);
    if (next != null) {
      end();
      begin(next, line, previous);
    }
  }

  private static FailureBlock read(LineText line, long triggers, FailureBlock open) {
    long left = line.severity().harmless() ? triggers & ~Formats.GRAVE_ONLY : triggers;
    while (left != 0) {
      FailureFormat format = Formats.ALL.get(Long.numberOfTrailingZeros(left));
      left &= left - 1;
      if (open == null || format.interrupts() && open.yieldsTo(format)) {
        FailureBlock block = format.read(line);
        if (block != null) {
          return block;
        }
      }
    }
    return null;
  }

  private void begin(FailureBlock next, LineText line, String previous) {
    block = next;
    stopped = next.stops() && !everStopped;
    everStopped |= stopped;
    hint = next instanceof TracebackBlock ? Aftermath.before(previous, line) : null;
    if (next instanceof Told) {
      end();
    }
  }

  void end() {
    if (block == null) {
      return;
    }
    FailureEvent event = block.end();
    Integer stated = block instanceof TorchrunFormat.Report report ? report.rank() : null;
    boolean traceback = block instanceof TracebackBlock;
    block = null;
    if (event != null) {
      emit(traceback && rankHint != null && event.rank() == null ? event.ofRank(rankHint) : event);
    }
    rankHint = stated;
  }

  /** Whether the latest event is the first one by which someone stopped the stream. */
  boolean wasStopped() {
    boolean now = stopped;
    stopped = false;
    return now;
  }

  /** Adds what was found by looking back. */
  void note(FailureEvent event) {
    events.add(event, lines);
  }

  private void emit(FailureEvent event) {
    FailureEvent told = event;
    if (hint != null) {
      told = told.handled(hint);
      if (hint.startsWith("ignored")) {
        told = told.with(Standing.TEARDOWN);
      }
      hint = null;
    }
    events.add(told, lines);
    if (told.standing() != Standing.TEARDOWN) {
      progress = 0;
    }
    if (told.failure() instanceof Failure.UncaughtException) {
      attention = ATTENTION;
    }
  }
}
