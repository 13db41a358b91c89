package dev.faultbook.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.LocalDate;

/** A row of the table {@code diagnosis_count}. */
@Entity
@Table(name = "diagnosis_count")
@IdClass(CountRow.Key.class)
class CountRow {

  @Id LocalDate day;
  @Id String entry;
  long n;

  /**
   * The key of a count.
   *
   * @param day in UTC
   * @param entry id of the leading entry; empty if nothing matched
   */
  record Key(LocalDate day, String entry) implements Serializable {}
}
