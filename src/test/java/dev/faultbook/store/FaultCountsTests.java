package dev.faultbook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.ServerSocket;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

@SpringBootTest(classes = StoreOnly.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
class FaultCountsTests {
  private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

  @Autowired private DiagnosisStore archive;
  @Autowired private JdbcClient sql;

  private final AtomicReference<Instant> now =
      new AtomicReference<>(DAY.atStartOfDay().toInstant(ZoneOffset.UTC));
  private FaultCounts counts;

  @BeforeEach
  void empty() {
    sql.sql("truncate diagnosis_count").update();
    counts = new FaultCounts(archive, clock(), true);
  }

  private Clock clock() {
    InstantSource source = now::get;
    return source.withZone(ZoneOffset.UTC);
  }

  @Test
  void diagnosesAreCountedByDayAndByTheEntryThatLed() {
    counts.countEntry("nccl-shared-memory");
    counts.countEntry("nccl-shared-memory");
    counts.countEntry("");
    counts.write();
    now.set(now.get().plusSeconds(86_400));
    counts.countEntry("nccl-shared-memory");
    counts.write();
    counts.countEntry("nccl-shared-memory");

    assertThat(counts.countsSince(DAY))
        .containsExactlyInAnyOrder(
            new FaultCounts.Count(DAY, "nccl-shared-memory", 2),
            new FaultCounts.Count(DAY, "", 1),
            new FaultCounts.Count(DAY.plusDays(1), "nccl-shared-memory", 2));
    assertThat(counts.countsSince(DAY.plusDays(1))).hasSize(1);
    // The last count is not written until the next batch.
    assertThat(sql.sql("select sum(n) from diagnosis_count").query(Long.class).single())
        .isEqualTo(4);
  }

  @Test
  void failuresAreCountedByDayNodeAndPage() {
    sql.sql("delete from sighting").update();
    SightingRow.Key key = new SightingRow.Key("00ff", DAY, "gpu-a02", "");
    archive.addSightings(Map.of(key, 2L, new SightingRow.Key("00ff", DAY, "", ""), 1L));
    archive.addSightings(Map.of(key, 3L));
    archive.addSightings(Map.of(new SightingRow.Key("00ff", DAY.minusDays(1), "", "x"), 7L));
    assertThat(archive.sightingsOf("00ff", DAY))
        .extracting(row -> row.node + " " + row.n)
        .containsExactlyInAnyOrder("gpu-a02 5", " 1");
    assertThat(archive.sightingsOf("00ff", DAY.minusDays(1))).hasSize(3);
    assertThat(archive.sightingsOf("00fe", DAY)).isEmpty();
  }

  /** Invented failures fill no table; those already known still count. */
  @Test
  void aDayHasABoundedNumberOfFailures() {
    sql.sql("delete from sighting").update();
    sql.sql("insert into sighting select 'f' || i, ?, '', '', 1 from generate_series(1, 20000) i")
        .param(DAY)
        .update();
    archive.addSightings(
        Map.of(
            new SightingRow.Key("f7", DAY, "", ""),
            1L,
            new SightingRow.Key("new", DAY, "", ""),
            1L,
            new SightingRow.Key("new", DAY.plusDays(1), "", ""),
            1L));
    assertThat(archive.sightingsOf("f7", DAY)).extracting(row -> row.n).containsExactly(2L);
    assertThat(archive.sightingsOf("new", DAY))
        .extracting(row -> row.day)
        .containsExactly(DAY.plusDays(1));
    sql.sql("delete from sighting").update();
  }

  @Test
  void whereTheOperatorSaysSoNothingIsCounted() {
    FaultCounts off = new FaultCounts(archive, clock(), false);
    off.countEntry("nccl-shared-memory");
    off.write();
    assertThat(off.isEnabled()).isFalse();
    assertThat(off.countsSince(DAY)).isEmpty();
  }

  @Test
  void countsWaitForADatabaseThatIsAwayUpToABound() throws Exception {
    int nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = socket.getLocalPort();
    }
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(StoreOnly.class)
            .web(WebApplicationType.NONE)
            .run(
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + nobody + "/none",
                "--spring.datasource.hikari.connection-timeout=300")) {
      FaultCounts away = new FaultCounts(context.getBean(DiagnosisStore.class), clock(), true);
      for (int i = 0; i < FaultCounts.MAX_WAITING + 5; i++) {
        away.countEntry("entry-" + i);
      }
      away.countEntry("entry-0");
      away.write();
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> away.countsSince(DAY));
      Map<CountRow.Key, Long> waiting = away.waitingCounts();
      assertThat(waiting).hasSize(FaultCounts.MAX_WAITING);
      assertThat(waiting).containsEntry(new CountRow.Key(DAY, "entry-0"), 2L);
    }
  }

  @Test
  void aVoteNeedsNoDiagnosisAndIsKeptRedacted() {
    archive.saveFeedback(null, "counted-entry", false, null, "ask me@example.com\0");
    assertThat(
            sql.sql(
                    "select helpful, comment, diagnosis from feedback where entry ="
                        + " 'counted-entry'")
                .query((row, i) -> row.getBoolean(1) + " " + row.getString(2) + row.getString(3))
                .list())
        .containsExactly("false ask <email-1>\uFFFDnull");
  }
}
