package dev.faultbook.cli;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.report.Certainty;
import dev.faultbook.report.Report;
import dev.faultbook.run.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides when there is something to say about growing logs. Times are those of {@link
 * System#nanoTime()}; for one thread.
 */
final class Watch implements AutoCloseable {
  /** An error is no cause before the run had so much time to go on. */
  static final Duration SETTLED = Duration.ofSeconds(3);

  /** A run that says that it has ended, and nothing more for so long, has ended. */
  static final Duration END = Duration.ofSeconds(10);

  /** Logs that never pause are diagnosed as often, and in a twentieth of the time. */
  private static final Duration PACE = Duration.ofSeconds(10);

  private static final int SHARE = 20;
  private static final Duration NEW_FILES = Duration.ofSeconds(5);

  /** How much is kept of all files, at most of one, and at least. */
  private static final int ALL_KEPT = 256 * 1024 * 1024;

  private static final int ONE_KEPT = 16 * 1024 * 1024;
  private static final int LEAST_KEPT = 1024 * 1024;

  /** Needs of lines that can change an answer. */
  private static final int NEWS =
      Need.PATTERNS.bit() | Need.CODES.bit() | Need.FAILURES.bit() | Need.STACKS.bit();

  private static final Set<Ended> GOES_ON = EnumSet.of(Ended.RUNNING, Ended.CUT_OFF);

  private final List<String> names;
  private final Duration silence;
  private final Language language;
  private final Diagnoser diagnoser;
  private final Function<Chunk, ChunkLines> filter;
  private final Map<String, FollowedFile> files = new HashMap<>();

  /** The entries that were named. */
  private final Set<String> said = new HashSet<>();

  private @Nullable Report report;

  /** The proven cause of the latest report; whether the one before it had the same. */
  private @Nullable String cause;

  private boolean causeStays;

  /** Whether text was added since the latest report, and whether that can change it. */
  private boolean stale;

  private boolean news;
  private boolean silent;
  private boolean begun;
  private long listed;
  private long grown;
  private long diagnosed;
  private long took;

  /**
   * @param names logs, and folders of logs; they need not exist yet
   * @param silence how long a silence is worth a word
   * @param language language of the reports
   */
  Watch(List<String> names, Duration silence, Knowledge knowledge, Language language) {
    this.names = names;
    this.silence = silence;
    this.language = language;
    this.diagnoser = new Diagnoser(knowledge);
    this.filter = knowledge.lineFilter().createReader();
  }

  /**
   * Reads what is new.
   *
   * @return what there is to say now
   * @throws IOException if a file cannot be read
   */
  Optional<Report> look(long now) throws IOException {
    if (files.isEmpty() || now - listed >= NEW_FILES.toNanos()) {
      listed = now;
      listFiles();
    }
    boolean grew = false;
    for (FollowedFile file : files.values()) {
      grew |= file.read(this::readNews);
    }
    if (grew) {
      grown = now;
      stale = true;
      silent = false;
      begun = true;
    }
    if (!begun) {
      return Optional.empty();
    }
    long quiet = now - grown;
    boolean rests = quiet >= SETTLED.toNanos();
    boolean fellSilent = !silent && quiet >= silence.toNanos();
    boolean paced = report == null || now - diagnosed >= Math.max(PACE.toNanos(), SHARE * took);
    boolean changed = (news || cause != null) && (rests || paced);
    if (stale && (changed || fellSilent || paced && quiet >= END.toNanos())) {
      diagnose(now);
    }
    silent |= fellSilent;
    boolean proven = cause != null && (causeStays || rests && !stale);
    return proven || fellSilent ? sayOnce() : Optional.empty();
  }

  /** Whether the logs say that the run has ended, and nothing more. */
  boolean hasEnded(long now) {
    Ended end = report == null || report.run() == null ? null : report.run().ended();
    return end != null && !GOES_ON.contains(end) && !stale && now - grown >= END.toNanos();
  }

  /** What there is to say at the end: nothing if a cause was named, and no other one leads. */
  Optional<Report> conclude() throws IOException {
    Optional<Report> last = look(grown);
    if (stale) {
      diagnose(grown);
    }
    boolean nothing = report == null || report.lead() == null && hasNamed();
    return nothing || last.isPresent() ? last : sayOnce();
  }

  /** Whether a cause or a symptom was named. */
  boolean hasNamed() {
    return !said.isEmpty();
  }

  /** Whether the latest answer is that to a silence. */
  boolean isSilent() {
    return silent;
  }

  /** The latest report, unless its answer was given before. */
  private Optional<Report> sayOnce() {
    Report.Found lead = report == null ? null : report.lead();
    return lead == null || said.add(lead.entry()) ? Optional.ofNullable(report) : Optional.empty();
  }

  private void diagnose(long now) throws IOException {
    Map<String, LogTail> texts = new HashMap<>();
    files.forEach((name, file) -> texts.put(name, file.text()));
    long start = System.nanoTime();
    report = Report.fromDiagnosis(diagnoser.diagnose(KeptLogs.of(texts)), language);
    took = System.nanoTime() - start;
    diagnosed = now;
    stale = false;
    news = false;
    Report.Found lead = report.lead();
    String next =
        lead != null && lead.role() == Role.ROOT_CAUSE && lead.certainty() == Certainty.PROVEN
            ? lead.entry()
            : null;
    causeStays = next != null && next.equals(cause);
    cause = next;
  }

  private void readNews(byte[] bytes, int length) {
    // A line that is not complete yet may become anything.
    news |= bytes[length - 1] != '\n';
    if (!news) {
      ChunkLines lines = filter.apply(new Chunk(bytes, 0, length, 1, false, 0));
      for (int i = lines.first(); i < lines.count(); i++) {
        news |= (lines.needs()[i] & NEWS) != 0;
      }
    }
  }

  private void listFiles() throws IOException {
    for (String name : names) {
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        try (Stream<Path> below = Files.walk(path)) {
          for (Path file : below.filter(one -> GivenFiles.isVisible(path, one)).toList()) {
            if (!files.containsKey(file.toString()) && GivenFiles.isLog(file)) {
              follow(file.toString());
            }
          }
        }
      } else {
        follow(name);
      }
    }
  }

  private void follow(String name) {
    int limit = Math.clamp(ALL_KEPT / (files.size() + names.size()), LEAST_KEPT, ONE_KEPT);
    files.computeIfAbsent(name, unknown -> new FollowedFile(Path.of(name), limit));
  }

  @Override
  public void close() throws IOException {
    for (FollowedFile file : files.values()) {
      file.close();
    }
  }
}
