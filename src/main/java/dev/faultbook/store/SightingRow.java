package dev.faultbook.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.LocalDate;

/** A row of the table {@code sighting}. */
@Entity
@Table(name = "sighting")
@IdClass(SightingRow.Key.class)
class SightingRow {

  @Id String fingerprint;
  @Id LocalDate day;
  @Id String node;
  @Id String entry;
  long n;

  /**
   * The key of a count.
   *
   * @param day in UTC
   * @param node the node that the failure names; empty if it names none
   * @param entry id of the page that explains it; empty if none does, or only one about its class
   */
  record Key(String fingerprint, LocalDate day, String node, String entry)
      implements Serializable {}
}
