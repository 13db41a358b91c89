package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.log.LogTime;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.signature.ExceptionPattern;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An entry with all that speaks for it, before it has a place. */
final class Suspect {
  private final Entry entry;
  private final List<SignatureMatch> matches;
  private final long occurrences;
  private final Optional<Ground> confirmed;
  private final Optional<Verdict> verdict;
  private final List<Evidence> facts;
  private final Set<String> explains = new LinkedHashSet<>();

  // Suspects are compared often, and some have thousands of lines: looked up once.
  private final boolean weak;
  private final int specificity;
  private final List<MatchedLine> lines;
  private final List<MatchedLine> telling;
  private final Optional<MatchedLine> first;
  private final Map<LogTime.Scale, LogTime> earliest = new EnumMap<>(LogTime.Scale.class);
  private @Nullable RankView ranks;
  private Optional<Long> earliestOfRanks = Optional.empty();

  /**
   * What speaks for an entry.
   *
   * @param matches of its signatures
   * @param facts from which the tables name it
   * @param occurrences how many lines of the log say it
   */
  record Support(List<SignatureMatch> matches, List<Evidence> facts, long occurrences) {
    Support(List<SignatureMatch> matches, long occurrences) {
      this(matches, List.of(), occurrences);
    }
  }

  private Suspect(
      Entry entry, Support support, Optional<Ground> confirmed, Optional<Verdict> verdict) {
    this.entry = entry;
    this.matches = support.matches();
    this.occurrences = support.occurrences();
    this.confirmed = confirmed;
    this.verdict = verdict;
    this.facts = support.facts();
    this.weak = !matches.isEmpty() && matches.stream().allMatch(m -> m.signature().weak());
    this.specificity =
        matches.stream()
            .filter(match -> weak || !match.signature().weak())
            .mapToInt(match -> match.signature().specificity())
            .max()
            .orElse(0);
    this.lines =
        Stream.concat(
                matches.stream().flatMap(match -> match.lines().stream()),
                facts.stream().map(Evidence::line))
            .toList();
    this.telling = failureLines(lines).toList();
    this.first = telling.stream().min(Comparator.comparingLong(MatchedLine::line));
    for (MatchedLine line : telling) {
      LogTime time = line.time();
      if (time != null) {
        earliest.merge(time.scale(), time, (a, b) -> b.millis() < a.millis() ? b : a);
      }
    }
  }

  /**
   * An entry whose lines are in the log.
   *
   * @param confirmed the fact that speaks for it
   * @param verdict of the tables, where it speaks for the entry
   */
  static Suspect ofLines(
      Entry entry, Support lines, Optional<Ground> confirmed, Optional<Verdict> verdict) {
    Optional<Ground> reason =
        confirmed.or(() -> verdict.map(v -> new Ground.Tables(List.of(v.reasons().getFirst()))));
    return new Suspect(entry, lines, reason, verdict);
  }

  /** An entry that no line names, but that follows from the facts of the log. */
  static Suspect ofTables(Entry entry, List<Evidence> facts, Verdict verdict) {
    Support support = new Support(List.of(), facts, facts.size());
    return new Suspect(entry, support, Optional.empty(), Optional.of(verdict));
  }

  /** The verdict of the tables that names or confirms the entry. */
  Optional<Verdict> verdict() {
    return verdict;
  }

  /** Whether the tables name it, and no line of the log does. */
  boolean followsFromFacts() {
    return matches.isEmpty();
  }

  /** 0 for what lines prove, 1 for what follows from the facts, 2 for what lines only hint at. */
  int doubt() {
    if (followsFromFacts()) {
      return 1;
    }
    return weak() ? 2 : 0;
  }

  Entry entry() {
    return entry;
  }

  String id() {
    return entry.id();
  }

  boolean isOfKind(EntryKind kind) {
    return entry.kind() == kind;
  }

  long occurrences() {
    return occurrences;
  }

  Optional<Ground> confirmed() {
    return confirmed;
  }

  /** Found entries that this one accounts for. */
  Set<String> explainedIds() {
    return explains;
  }

  boolean weak() {
    return weak;
  }

  /** Whether nothing but a signature of any exception class matched. */
  boolean matchesAnyException() {
    return !matches.isEmpty()
        && matches.stream()
            .allMatch(
                match ->
                    ExceptionMatcher.patternOf(match.signature())
                        .filter(ExceptionPattern::isStructural)
                        .isPresent());
  }

  /** Whether lines prove the entry, and it is a specific cause. */
  boolean isProvenSpecificCause() {
    return isOfKind(EntryKind.CAUSE) && !entry.isGeneric() && !followsFromFacts() && !weak();
  }

  int specificity() {
    return specificity;
  }

  double evidenceConfidence() {
    return followsFromFacts()
        ? Confidence.ofTables()
        : Confidence.fromEvidence(specificity(), weak(), confirmed.isPresent());
  }

  /** The line by which the entry first shows. */
  MatchedLine firstLine() {
    return first.orElseThrow();
  }

  /**
   * The line that tells the failure: of the matches of the signature that the entry lists first,
   * the first line, or the last one where the failure is that a line is repeated. The heading of a
   * table is no fault, a second heading right below it is.
   *
   * @return empty when the entry only follows from facts
   */
  Optional<MatchedLine> tellingLine() {
    return matches.stream()
        .min(
            Comparator.comparingInt(SignatureMatch::number)
                .thenComparingLong(match -> match.lines().getFirst().line()))
        .map(
            match -> {
              List<MatchedLine> spoken = failureLines(match.lines()).toList();
              return match.signature().form().repeatsLine() ? spoken.getLast() : spoken.getFirst();
            });
  }

  /**
   * Those of an entry's lines that speak of the failure itself. What NCCL reports for information
   * may be part of a signature, as the setting in which another line means something; it stands
   * earlier, often in another rank, and says nothing of when or where things went wrong.
   */
  static Stream<MatchedLine> failureLines(List<MatchedLine> lines) {
    boolean setting = lines.stream().allMatch(Suspect::isInformation);
    return lines.stream().filter(line -> setting || !isInformation(line));
  }

  private static boolean isInformation(MatchedLine line) {
    return line.text().contains("NCCL INFO ");
  }

  /** All lines that bear it out. */
  List<MatchedLine> lines() {
    return lines;
  }

  /** All lines that bear it out, those of other ranks that say a part of it too. */
  List<MatchedLine> allLines(LogMatches log) {
    List<MatchedLine> all = new ArrayList<>(lines());
    witnessLines(log).forEach(all::add);
    return all;
  }

  /** Numbers of the lines that bear it out only together with lines that may be of other ranks. */
  Set<Long> sharedLines(LogMatches log) {
    Set<Long> shared = new HashSet<>();
    witnessLines(log).forEach(line -> shared.add(line.line()));
    for (SignatureMatch match : matches) {
      if (match.signature().form().anyRank()) {
        match.lines().forEach(line -> shared.add(line.line()));
      }
    }
    for (SignatureMatch match : matches) {
      if (!match.signature().form().anyRank()) {
        match.lines().forEach(line -> shared.remove(line.line()));
      }
    }
    return shared;
  }

  private Stream<MatchedLine> witnessLines(LogMatches log) {
    Map<Integer, SignatureMatch> signatures = new LinkedHashMap<>();
    matches.forEach(match -> signatures.putIfAbsent(match.number(), match));
    return signatures.values().stream().flatMap(match -> log.witnessLines(match).stream());
  }

  /** The earliest time of its lines on the common clock of all ranks. */
  Optional<Long> earliestTime(RankView view) {
    if (view != ranks) {
      ranks = view;
      earliestOfRanks =
          telling.stream().map(view::timeOf).filter(at -> at != null).min(Long::compare);
    }
    return earliestOfRanks;
  }

  /** The earliest time that its lines state, on a given scale. */
  Optional<LogTime> earliestTime(LogTime.Scale scale) {
    return Optional.ofNullable(earliest.get(scale));
  }

  List<Evidence> collectEvidence(int most) {
    Map<Long, Evidence> lines = new LinkedHashMap<>();
    // Of several signatures on a line, the one that says most about it is shown.
    List<Evidence> all = new ArrayList<>(facts);
    for (SignatureMatch match : matches) {
      match.lines().forEach(line -> all.add(new Evidence(line, match.signature().source())));
    }
    all.sort(
        Comparator.comparingLong((Evidence e) -> e.line().line())
            .thenComparingInt(e -> -e.line().specificity())
            .thenComparingInt(e -> -e.line().captures().size()));
    all.forEach(e -> lines.putIfAbsent(e.line().line(), e));
    return lines.values().stream().limit(most).toList();
  }

  Map<String, String> mergeCaptures() {
    Map<String, String> captures = new LinkedHashMap<>();
    matches.stream()
        .sorted(Comparator.comparingLong(match -> match.lines().getFirst().line()))
        .forEach(match -> match.captures().forEach(captures::putIfAbsent));
    return captures;
  }
}
