package dev.faultbook.web.curation;

import dev.faultbook.content.ContentError;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.ExampleCheck;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.TimeLimitException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tries an entry in the current edition without publishing it: reads its files as {@code check}
 * does, diagnoses a log with it, and looks for the example logs of other entries that it matches.
 * Thread-safe.
 */
public final class EntryTrial {
  private final Editions editions;
  private final Diagnoser diagnoser;
  private final Duration budget;

  /**
   * @param diagnoser gives the limits of each diagnosis
   * @param budget longest time for the example logs
   */
  public EntryTrial(Editions editions, Diagnoser diagnoser, Duration budget) {
    this.editions = editions;
    this.diagnoser = diagnoser;
    this.budget = budget;
  }

  /**
   * The result of a trial.
   *
   * @param mistakes what {@code check} refuses in the files that exist
   * @param missing what {@code check} misses: files, and the gaps of a draft
   * @param entry the entry as far as it can be read; empty if it cannot
   * @param onLog what the entry does on the log; empty if there is no log or no readable entry
   * @param onCorpus what it does on the example logs; empty if there is no readable entry
   */
  public record Result(
      List<ContentError> mistakes,
      List<ContentError> missing,
      Optional<Entry> entry,
      Optional<OnLog> onLog,
      Optional<OnCorpus> onCorpus) {
    public Result {
      mistakes = List.copyOf(mistakes);
      missing = List.copyOf(missing);
    }
  }

  /**
   * What an entry does on a log.
   *
   * @param matched the finding of the entry alone, with the lines that its signatures match; empty
   *     if they match none
   * @param findings the findings of all entries, in order; the first one leads
   * @param ruledOut whether the facts of the log speak against the entry
   */
  public record OnLog(Optional<Finding> matched, List<Finding> findings, boolean ruledOut) {
    public OnLog {
      findings = List.copyOf(findings);
    }
  }

  /**
   * What an entry does on the example logs of the edition.
   *
   * @param matches the logs of other entries in which it is found
   * @param own what {@code check} refuses in the example logs of the entry itself
   * @param checked number of logs that were checked in time
   * @param total number of logs
   */
  public record OnCorpus(
      List<CorpusMatch> matches, List<ContentError> own, int checked, int total) {
    public OnCorpus {
      matches = List.copyOf(matches);
      own = List.copyOf(own);
    }

    /** Number of the matches. */
    public int found() {
      return matches.size();
    }

    /** Number of the matches in which the entry takes the lead. */
    public long stolen() {
      return count(Effect.TAKES_LEAD);
    }

    /** Number of the matches that {@code check} refuses for another reason. */
    public long refused() {
      return count(Effect.REFUSED);
    }

    private long count(Effect effect) {
      return matches.stream().filter(match -> match.effect() == effect).count();
    }

    /** Whether the time was over before all logs were checked. */
    public boolean wasCut() {
      return checked < total;
    }
  }

  /**
   * An example log of another entry in which the entry is found.
   *
   * @param owner the entry to which the log belongs
   * @param log name of the log
   * @param effect what changes for the log
   */
  public record CorpusMatch(Entry owner, String log, Effect effect) {}

  /** What an entry changes for the example log of another one. */
  public enum Effect {
    /** It leads the log in place of the entry that leads it so far. */
    TAKES_LEAD,
    /** It is found beside the owner, which {@code check} refuses without {@code also:}. */
    REFUSED,
    /** It is found, and {@code check} accepts that. */
    ACCEPTED;

    /** Key of the message. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Tries an entry.
   *
   * @throws TimeLimitException if the diagnosis of the log takes too long
   */
  public Result tryEntry(EntryTexts texts) {
    Knowledge knowledge = editions.current();
    Map<String, byte[]> folder = texts.toFolder();
    // Whoever improves an entry keeps its example logs.
    knowledge
        .findEntry(texts.id())
        .ifPresent(
            old ->
                old.logs().forEach(log -> folder.putIfAbsent("logs/" + log.name(), log.bytes())));
    ContentReader.EntryResult read =
        ContentReader.readEntry(texts.id(), folder, knowledge.content());
    Optional<Trial> trial =
        read.entry()
            .filter(entry -> !entry.signatures().isEmpty())
            .map(entry -> new Trial(entry, knowledge, diagnoser));
    Optional<OnLog> onLog =
        texts.log().isBlank() ? Optional.empty() : trial.map(one -> one.onLog(texts.log()));
    Optional<OnCorpus> onCorpus = trial.map(one -> one.onCorpus(budget));
    Predicate<ContentError> missing =
        fault -> isMissing(fault, "entries/" + texts.id() + "/", folder.keySet());
    List<ContentError> mistakes =
        new ArrayList<>(read.faults().stream().filter(missing.negate()).toList());
    onCorpus.ifPresent(found -> mistakes.addAll(found.own()));
    return new Result(
        mistakes, read.faults().stream().filter(missing).toList(), read.entry(), onLog, onCorpus);
  }

  /** Whether something was not written yet: a file, the other example logs, a gap of a draft. */
  private static boolean isMissing(ContentError fault, String folder, Set<String> files) {
    boolean unwritten =
        fault.message().startsWith(ContentReader.FEW_LOGS)
            || fault.message().startsWith(ContentReader.GAP_LEFT);
    boolean absent =
        fault.file().startsWith(folder) && !files.contains(fault.file().substring(folder.length()));
    return unwritten || absent && fault.line() == 0;
  }

  /** The indexes of a trial. */
  private static final class Trial {
    private final Entry entry;
    private final Diagnoser alone;
    private final Knowledge together;
    private final Diagnoser all;
    private final Diagnoser present;

    Trial(Entry entry, Knowledge knowledge, Diagnoser limits) {
      this.entry = entry;
      this.alone = limits.withKnowledge(knowledge.withOnly(entry));
      this.together = knowledge.withEntry(entry);
      this.all = limits.withKnowledge(together);
      this.present = limits;
    }

    OnLog onLog(String log) {
      byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
      Diagnosis diagnosis = all.diagnose(bytes);
      return new OnLog(
          findOwn(alone.diagnose(bytes)),
          diagnosis.findings(),
          diagnosis.ruledOut().stream().anyMatch(out -> isOwn(out.entry())));
    }

    OnCorpus onCorpus(Duration budget) {
      Deadline end = Deadline.after(budget);
      Diagnoser first = alone.withDeadline(end);
      List<CorpusMatch> matches = new ArrayList<>();
      List<ContentError> own = new ArrayList<>();
      int checked = 0;
      List<Entry> owners =
          together.entries().stream().sorted(Comparator.comparing(owner -> !isOwn(owner))).toList();
      int total = owners.stream().mapToInt(owner -> owner.logs().size()).sum();
      try {
        for (Entry owner : owners) {
          for (ExampleLog log : owner.logs()) {
            end.checkTime();
            if (isOwn(owner)) {
              own.addAll(check(end).checkLog(entry, log));
            } else if (findOwn(first.diagnose(log.bytes())).isPresent()) {
              effectOn(owner, log, end)
                  .ifPresent(effect -> matches.add(new CorpusMatch(owner, log.name(), effect)));
            }
            checked++;
          }
        }
      } catch (TimeLimitException over) {
        // The result says how far it came.
        return new OnCorpus(matches, own, checked, total);
      }
      return new OnCorpus(matches, own, checked, total);
    }

    private Optional<Effect> effectOn(Entry owner, ExampleLog log, Deadline end) {
      List<Finding> findings = all.withDeadline(end).diagnose(log.bytes()).findings();
      if (findings.stream().noneMatch(finding -> isOwn(finding.entry()))) {
        return Optional.empty();
      }
      // A near miss may belong to this entry, or to none.
      List<Finding> before = present.withDeadline(end).diagnose(log.bytes()).findings();
      boolean ledByOther = !before.isEmpty() && !isOwn(before.getFirst().entry());
      if (ledByOther && isOwn(findings.getFirst().entry())) {
        return Optional.of(Effect.TAKES_LEAD);
      }
      return Optional.of(
          check(end).checkLog(owner, log).isEmpty() ? Effect.ACCEPTED : Effect.REFUSED);
    }

    private ExampleCheck check(Deadline end) {
      return new ExampleCheck(together, all.withDeadline(end));
    }

    private Optional<Finding> findOwn(Diagnosis diagnosis) {
      return diagnosis.findings().stream().filter(found -> isOwn(found.entry())).findFirst();
    }

    private boolean isOwn(Entry other) {
      return other.id().equals(entry.id());
    }
  }
}
