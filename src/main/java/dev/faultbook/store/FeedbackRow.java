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
  @Nullable Long id;

  @Nullable String diagnosis;
  String entry;
  boolean helpful;
  @Nullable String actual;
  String comment;
  Instant created;
}
