package dev.faultbook.store;

import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface FeedbackRows extends Repository<FeedbackRow, Long> {

  FeedbackRow save(FeedbackRow row);

  void deleteByDiagnosis(String diagnosis);

  @Query(
      "select f.comment from FeedbackRow f where f.diagnosis = :diagnosis and f.comment <> ''"
          + " order by f.created desc, f.id desc")
  List<String> commentsOn(String diagnosis, Limit most);

  @Query(
      "select new dev.faultbook.store.EntryVotes(f.entry,"
          + " sum(case when f.helpful = true then 1L else 0L end),"
          + " sum(case when f.helpful = true then 0L else 1L end))"
          + " from FeedbackRow f where f.created >= :first group by f.entry")
  List<EntryVotes> sumSince(Instant first);

  @Query(
      "select new dev.faultbook.store.ReaderAnswer(f.entry, f.helpful, f.actual, f.comment,"
          + " f.created, d.id)"
          + " from FeedbackRow f"
          + " left join DiagnosisRow d on d.id = f.diagnosis and d.expires > :now"
          + " where f.helpful = false or f.comment <> ''"
          + " order by f.created desc, f.id desc")
  List<ReaderAnswer> latestAnswers(Instant now, Limit most);
}
