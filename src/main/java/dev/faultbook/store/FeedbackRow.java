package dev.faultbook.store;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code feedback}. */
@Entity
@Table(name = "feedback")
class FeedbackRow {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  Long id;

  @Nullable String diagnosis;
  String entry;
  boolean helpful;
  String comment;
  Instant created;

  protected FeedbackRow() {}

  /**
   * A vote.
   *
   * @param diagnosis id of the diagnosis that it is about, or null
   */
  static FeedbackRow of(@Nullable String diagnosis, String entry, boolean helpful, String comment) {
    FeedbackRow row = new FeedbackRow();
    row.diagnosis = diagnosis;
    row.entry = entry;
    row.helpful = helpful;
    row.comment = comment;
    return row;
  }

  /** The same vote, given at a time. */
  FeedbackRow at(Instant time) {
    created = time;
    return this;
  }
}
