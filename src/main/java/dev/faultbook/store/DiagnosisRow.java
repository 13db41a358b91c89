package dev.faultbook.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.time.Instant;
import org.springframework.data.domain.Persistable;

/** A row of the table {@code diagnosis}. */
@Entity
@Table(name = "diagnosis")
class DiagnosisRow implements Persistable<String> {

  @Id String id;
  Instant created;
  Instant expires;

  @Column(name = "delete_token_hash")
  byte[] deleteTokenHash;

  String lang;

  @Column(name = "redacted_log")
  byte[] redactedLog;

  @Column(name = "report_en")
  String reportEn;

  @Column(name = "report_zh")
  String reportZh;

  String redactions;

  /** Ids are generated here; without this, Spring Data would first query for the row. */
  @Transient boolean isNew;

  @Override
  public String getId() {
    return id;
  }

  @Override
  public boolean isNew() {
    return isNew;
  }
}
