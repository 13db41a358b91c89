package dev.faultbook.store;

import java.time.LocalDate;
import java.util.List;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface SightingRows extends Repository<SightingRow, SightingRow.Key> {

  /** Adds to a count; a new one only while the day has fewer than {@code most} rows. */
  @Modifying
  @Query(
      nativeQuery = true,
      value =
          "insert into sighting as s (fingerprint, day, node, entry, n)"
              + " select :fingerprint, :day, :node, :entry, :n"
              + " where (select count(*) from sighting where day = :day) < :most"
              + " or exists (select 1 from sighting where fingerprint = :fingerprint"
              + " and day = :day and node = :node and entry = :entry)"
              + " on conflict (fingerprint, day, node, entry) do update set n = s.n + excluded.n")
  int add(String fingerprint, LocalDate day, String node, String entry, long n, long most);

  List<SightingRow> findByFingerprintAndDayGreaterThanEqual(String fingerprint, LocalDate first);

  @Modifying
  @Query("delete from SightingRow s where s.day < :first")
  int removeBefore(LocalDate first);
}
