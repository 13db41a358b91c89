package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/**
 * Regression: eight diagnoses of large logs and eight of small ones at a time, whatever the heap,
 * ended a server with 768 MB.
 */
class ServerSettingsTests {
  private static final long MB = 1024 * 1024;

  private static final ServerSettings.Diagnosis LIMITS = limits(8, 1);

  private static ServerSettings.Diagnosis limits(int places, long smallMegabytes) {
    return new ServerSettings.Diagnosis(
        DataSize.ofMegabytes(64),
        places,
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        DataSize.ofMegabytes(smallMegabytes));
  }

  @Test
  void aSmallHeapHasFewerPlaces() {
    assertThat(LIMITS.largeConcurrency(768 * MB)).isEqualTo(2);
    assertThat(LIMITS.smallConcurrency(768 * MB)).isEqualTo(6);
    assertThat(LIMITS.largeConcurrency(64 * MB)).isOne();
    assertThat(LIMITS.smallConcurrency(64 * MB)).isOne();
  }

  @Test
  void aLargeHeapHasAsManyAsWereSet() {
    assertThat(LIMITS.largeConcurrency(64 * 1024 * MB)).isEqualTo(8);
    assertThat(LIMITS.smallConcurrency(64 * 1024 * MB)).isEqualTo(8);
  }

  @Test
  void whatAllLargeDiagnosesHoldFitsIntoAThirdOfTheHeap() {
    for (long heap = 384 * MB; heap <= 3 * 1024 * MB; heap += 96 * MB) {
      long each = 96 * MB + LIMITS.heldBytes(heap);
      assertThat(LIMITS.largeConcurrency(heap) * each).isLessThanOrEqualTo(heap / 3);
    }
    assertThat(LIMITS.heldBytes(64 * MB)).isEqualTo(8 * MB);
    assertThat(LIMITS.heldBytes(64 * 1024 * MB)).isEqualTo(256 * MB);
  }

  @Test
  void smallLogsThatAreSetToBeLargeTakeNoMoreThanLargeOnes() {
    assertThat(limits(8, 32).smallConcurrency(1024 * MB)).isEqualTo(2);
    assertThat(limits(8, 0).smallConcurrency(1024 * MB)).isEqualTo(8);
  }

  @Test
  void thePasswordOfCuratorsIsLongEnoughOrNone() {
    assertThat(curation("").password().isSet()).isFalse();
    assertThat(curation("   ").password().isSet()).isFalse();
    assertThat(curation("12 letters..").password().isSet()).isTrue();
    assertThat(curation("12 letters..").toString()).doesNotContain("letters");
    assertThatThrownBy(() -> curation("11 letters."))
        .hasRootCauseMessage(
            "faultbook.curation.password has fewer than 12 characters; set a longer one, or none to"
                + " close the curators' desk")
        .hasMessageNotContaining("11 letters.");
  }

  private static ServerSettings.Curation curation(String password) {
    return new Binder(
            new MapConfigurationPropertySource(Map.of("faultbook.curation.password", password)))
        .bindOrCreate("faultbook", ServerSettings.class)
        .curation();
  }
}
