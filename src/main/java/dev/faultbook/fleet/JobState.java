package dev.faultbook.fleet;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a job besides its text. Times are milliseconds; those of records come from their
 * senders, all others from the clock of the instance.
 *
 * @param attempt 1, 2, …
 * @param phase where the attempt stands
 * @param lastRecord time of the latest record
 * @param arrived when the latest record came
 * @param looked when the job was diagnosed last; 0: never
 * @param news whether a line came since then that can change the answer
 * @param end what the scheduler said; null if nothing
 * @param said the entry of the early answer; null if there was none
 * @param node the node of the first record that named one
 * @param user the user, the same
 * @param cost milliseconds that the latest diagnosis took
 * @param late records that came after the final answer and belong to it
 */
record JobState(
    int attempt,
    Phase phase,
    long lastRecord,
    long arrived,
    long looked,
    boolean news,
    LogRecord.@Nullable End end,
    @Nullable String said,
    @Nullable String node,
    @Nullable String user,
    long cost,
    long late) {

  /** Where an attempt stands. */
  enum Phase {
    /** It writes, or is quiet for a moment. */
    RUNNING,
    /** Its log shows an end; more may come. */
    OVER,
    /** It wrote nothing for a long time, and nothing in its log failed. */
    SILENT,
    /** The final answer was given. */
    FAILED,
    /** It ended well. */
    FINISHED;

    boolean isFinal() {
      return this == FAILED || this == FINISHED;
    }
  }

  static JobState first() {
    return new JobState(1, Phase.RUNNING, 0, 0, 0, false, null, null, null, null, 0, 0);
  }

  JobState nextAttempt() {
    return new JobState(attempt + 1, Phase.RUNNING, 0, 0, 0, false, null, null, null, user, 0, 0);
  }

  /** The same attempt, which had no final answer yet. */
  JobState goesOn() {
    return afterLook(Phase.RUNNING, looked, said);
  }

  JobState afterRecord(LogRecord read, long time, long now, boolean more) {
    return new JobState(
        attempt,
        read.text().length == 0 ? phase : Phase.RUNNING,
        Math.max(lastRecord, time),
        now,
        looked,
        news || more,
        read.end() == null ? end : read.end(),
        said,
        node == null ? read.node() : node,
        user == null ? read.user() : user,
        cost,
        late);
  }

  JobState afterLook(Phase now, long at, @Nullable String named) {
    return new JobState(
        attempt, now, lastRecord, arrived, at, false, end, named, node, user, cost, late);
  }

  JobState withLate() {
    return new JobState(
        attempt, phase, lastRecord, arrived, looked, news, end, said, node, user, cost, late + 1);
  }

  JobState withCost(long millis) {
    return new JobState(
        attempt, phase, lastRecord, arrived, looked, news, end, said, node, user, millis, late);
  }
}
