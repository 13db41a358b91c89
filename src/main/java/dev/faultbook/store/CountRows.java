package dev.faultbook.store;

import java.time.LocalDate;
import java.util.List;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface CountRows extends Repository<CountRow, CountRow.Key> {

  @Modifying
  @Query(
      nativeQuery = true,
      value =
          "insert into diagnosis_count as c (day, entry, n) values (:day, :entry, :n)"
              + " on conflict (day, entry) do update set n = c.n + excluded.n")
  int add(LocalDate day, String entry, long n);

  List<CountRow> findByDayGreaterThanEqual(LocalDate first);
}
