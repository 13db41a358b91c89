package dev.faultbook.store;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/** Removes expired diagnoses at start and then every hour. */
class Expiry {

  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  private final DiagnosisStore archive;

  Expiry(DiagnosisStore archive) {
    this.archive = archive;
  }

  @Scheduled(initialDelay = 5, fixedDelay = 3600, timeUnit = TimeUnit.SECONDS)
  void purge() {
    try {
      int removed = archive.purgeExpired();
      if (removed > 0) {
        LOG.info("Removed {} expired diagnoses.", removed);
      }
    } catch (StoreUnavailableException e) {
      LOG.debug("Expired diagnoses wait until the database is back.", e);
    }
  }
}
