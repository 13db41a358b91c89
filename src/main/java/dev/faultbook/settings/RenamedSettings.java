package dev.faultbook.settings;

import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Logs at start which settings use a name of the first release. {@code application.yaml} still
 * reads them; the next release will not.
 */
@Component
class RenamedSettings {
  static final Map<String, String> NEW_NAMES =
      new TreeMap<>(
          Map.of(
              "faultbook.limit", "faultbook.diagnosis.max-log-size",
              "faultbook.at-once", "faultbook.diagnosis.max-concurrent",
              "faultbook.patience", "faultbook.diagnosis.max-wait",
              "faultbook.save-limit", "faultbook.store.max-log-size",
              "faultbook.archive.retention", "faultbook.store.retention",
              "faultbook.counts", "faultbook.statistics.enabled"));

  private static final Logger LOG = LoggerFactory.getLogger(RenamedSettings.class);

  RenamedSettings(Environment environment) {
    NEW_NAMES.forEach(
        (old, now) -> {
          if (environment.containsProperty(old)) {
            LOG.warn(
                "The setting {} is now called {}; the next release no longer reads the old name.",
                old,
                now);
          }
        });
  }
}
