package dev.faultbook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.faultbook.redaction.Redactor;
import dev.faultbook.server.RefusalReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

@SpringBootTest(classes = StoreOnly.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
class DiagnosisStoreTests {

  private static final Instant START = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private static final Duration RETENTION = Duration.ofDays(30);

  @Autowired private DiagnosisRows diagnoses;
  @Autowired private FeedbackRows feedbacks;
  @Autowired private CountRows countRows;
  @Autowired private SightingRows sightingRows;
  @Autowired private Schema schema;
  @Autowired private PlatformTransactionManager transactions;
  @Autowired private StoreHealth health;
  @Autowired private JdbcClient sql;

  private Instant now = START;
  private DiagnosisStore archive;

  @BeforeEach
  void anArchiveWithAClockOfOurs() {
    archive = storeOf(DataSize.ofGigabytes(10));
  }

  private DiagnosisStore storeOf(DataSize size) {
    return storeOf(size, new DiskSpace(null, DiskSpace.RESERVE));
  }

  private DiagnosisStore storeOf(DataSize size, DiskSpace space) {
    InstantSource source = () -> now;
    return new DiagnosisStore(
        new DiagnosisStore.Tables(diagnoses, feedbacks, countRows, sightingRows, schema),
        new TransactionTemplate(transactions),
        source.withZone(ZoneOffset.UTC),
        space,
        new StoreSettings(DataSize.ofMegabytes(16), RETENTION, size, 20, 120));
  }

  private static String textOf(StoredDiagnosis saved) {
    try (InputStream text = saved.redactedLog().openText()) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ShareReceipt save(String log) {
    return save(archive, log);
  }

  private static ShareReceipt save(DiagnosisStore store, String log) {
    return store.save(
        Redactor.shared().redact(log),
        "zh",
        "{\"b\": 1, \"a\":  \"x\"}",
        "{\"标题\": \"共享内存\"}",
        null);
  }

  /**
   * Regression: all interfaces returned 500, and the server's log named neither disk nor database.
   */
  @Test
  void aFullDiskIsToldInOneLine() {
    sql.sql(
            "create function disk_full() returns trigger language plpgsql as $$ begin raise"
                + " exception 'could not extend file' using errcode = '53100',"
                + " hint = 'Check free disk space.'; end $$")
        .update();
    sql.sql("create trigger disk_full before insert on diagnosis execute function disk_full()")
        .update();
    try (StoreMessages messages = new StoreMessages()) {
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> save("x"))
          .withMessageContaining("out of space")
          .satisfies(e -> assertThat(e.refusal()).isEqualTo(RefusalReason.STORE_SPACE));
      // PostgreSQL reports the hint and the location on separate lines.
      assertThat(messages.texts())
          .singleElement()
          .asString()
          .contains("53100", "could not extend file", "Check free disk space.")
          .doesNotContain("\n");
    } finally {
      sql.sql("drop function disk_full cascade").update();
    }
    assertThat(archive.find(save("x").id())).isPresent();
  }

  @Test
  void moreThanTheOperatorAllowsIsNotStored() {
    ShareReceipt receipt = save("x");
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> save(storeOf(DataSize.ofBytes(1)), "x"))
        .satisfies(e -> assertThat(e.refusal()).isEqualTo(RefusalReason.STORE_FULL));
    assertThat(archive.find(receipt.id())).isPresent();
  }

  /**
   * Regression: diagnoses were stored until the disk was full and PostgreSQL crashed, although
   * health had reported NO_SPACE for long.
   */
  @Test
  void nothingIsStoredOnceOnlyTheReserveIsFree() {
    ShareReceipt receipt = save("x");
    DiskSpace full = new DiskSpace(SharedTestDatabase.FOLDER, Long.MAX_VALUE);
    DiagnosisStore store = storeOf(DataSize.ofGigabytes(10), full);
    assertThat(new StoreHealth(store, full).health().getStatus().getCode()).isEqualTo("NO_SPACE");
    assertOutOfResources(() -> save(store, "x"));
    assertOutOfResources(store::probeSaving);
    assertOutOfResources(() -> store.saveFeedback(null, "shm-full", true, null, ""));
    assertOutOfResources(() -> store.saveFeedback(receipt.id(), "shm-full", true, null, ""));

    assertThat(store.find(receipt.id())).isPresent();
    assertThat(store.isKept(receipt.id())).isTrue();
    assertThat(store.delete(receipt.id(), receipt.deleteToken())).isTrue();
  }

  @Test
  void healthIsUpAndDiagnosesAreStoredWhileThereIsSpace() {
    DiskSpace enough = new DiskSpace(SharedTestDatabase.FOLDER, 0);
    DiagnosisStore store = storeOf(DataSize.ofGigabytes(10), enough);
    assertThat(new StoreHealth(store, enough).health().getStatus().getCode()).isEqualTo("UP");
    assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
    assertThat(store.find(save(store, "x").id())).isPresent();
  }

  private static void assertOutOfResources(ThrowingCallable call) {
    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.refusal()).isEqualTo(RefusalReason.STORE_SPACE));
  }

  @Test
  void whatIsSavedIsFoundAsItWas() {
    ShareReceipt receipt = save("line 1\r\n第二行 a@example.com\n\0\ttail");
    StoredDiagnosis found = archive.find(receipt.id()).orElseThrow();
    assertThat(found)
        .isEqualTo(
            new StoredDiagnosis(
                receipt.id(),
                START,
                START.plus(RETENTION),
                "zh",
                found.redactedLog(),
                Map.of("email", 1),
                "{\"b\": 1, \"a\":  \"x\"}",
                "{\"标题\": \"共享内存\"}"));
    assertThat(textOf(found)).isEqualTo("line 1\r\n第二行 <email-1>\n\0\ttail");
    assertThat(receipt.expires()).isEqualTo(START.plus(RETENTION));
  }

  @Test
  void aLongLogIsKeptSmall() {
    String log = "node1:1:2 [0] NCCL INFO Channel 00/02 : 0 1 2 3\n".repeat(200_000);
    ShareReceipt receipt = archive.save(Redactor.shared().redact(log), "en", "{}", "{}", null);
    assertThat(textOf(archive.find(receipt.id()).orElseThrow())).isEqualTo(log);
    assertThat(
            sql.sql("select length(redacted_log) from diagnosis where id = ?")
                .param(receipt.id())
                .query(Integer.class)
                .single())
        .isLessThan(log.length() / 100);
  }

  @Test
  void reportsMayHoldWhatPostgresCannot() {
    ShareReceipt receipt =
        archive.save(Redactor.shared().redact("\ud800 x"), "en", "a\0b", "\ud800", null);
    StoredDiagnosis found = archive.find(receipt.id()).orElseThrow();
    assertThat(found.reportEn()).isEqualTo("a\ufffdb");
    assertThat(textOf(found)).isEqualTo("? x");
  }

  @Test
  void idsAndTokensAreLongRandomAndFitForAUrl() {
    ShareReceipt first = save("");
    ShareReceipt second = save("");
    assertThat(List.of(first.id(), first.deleteToken(), second.id(), second.deleteToken()))
        .doesNotHaveDuplicates()
        .allMatch(key -> key.matches("[a-z2-9]{26}"));
  }

  @Test
  void theTokenIsNotStored() {
    ShareReceipt receipt = save("x");
    assertThat(
            sql.sql("select row_to_json(d)::text from diagnosis d where id = ?")
                .param(receipt.id())
                .query(String.class)
                .single())
        .doesNotContain(receipt.deleteToken());
  }

  @Test
  void whatHasExpiredIsAbsentAndThenRemovedButItsVotesStay() {
    ShareReceipt receipt = save("x");
    archive.saveFeedback(receipt.id(), "nccl-shared-memory", true, null, "thanks");
    now = START.plus(RETENTION).minus(1, ChronoUnit.MILLIS);
    assertThat(archive.find(receipt.id())).isPresent();
    now = START.plus(RETENTION);
    assertThat(archive.find(receipt.id())).isEmpty();
    assertThat(archive.delete(receipt.id(), receipt.deleteToken())).isFalse();
    assertThat(archive.saveFeedback(receipt.id(), "nccl-shared-memory", true, null, "late"))
        .isFalse();

    new TransactionTemplate(transactions)
        .executeWithoutResult(
            _ -> {
              assertThat(diagnoses.isFirstAt(DiagnosisStore.PURGE)).isTrue();
              purgeAtAnotherInstance();
              assertThat(countOf("diagnosis", "id = '" + receipt.id() + "'")).isEqualTo(1);
            });
    archive.purgeExpired();
    assertThat(countOf("diagnosis", "id = '" + receipt.id() + "'")).isZero();
    assertThat(countOf("feedback", "comment = 'thanks'")).isEqualTo(1);
  }

  /** In a connection of its own, because another thread has another transaction. */
  private void purgeAtAnotherInstance() {
    CompletableFuture.runAsync(archive::purgeExpired).join();
  }

  @Test
  void noTableKeepsFindingsThatNobodyReads() {
    assertThat(sql.sql("select to_regclass('diagnosis_finding') is null").query().singleValue())
        .isEqualTo(true);
  }

  @Test
  void onlyTheTokenDeletesAndItDeletesTheCommentsToo() {
    ShareReceipt receipt = save("x");
    ShareReceipt other = save("y");
    archive.saveFeedback(receipt.id(), "nccl-shared-memory", false, null, "to be deleted");
    assertThat(archive.delete(receipt.id(), other.deleteToken())).isFalse();
    assertThat(archive.delete(receipt.id(), "")).isFalse();
    assertThat(archive.find(receipt.id())).isPresent();
    assertThat(archive.delete(receipt.id(), receipt.deleteToken())).isTrue();
    assertThat(archive.find(receipt.id())).isEmpty();
    assertThat(archive.delete(receipt.id(), receipt.deleteToken())).isFalse();
    assertThat(countOf("feedback", "comment = 'to be deleted'")).isZero();
    assertThat(archive.find(other.id())).isPresent();
  }

  @Test
  void feedbackIsKeptRedacted() {
    ShareReceipt receipt = save("x");
    assertThat(archive.saveFeedback(receipt.id(), "e", true, null, "ask me@example.com")).isTrue();
    assertThat(archive.saveFeedback(receipt.id(), "e", false, null, null)).isTrue();
    assertThat(
            sql.sql("select helpful, comment from feedback where diagnosis = ? order by id")
                .param(receipt.id())
                .query((row, i) -> row.getBoolean(1) + " " + row.getString(2))
                .list())
        .containsExactly("true ask <email-1>", "false ");
  }

  @Test
  void complaintsAndCommentsAreListedNewestFirst() {
    sql.sql("delete from feedback").update();
    String id = save("text").id();
    archive.saveFeedback(null, "driver-old", true, null, "");
    archive.saveFeedback(null, "driver-old", false, null, "");
    now = now.plusSeconds(1);
    archive.saveFeedback(id, "shm-full", true, null, "worked with 2g");
    now = now.plusSeconds(1);
    archive.saveFeedback(null, "shm-full", false, null, "mail me: alice@example.com");
    assertThat(archive.latestAnswers(9))
        .containsExactly(
            new ReaderAnswer("shm-full", false, null, "mail me: <email-1>", now, null),
            new ReaderAnswer("shm-full", true, null, "worked with 2g", now.minusSeconds(1), id),
            new ReaderAnswer("driver-old", false, null, "", now.minusSeconds(2), null));
    assertThat(archive.latestAnswers(1)).hasSize(1);
    now = now.plus(RETENTION);
    assertThat(archive.latestAnswers(9))
        .as("an expired diagnosis is not linked")
        .extracting(ReaderAnswer::diagnosis)
        .containsOnlyNulls();
  }

  @Test
  void feedbackHasALimit() {
    ShareReceipt receipt = save("x");
    String longest = "😀".repeat(DiagnosisStore.MAX_COMMENT);
    assertThat(archive.saveFeedback(receipt.id(), "e", true, null, longest)).isTrue();
    assertThat(archive.saveFeedback(receipt.id(), "e", true, null, "a@b.cd ".repeat(285))).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> archive.saveFeedback(receipt.id(), "e", true, null, longest + "!"));
  }

  @Test
  void whatIsNoIdIsNotFound() {
    for (String id : List.of("", "x", "../../etc/passwd", "A".repeat(26), "a".repeat(26), "\0")) {
      assertThat(archive.find(id)).isEmpty();
      assertThat(archive.delete(id, "t")).isFalse();
      assertThat(archive.saveFeedback(id, "e", true, null, "")).isFalse();
    }
  }

  @Test
  void healthSaysThatSavingWorks() {
    assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
  }

  @Test
  void theSchemaIsFlyways() {
    assertThat(
            sql.sql(
                    "select version from flyway_schema_history where success order by"
                        + " installed_rank")
                .query(String.class)
                .list())
        .startsWith("1");
  }

  private long countOf(String table, String condition) {
    return sql.sql("select count(*) from " + table + " where " + condition)
        .query(Long.class)
        .single();
  }
}
