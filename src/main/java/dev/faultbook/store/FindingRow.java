package dev.faultbook.store;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDate;

/** A row of the table {@code diagnosis_finding}. */
@Entity
@Table(name = "diagnosis_finding")
class FindingRow {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  Long id;

  String diagnosis;
  String entry;
  String kind;
  LocalDate day;

  protected FindingRow() {}

  FindingRow(String diagnosis, String entry, String kind, LocalDate day) {
    this.diagnosis = diagnosis;
    this.entry = entry;
    this.kind = kind;
    this.day = day;
  }
}
