package dev.faultbook.failure;

import dev.faultbook.failure.FailureBlock.Step;
import org.jspecify.annotations.Nullable;

/** Reads the failures of one log stream, line by line. */
final class StreamReader {
  private static final int ATTENTION = 6;
  private static final int PROGRESS = 5;

  /** Bytes of objects and references around the text of a line of an open block. */
  private static final int OVERHEAD = 150;

  private final FailureFormats formats;
  private final EventBuffer events;
  private @Nullable FailureBlock block;
  private long openBytes;
  private @Nullable String hint;
  private @Nullable Integer rankHint;
  private @Nullable String retry;
  private int attention;
  private boolean causes;

  /**
   * Whether the program itself reports the latest traceback: then one step shows that it goes on.
   */
  private boolean caught;

  private int progress = PROGRESS;
  private long lines;
  private boolean stopped;
  private boolean everStopped;
  private boolean limited;

  StreamReader(FailureFormats formats, EventBudget budget) {
    this.formats = formats;
    this.events = new EventBuffer(budget);
  }

  long openBytes() {
    return openBytes;
  }

  EventBuffer events() {
    return events;
  }

  /** Counts a line, relevant or not. */
  void countLine() {
    lines++;
  }

  /** The number of lines of the stream since its first failure. */
  long lines() {
    return lines;
  }

  /** Whether only lines with a trigger word are relevant. */
  boolean isIdle() {
    return block == null && attention == 0;
  }

  /** Whether lines that report progress are relevant. */
  boolean watchesProgress() {
    return block == null ? progress < PROGRESS : caught && block.mayEnd();
  }

  void noteProgress() {
    endBlock();
    if (++progress == PROGRESS) {
      events.markAllHandled("the same process went on");
    }
  }

  /**
   * Reads a line.
   *
   * @param triggers bits of the formats with a trigger word in the line
   * @param previous the previous line if it belongs to the same stream; otherwise null
   */
  void acceptLine(LineText line, long triggers, @Nullable String previous) {
    if (attention > 0 && block == null && !line.isBlank() && !line.severity().isHarmless()) {
      events.addDetail(line);
    }
    readLine(line, belongsToCauses(line) ? formats.withoutOutside(triggers) : triggers, previous);
    if (attention > 0 && --attention >= 0 && Aftermath.announcesRetry(line.bare())) {
      boolean ofLast = events.markLastHandled("tried again", line.number());
      retry = ofLast ? line.raw() : retry;
    }
  }

  /**
   * Whether a line is a cause of the failure above it, as Rust's libraries list them: {@code Caused
   * by:} and indented lines.
   */
  private boolean belongsToCauses(LineText line) {
    boolean indented = line.countIndent() > 0;
    causes =
        attention > 0
            && block == null
            && (line.bare().equals("Caused by:") || causes && (indented || line.isBlank()));
    return causes && indented;
  }

  private void readLine(LineText line, long triggers, @Nullable String previous) {
    if (block != null) {
      openBytes += OVERHEAD + 2L * line.raw().length();
      FailureBlock other = formats.openBlock(line, triggers, block);
      if (other != null) {
        endBlock();
        beginBlock(other, line, previous);
        return;
      }
      Step step = block.acceptLine(line);
      if (step == Step.TAKEN) {
        return;
      }
      if (step == Step.ENDED) {
        endBlock();
      }
    }
    FailureBlock next =
        formats.openBlock(line, triggers, block != null && block.mayEnd() ? null : block);
    if (next != null) {
      endBlock();
      beginBlock(next, line, previous);
    }
  }

  private void beginBlock(FailureBlock next, LineText line, @Nullable String previous) {
    block = next;
    openBytes = OVERHEAD + 2L * line.raw().length();
    caught = next instanceof TracebackBlock && Aftermath.isReported(line);
    stopped = next.isInterruption() && !everStopped;
    everStopped |= stopped;
    hint =
        next instanceof TracebackBlock || previous != null && Aftermath.isIgnored(previous)
            ? Aftermath.findReasonBefore(announcementBefore(previous), line)
            : null;
    if (next instanceof SingleLine) {
      endBlock();
    }
  }

  /**
   * The previous line, unless it reports the retry of an earlier traceback and so does not announce
   * a new one.
   */
  private @Nullable String announcementBefore(@Nullable String previous) {
    return previous != null && retry != null && previous.stripTrailing().endsWith(retry)
        ? null
        : previous;
  }

  void endBlock() {
    if (block == null) {
      return;
    }
    FailureEvent event = block.toEvent();
    Integer stated = block instanceof TorchrunFormat.Report report ? report.rank() : null;
    boolean traceback = block instanceof TracebackBlock;
    block = null;
    openBytes = 0;
    if (event != null) {
      emitEvent(
          traceback && rankHint != null && event.rank() == null ? event.ofRank(rankHint) : event);
    }
    rankHint = stated;
  }

  /** Whether the latest event is the first one that stopped the stream from outside. */
  boolean wasStopped() {
    boolean now = stopped;
    stopped = false;
    return now;
  }

  /** Whether the latest event is a time limit of the scheduler. */
  boolean reachedLimit() {
    boolean now = limited;
    limited = false;
    return now;
  }

  /** Adds an event that was found in earlier lines. */
  void addEvent(FailureEvent event) {
    events.add(event, lines);
  }

  private void emitEvent(FailureEvent event) {
    FailureEvent told = event;
    if (hint != null) {
      told = told.withHandled(hint);
      if (hint.startsWith("ignored")) {
        told = told.withRole(CausalRole.TEARDOWN);
      }
      hint = null;
    }
    events.add(told, lines);
    limited =
        told.failure() instanceof Failure.Scheduler by
            && by.reason() == Failure.Scheduler.Reason.TIME_LIMIT;
    if (told.role() != CausalRole.TEARDOWN) {
      progress = caught ? PROGRESS - 1 : 0;
    }
    attention =
        told.failure() instanceof Failure.UncaughtException
            ? ATTENTION
            : FailureEvent.MAX_DETAILS + 1;
  }
}
