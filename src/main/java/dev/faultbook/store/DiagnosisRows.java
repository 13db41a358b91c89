package dev.faultbook.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface DiagnosisRows extends Repository<DiagnosisRow, String> {

  DiagnosisRow save(DiagnosisRow row);

  Optional<DiagnosisRow> findByIdAndExpiresAfter(String id, Instant now);

  boolean existsByIdAndExpiresAfter(String id, Instant now);

  /** The diagnoses of a failure that others may find, the newest first. */
  @Query(
      "select new dev.faultbook.store.FoundDiagnosis(d.id, d.created) from DiagnosisRow d"
          + " where d.fingerprint = :fingerprint and d.expires > :now and d.id <> :except"
          + " order by d.created desc, d.id")
  List<FoundDiagnosis> findSame(String fingerprint, Instant now, String except, Limit most);

  @Query("select d.reportEn from DiagnosisRow d where d.id = :id")
  String reportEnOf(String id);

  @Query("select d.reportZh from DiagnosisRow d where d.id = :id")
  String reportZhOf(String id);

  /** Bytes of all diagnoses; the database knows the size of long values without reading them. */
  @Query(
      nativeQuery = true,
      value =
          "select coalesce(sum(pg_column_size(redacted_log) + pg_column_size(report_en)"
              + " + pg_column_size(report_zh)), 0) from diagnosis")
  long size();

  @Modifying
  @Query("delete from DiagnosisRow d where d.id = :id")
  int remove(String id);

  /**
   * Whether this transaction alone holds the lock of a number; of several instances, one does what
   * need not be done twice.
   */
  @Query(nativeQuery = true, value = "select pg_try_advisory_xact_lock(:number)")
  boolean isFirstAt(long number);

  @Modifying
  @Query("delete from DiagnosisRow d where d.expires <= :now")
  int removeExpired(Instant now);
}
