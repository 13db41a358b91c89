package dev.faultbook.api.chat;

import dev.faultbook.store.DiagnosisStore;
import java.time.LocalDate;

/**
 * What readers say of the example's entry, on all doors.
 *
 * @param helped how often it was right
 * @param failed how often it was wrong
 */
record Votes(long helped, long failed) {
  static Votes count(DiagnosisStore archive) {
    return archive.votesSince(LocalDate.EPOCH).stream()
        .filter(votes -> votes.entry().equals("shm-full"))
        .map(votes -> new Votes(votes.helped(), votes.failed()))
        .findFirst()
        .orElse(new Votes(0, 0));
  }

  /** These and more. */
  Votes plus(long right, long wrong) {
    return new Votes(helped + right, failed + wrong);
  }
}
