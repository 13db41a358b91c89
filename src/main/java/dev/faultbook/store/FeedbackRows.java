package dev.faultbook.store;

import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface FeedbackRows extends Repository<FeedbackRow, Long> {

  FeedbackRow save(FeedbackRow row);

  @Modifying
  @Query("delete from FeedbackRow f where f.diagnosis = :diagnosis")
  int removeOf(String diagnosis);
}
