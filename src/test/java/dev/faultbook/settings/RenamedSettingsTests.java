package dev.faultbook.settings;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;

/**
 * Verifies that the setting names of the first release work for one more release, with a warning
 * for each one that is set.
 */
class RenamedSettingsTests {
  private static final Map<String, String> OLD =
      Map.of(
          "faultbook.limit", "3MB",
          "faultbook.at-once", "7",
          "faultbook.patience", "11s",
          "faultbook.save-limit", "2MB",
          "faultbook.archive.retention", "5d",
          "faultbook.counts", "false");

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(FaultbookProperties.class)
  @Import(RenamedSettings.class)
  static class Settings {}

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withInitializer(new ConfigDataApplicationContextInitializer())
          .withUserConfiguration(Settings.class);

  private static List<String> warnings(
      ApplicationContextRunner runner, Consumer<FaultbookProperties> check) {
    Logger logger = (Logger) LoggerFactory.getLogger(RenamedSettings.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      runner.run(context -> check.accept(context.getBean(FaultbookProperties.class)));
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list).allMatch(event -> event.getLevel() == Level.WARN);
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private static void assertOld(FaultbookProperties settings) {
    assertThat(settings.diagnosis().maxLogSize()).isEqualTo(DataSize.ofMegabytes(3));
    assertThat(settings.diagnosis().maxConcurrent()).isEqualTo(7);
    assertThat(settings.diagnosis().maxWait()).isEqualTo(Duration.ofSeconds(11));
    assertThat(settings.store().maxLogSize()).isEqualTo(DataSize.ofMegabytes(2));
    assertThat(settings.store().retention()).isEqualTo(Duration.ofDays(5));
    assertThat(settings.statistics().enabled()).isFalse();
  }

  @Test
  void everyOldNameStillHoldsAndIsWarnedOf() {
    assertThat(OLD.keySet()).isEqualTo(RenamedSettings.NEW_NAMES.keySet());
    String[] pairs =
        OLD.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toArray(String[]::new);
    List<String> warnings =
        warnings(runner.withPropertyValues(pairs), RenamedSettingsTests::assertOld);
    assertThat(warnings).hasSameSizeAs(OLD.keySet());
    RenamedSettings.NEW_NAMES.forEach(
        (old, now) -> assertThat(warnings).anyMatch(w -> w.contains(old) && w.contains(now)));
  }

  @Test
  void oldNamesHoldInTheEnvironmentToo() {
    Map<String, Object> environment =
        Map.of(
            "FAULTBOOK_LIMIT", "3MB",
            "FAULTBOOK_AT_ONCE", "7",
            "FAULTBOOK_PATIENCE", "11s",
            "FAULTBOOK_SAVE_LIMIT", "2MB",
            "FAULTBOOK_ARCHIVE_RETENTION", "5d",
            "FAULTBOOK_COUNTS", "false");
    List<String> warnings =
        warnings(
            runner.withInitializer(
                context ->
                    context
                        .getEnvironment()
                        .getPropertySources()
                        .addFirst(
                            new SystemEnvironmentPropertySource(
                                "test-systemEnvironment", environment))),
            RenamedSettingsTests::assertOld);
    assertThat(warnings).hasSameSizeAs(OLD.keySet());
  }

  @Test
  void aNewNameWinsOverTheOldOneAndNoNameMeansNoWarning() {
    assertThat(
            warnings(
                runner.withPropertyValues(
                    "faultbook.limit=3MB", "faultbook.diagnosis.max-log-size=9MB"),
                settings ->
                    assertThat(settings.diagnosis().maxLogSize())
                        .isEqualTo(DataSize.ofMegabytes(9))))
        .hasSize(1);
    assertThat(
            warnings(
                runner,
                settings ->
                    assertThat(settings.diagnosis().maxLogSize())
                        .isEqualTo(DataSize.ofMegabytes(64))))
        .isEmpty();
  }
}
