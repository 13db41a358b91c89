package dev.faultbook.fleet;

import java.time.Duration;

/**
 * When a job is looked at.
 *
 * @param settle an error is no cause before the job had so much time to go on
 * @param quiet a job that failed and writes nothing for so long has ended
 * @param silence a job that never failed and writes nothing for so long may hang
 * @param busy a job that never pauses is looked at as often
 * @param forget how long a job that ended or fell silent is remembered, so that late records of it
 *     are recognised
 */
public record Pace(
    Duration settle, Duration quiet, Duration silence, Duration busy, Duration forget) {

  /** The pace of real jobs. */
  public static final Pace DEFAULT =
      new Pace(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(30),
          Duration.ofMinutes(1),
          Duration.ofDays(1));
}
