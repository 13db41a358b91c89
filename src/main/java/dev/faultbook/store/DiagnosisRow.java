package dev.faultbook.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** A row of the table {@code diagnosis}. */
@Entity
@Table(name = "diagnosis")
class DiagnosisRow implements Persistable<String> {

  @Id String id;
  Instant created;
  Instant expires;
  byte[] deleteTokenHash;
  String lang;
  byte[] redactedLog;
  String reportEn;
  String reportZh;
  String redactions;
  @Nullable String fingerprint;

  @Override
  public String getId() {
    return id;
  }

  /** Rows are only inserted; without this, Spring Data would first query for their ids. */
  @Override
  public boolean isNew() {
    return true;
  }
}
