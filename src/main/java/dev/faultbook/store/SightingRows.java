package dev.faultbook.store;

import java.time.LocalDate;
import java.util.List;
import org.springframework.data.domain.Limit;
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

  /** The nodes with the most failures since a day. */
  @Query(
      "select new dev.faultbook.store.NodeFailures(s.node, sum(s.n), count(distinct s.fingerprint))"
          + " from SightingRow s where s.day >= :first and s.node <> ''"
          + " group by s.node order by sum(s.n) desc, s.node")
  List<NodeFailures> worstNodes(LocalDate first, Limit most);

  /**
   * The failures without a page, the most frequent first. What was met before a page explained the
   * same failure does not count.
   */
  @Query(
      "select new dev.faultbook.store.UnmatchedCount(s.fingerprint, sum(s.n), min(s.day),"
          + " max(s.day)) from SightingRow s where s.day >= :first and s.entry = ''"
          + " and not exists (select 1 from SightingRow t where t.fingerprint = s.fingerprint"
          + " and t.entry <> '' and t.day >= s.day)"
          + " group by s.fingerprint order by sum(s.n) desc, max(s.day) desc, s.fingerprint")
  List<UnmatchedCount> unmatchedSince(LocalDate first, Limit most);

  @Modifying
  @Query("delete from SightingRow s where s.day < :first")
  int removeBefore(LocalDate first);
}
