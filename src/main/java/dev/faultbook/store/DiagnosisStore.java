package dev.faultbook.store;

import dev.faultbook.content.Language;
import dev.faultbook.redaction.RedactedText;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.SeenReport;
import dev.faultbook.server.RefusalReason;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.Limit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The only access to stored data. Every method throws {@link StoreUnavailableException} while the
 * database is unreachable. Diagnoses and feedback are refused with it also while the disk is nearly
 * full; reading, deleting and counting go on.
 */
@Component
public final class DiagnosisStore {

  /** The longest comment for {@link #saveFeedback}. */
  public static final int MAX_COMMENT = 2000;

  /** Number of the advisory lock of whoever removes expired diagnoses; arbitrary. */
  static final long PURGE = 0xFA17B00CL;

  private static final Logger LOG = LoggerFactory.getLogger(DiagnosisStore.class);
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<Map<String, Integer>> COUNTS = new TypeReference<>() {};

  /** Bounds what an endless stream of invented failures can fill. */
  private static final long MAX_SIGHTINGS_A_DAY = 20_000;

  /** How long it is kept how often a failure was met. */
  private static final int SIGHTING_DAYS = 400;

  /** Most earlier diagnoses of a failure, and most notes on each of them. */
  private static final int MAX_EARLIER = 3;

  private static final Comparator<SightingRow.Key> SIGHTING_ORDER =
      Comparator.comparing(SightingRow.Key::fingerprint)
          .thenComparing(SightingRow.Key::day)
          .thenComparing(SightingRow.Key::node)
          .thenComparing(SightingRow.Key::entry);
  private static final Comparator<CountRow.Key> ORDER =
      Comparator.comparing(CountRow.Key::day).thenComparing(CountRow.Key::entry);

  private final DiagnosisRows diagnoses;
  private final FeedbackRows feedbacks;
  private final CountRows counts;
  private final SightingRows sightings;
  private final Schema schema;
  private final TransactionOperations transactions;
  private final Clock clock;
  private final DiskSpace space;
  private final StoreSettings limits;

  /** The tables of the store, and the schema that creates them. */
  @Component
  record Tables(
      DiagnosisRows diagnoses,
      FeedbackRows feedbacks,
      CountRows counts,
      SightingRows sightings,
      Schema schema) {}

  DiagnosisStore(
      Tables tables,
      TransactionOperations transactions,
      Clock clock,
      DiskSpace space,
      StoreSettings limits) {
    this.diagnoses = tables.diagnoses();
    this.feedbacks = tables.feedbacks();
    this.counts = tables.counts();
    this.sightings = tables.sightings();
    this.schema = tables.schema();
    this.transactions = transactions;
    this.clock = clock;
    this.space = space;
    this.limits = limits;
  }

  /**
   * Stores a diagnosis until it expires.
   *
   * @param lang the language in which the user saw the report
   * @param en the report in English, a JSON document made from the redacted log
   * @param zh the report in Chinese
   * @param fingerprint the fingerprint of its failure if others with the same failure may find it,
   *     otherwise null
   * @throws StoreUnavailableException while the database cannot be reached, its disk has too little
   *     space left, or it holds as much as it may
   */
  public ShareReceipt save(
      RedactedText log, String lang, String en, String zh, @Nullable String fingerprint) {
    Instant now = clock.instant();
    String token = RandomKeys.nextKey();
    DiagnosisRow row = new DiagnosisRow();
    row.id = RandomKeys.nextKey();
    row.created = now;
    row.expires = now.plus(limits.retention());
    row.deleteTokenHash = RandomKeys.hashToken(token);
    row.lang = lang;
    row.redactedLog = PackedText.pack(log.text());
    row.reportEn = withoutNul(en);
    row.reportZh = withoutNul(zh);
    row.redactions = JSON.writeValueAsString(log.counts());
    row.fingerprint = fingerprint;
    // At most three bytes a character in UTF-8, or six for two.
    space.requireFor(row.redactedLog.length + 3L * (en.length() + zh.length()));
    return reachDatabase(
        () -> {
          if (diagnoses.size() >= limits.maxSize().toBytes()) {
            throw new StoreUnavailableException(RefusalReason.STORE_FULL, null);
          }
          diagnoses.save(row);
          return new ShareReceipt(row.id, token, row.expires);
        });
  }

  /** The diagnosis with an id; empty if it does not exist or has expired. */
  public Optional<StoredDiagnosis> find(String id) {
    if (!RandomKeys.wellFormed(id)) {
      return Optional.empty();
    }
    return reachDatabase(() -> diagnoses.findByIdAndExpiresAfter(id, clock.instant()))
        .map(DiagnosisStore::toStored);
  }

  /** Whether a diagnosis with this id exists and has not expired. */
  public boolean isKept(String id) {
    return RandomKeys.wellFormed(id)
        && reachDatabase(() -> diagnoses.existsByIdAndExpiresAfter(id, clock.instant()));
  }

  /** Deletes the diagnosis and its comments; false if it does not exist or the token is wrong. */
  public boolean delete(String id, String token) {
    if (!RandomKeys.wellFormed(id)) {
      return false;
    }
    byte[] hash = RandomKeys.hashToken(token);
    return reachDatabase(
        () -> {
          boolean right =
              diagnoses
                  .findByIdAndExpiresAfter(id, clock.instant())
                  .filter(row -> MessageDigest.isEqual(row.deleteTokenHash, hash))
                  .isPresent();
          if (right) {
            feedbacks.deleteByDiagnosis(id);
          }
          return right && diagnoses.remove(id) > 0;
        });
  }

  /**
   * Stores whether a page helped; false if the diagnosis does not exist. The comment is redacted
   * like a log.
   *
   * @param id id of the diagnosis that led to the page, or null
   * @param comment may be null
   * @throws IllegalArgumentException if the comment is longer than {@link #MAX_COMMENT}
   */
  public boolean saveFeedback(
      @Nullable String id,
      String entry,
      boolean helpful,
      @Nullable String actual,
      @Nullable String comment) {
    String kept = redactComment(comment);
    if (id != null && !RandomKeys.wellFormed(id)) {
      return false;
    }
    space.requireFor(0);
    return reachDatabase(
        () -> {
          Instant now = clock.instant();
          boolean alive = id == null || diagnoses.existsByIdAndExpiresAfter(id, now);
          if (alive) {
            FeedbackRow row = new FeedbackRow();
            row.diagnosis = id;
            row.entry = entry;
            row.helpful = helpful;
            row.actual = actual;
            row.comment = kept;
            row.created = now;
            feedbacks.save(row);
          }
          return alive;
        });
  }

  /**
   * The votes on each entry that has any, unordered.
   *
   * @param first the first day that counts, in UTC
   */
  public List<EntryVotes> votesSince(LocalDate first) {
    return reachDatabase(() -> feedbacks.sumSince(first.atStartOfDay(ZoneOffset.UTC).toInstant()));
  }

  /**
   * The latest answers of readers that an entry did not help, or with a comment; the newest first.
   *
   * @param most most answers
   */
  public List<ReaderAnswer> latestAnswers(int most) {
    return reachDatabase(() -> feedbacks.latestAnswers(clock.instant(), Limit.of(most)));
  }

  /** Adds to the counts, all or none. */
  void addCounts(Map<CountRow.Key, Long> added) {
    reachDatabase(
        () -> {
          // In a fixed order, so that two servers never wait for each other's rows.
          added.entrySet().stream()
              .sorted(Map.Entry.comparingByKey(ORDER))
              .forEach(e -> counts.add(e.getKey().day(), e.getKey().entry(), e.getValue()));
          return added.size();
        });
  }

  /** Adds to how often failures were met, all or none. */
  void addSightings(Map<SightingRow.Key, Long> added) {
    reachDatabase(
        () -> {
          added.entrySet().stream()
              .sorted(Map.Entry.comparingByKey(SIGHTING_ORDER))
              .forEach(
                  e -> {
                    SightingRow.Key key = e.getKey();
                    sightings.add(
                        key.fingerprint(),
                        key.day(),
                        key.node(),
                        key.entry(),
                        e.getValue(),
                        MAX_SIGHTINGS_A_DAY);
                  });
          return added.size();
        });
  }

  /** How often a failure was met since a day. */
  List<SightingRow> sightingsOf(String fingerprint, LocalDate first) {
    return reachDatabase(
        () -> sightings.findByFingerprintAndDayGreaterThanEqual(fingerprint, first));
  }

  /**
   * The latest diagnoses of a failure that others may find.
   *
   * @param except id of a diagnosis that is left out, or null
   */
  List<SeenReport.Earlier> earlierOf(String fingerprint, @Nullable String except) {
    String left = Objects.requireNonNullElse(except, "");
    return reachDatabase(
        () ->
            findSame(fingerprint, left, MAX_EARLIER).stream()
                .map(
                    same ->
                        new SeenReport.Earlier(
                            "/d/" + same.id(),
                            LocalDate.ofInstant(same.created(), ZoneOffset.UTC),
                            feedbacks.commentsOn(same.id(), Limit.of(MAX_EARLIER))))
                .toList());
  }

  /**
   * The nodes with the most failures, those first.
   *
   * @param first the first day that counts, in UTC
   * @param most most nodes
   */
  public List<NodeFailures> worstNodesSince(LocalDate first, int most) {
    return reachDatabase(() -> sightings.worstNodes(first, Limit.of(most)));
  }

  /**
   * The failures that no page explains, the most frequent first.
   *
   * @param first the first day that counts, in UTC
   * @param most most failures
   * @param language language of the reports
   */
  public List<UnmatchedFailure> unmatchedSince(LocalDate first, int most, Language language) {
    return reachDatabase(
        () ->
            sightings.unmatchedSince(first, Limit.of(most)).stream()
                .map(count -> describe(count, first, language))
                .toList());
  }

  private UnmatchedFailure describe(UnmatchedCount count, LocalDate first, Language language) {
    Optional<FoundDiagnosis> example = findSame(count.fingerprint(), "", 1).stream().findFirst();
    return new UnmatchedFailure(
        count.fingerprint(),
        count.n(),
        count.first(),
        count.last(),
        sightings.findByFingerprintAndDayGreaterThanEqual(count.fingerprint(), first).stream()
            .map(row -> row.node)
            .filter(node -> !node.isEmpty())
            .distinct()
            .sorted()
            .toList(),
        example.map(FoundDiagnosis::id).orElse(null),
        example
            .map(
                found ->
                    language == Language.ZH
                        ? diagnoses.reportZhOf(found.id())
                        : diagnoses.reportEnOf(found.id()))
            .map(ShareService::readReport)
            .orElse(null));
  }

  private List<FoundDiagnosis> findSame(String fingerprint, String except, int most) {
    return diagnoses.findSame(fingerprint, clock.instant(), except, Limit.of(most));
  }

  /** Whether the database did not answer when it was last asked. */
  boolean isAway() {
    return schema.isAway();
  }

  /** The counts since a day. */
  List<CountRow> countsSince(LocalDate first) {
    return reachDatabase(() -> counts.findByDayGreaterThanEqual(first));
  }

  /** Removes expired diagnoses, at start and then every hour, unless another instance does. */
  @Scheduled(initialDelay = 5, fixedDelay = 3600, timeUnit = TimeUnit.SECONDS)
  void purgeExpired() {
    try {
      LocalDate first =
          LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(SIGHTING_DAYS);
      int removed =
          reachDatabase(
              () -> {
                if (!diagnoses.isFirstAt(PURGE)) {
                  return 0;
                }
                sightings.removeBefore(first);
                return diagnoses.removeExpired(clock.instant());
              });
      LOG.debug("Removed {} expired diagnoses.", removed);
    } catch (StoreUnavailableException e) {
      LOG.debug("Expired diagnoses wait until the database is back.", e);
    }
  }

  /** Returns if the database answers and its schema is current. */
  void probeDatabase() {
    reachDatabase(() -> diagnoses.existsByIdAndExpiresAfter("", clock.instant()));
  }

  /** Returns if something can be stored at the moment. */
  void probeSaving() {
    space.requireFor(0);
    probeDatabase();
  }

  private String redactComment(@Nullable String comment) {
    String words = comment == null ? "" : comment;
    if (words.codePointCount(0, words.length()) > MAX_COMMENT) {
      throw new IllegalArgumentException(
          "The comment is longer than " + MAX_COMMENT + " characters.");
    }
    // A placeholder can be longer than the text that it replaces.
    String kept = withoutNul(Redactor.shared().redact(words).text());
    return kept.codePointCount(0, kept.length()) <= MAX_COMMENT
        ? kept
        : kept.substring(0, kept.offsetByCodePoints(0, MAX_COMMENT));
  }

  /**
   * Works with the database in one transaction.
   *
   * @throws StoreUnavailableException if it is unreachable, or has no space
   */
  <T> T reachDatabase(Supplier<T> work) {
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    try {
      schema.ensureCurrent();
      T result = transactions.execute(_ -> noteFailure(failure, work));
      schema.reached();
      return result;
    } catch (SQLException e) {
      schema.unreachable(e);
      throw new StoreUnavailableException(RefusalReason.STORE_AWAY, e);
    } catch (RuntimeException e) {
      RuntimeException first = Objects.requireNonNullElse(failure.get(), e);
      throw unavailabilityOf(first)
          .<RuntimeException>map(reason -> new StoreUnavailableException(reason, first))
          .orElse(first);
    }
  }

  /** If the rollback fails as well, its exception would hide the original one. */
  private static <T> T noteFailure(AtomicReference<RuntimeException> failure, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      failure.set(e);
      throw e;
    }
  }

  /** Why nothing can be stored; empty if the database is not the reason. */
  private Optional<RefusalReason> unavailabilityOf(Throwable thrown) {
    SQLException lost = Schema.findLoss(thrown);
    if (lost != null) {
      schema.unreachable(lost);
      return Optional.of(RefusalReason.STORE_AWAY);
    }
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      // SQL states of class 53 are "insufficient resources", a full disk for instance.
      if (cause instanceof SQLException sql && String.valueOf(sql.getSQLState()).startsWith("53")) {
        Schema.outOfResources(sql);
        return Optional.of(RefusalReason.STORE_SPACE);
      }
    }
    return Optional.empty();
  }

  private static StoredDiagnosis toStored(DiagnosisRow row) {
    return new StoredDiagnosis(
        row.id,
        row.created,
        row.expires,
        row.lang,
        new PackedText(row.redactedLog),
        JSON.readValue(row.redactions, COUNTS),
        row.reportEn,
        row.reportZh);
  }

  /** PostgreSQL's text type does not allow NUL. */
  private static String withoutNul(String text) {
    return text.replace('\0', '\uFFFD');
  }
}
