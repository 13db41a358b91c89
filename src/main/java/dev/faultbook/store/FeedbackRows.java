package dev.faultbook.store;

import java.time.Instant;
import java.util.List;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface FeedbackRows extends Repository<FeedbackRow, Long> {

  FeedbackRow save(FeedbackRow row);

  @Modifying
  @Query("delete from FeedbackRow f where f.diagnosis = :diagnosis")
  int removeOf(String diagnosis);

  @Query(
      "select new dev.faultbook.store.EntryVotes(f.entry,"
          + " sum(case when f.helpful = true then 1L else 0L end),"
          + " sum(case when f.helpful = true then 0L else 1L end))"
          + " from FeedbackRow f where f.created >= :first group by f.entry")
  List<EntryVotes> sumSince(Instant first);
}
