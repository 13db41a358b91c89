package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Statement;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.failure.FirstFailure;
import dev.faultbook.log.LogTime;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.SignatureMatch;
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

/** An entry with its evidence, before it is ranked. */
final class Suspect {
  final Entry entry;

  /** Number of lines of the log that match. */
  final long occurrences;

  /** The fact that supports it, if any. */
  final Optional<Statement> confirmed;

  /** The verdict of the tables that identifies or confirms the entry. */
  final Optional<Verdict> verdict;

  /** Ids of found entries that this one explains. */
  final Set<String> explainedIds = new LinkedHashSet<>();

  // Computed once, because suspects are compared often and some have thousands of lines.
  final boolean weak;

  /** Whether only broad signatures matched, which are asked about the failing message alone. */
  final boolean broad;

  /** Whether only warnings of Python show it, behind which the program goes on. */
  final boolean warned;

  final int specificity;

  /** All lines that support it. */
  final List<MatchedLine> lines;

  private final List<SignatureMatch> matches;
  private final List<Finding.Evidence> facts;
  private final List<MatchedLine> telling;
  private final Optional<MatchedLine> first;
  private final Map<LogTime.Scale, LogTime> earliest = new EnumMap<>(LogTime.Scale.class);
  private @Nullable RankView ranks;
  private Optional<Long> earliestOfRanks = Optional.empty();

  /**
   * @param matches of its signatures; none if it only follows from facts
   * @param facts the lines of the facts from which it follows
   */
  Suspect(
      Entry entry,
      List<SignatureMatch> matches,
      List<Finding.Evidence> facts,
      long occurrences,
      Optional<Statement> confirmed,
      Optional<Verdict> verdict) {
    this.entry = entry;
    this.matches = matches;
    this.occurrences = occurrences;
    this.confirmed = confirmed;
    this.verdict = verdict;
    this.facts = facts;
    this.weak = !matches.isEmpty() && matches.stream().allMatch(m -> m.signature().weak());
    this.broad =
        !matches.isEmpty() && matches.stream().allMatch(m -> FailureMatcher.isBroad(m.signature()));
    this.specificity =
        matches.stream()
            .filter(match -> weak || !match.signature().weak())
            .mapToInt(match -> match.signature().specificity())
            .max()
            .orElse(0);
    this.lines =
        Stream.concat(
                matches.stream().flatMap(match -> match.lines().stream()),
                facts.stream().map(Finding.Evidence::line))
            .toList();
    this.telling = failureLines(lines).toList();
    this.warned =
        !telling.isEmpty()
            && telling.stream().allMatch(line -> FirstFailure.isWarning(line.text()));
    this.first = telling.stream().min(Comparator.comparingLong(MatchedLine::line));
    for (MatchedLine line : telling) {
      LogTime time = line.time();
      if (time != null) {
        earliest.merge(time.scale(), time, (a, b) -> b.millis() < a.millis() ? b : a);
      }
    }
  }

  /** Whether the entry follows from the tables only and no line of the log matches. */
  boolean followsFromFacts() {
    return matches.isEmpty() && verdict.isPresent();
  }

  /** Whether stacks and records show it, not a signature. */
  boolean followsFromHang() {
    return matches.isEmpty() && verdict.isEmpty();
  }

  /**
   * 0 if lines prove it, 1 if the failing message is of its class, 2 if it follows from the facts,
   * 3 if lines only hint at it.
   */
  int doubt() {
    if (followsFromFacts()) {
      return 2;
    }
    if (weak) {
      return 3;
    }
    return broad || followsFromHang() ? 1 : 0;
  }

  String id() {
    return entry.id();
  }

  boolean isOfKind(EntryKind kind) {
    return entry.kind() == kind;
  }

  /** Whether only signatures for any exception class matched. */
  boolean matchesAnyException() {
    return !matches.isEmpty()
        && matches.stream().allMatch(match -> ExceptionMatcher.isNameless(match.signature()));
  }

  double evidenceConfidence() {
    return followsFromFacts()
        ? Confidence.TABLES
        : Confidence.fromEvidence(specificity, doubt(), confirmed.isPresent());
  }

  /** The first line that shows the entry. */
  MatchedLine firstLine() {
    return first.orElseThrow();
  }

  /**
   * The line that shows the failure: of the matches of the signature that the entry lists first,
   * the first line, or the last line if the failure is a repetition. The heading of a table is not
   * a fault; a second heading directly below it is.
   *
   * @return empty if the entry only follows from facts
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
   * The lines of an entry that concern the failure itself. NCCL's informational lines may be part
   * of a signature as context; they come earlier, often from another rank, and do not show when or
   * where the failure happened.
   */
  static Stream<MatchedLine> failureLines(List<MatchedLine> lines) {
    boolean setting = lines.stream().allMatch(Suspect::isInformation);
    return lines.stream().filter(line -> setting || !isInformation(line));
  }

  private static boolean isInformation(MatchedLine line) {
    return line.text().contains("NCCL INFO ");
  }

  /** All lines that support it, including lines of other ranks that match a part of it. */
  List<MatchedLine> allLines(LogMatches log) {
    List<MatchedLine> all = new ArrayList<>(lines);
    witnessLines(log).forEach(all::add);
    return all;
  }

  /**
   * Numbers of the lines that support it only together with lines that may come from other ranks.
   */
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

  /** The earliest time that its lines state on the scale. */
  Optional<LogTime> earliestTime(LogTime.Scale scale) {
    return Optional.ofNullable(earliest.get(scale));
  }

  List<Finding.Evidence> collectEvidence(int most) {
    Map<Long, Finding.Evidence> lines = new LinkedHashMap<>();
    // If several signatures match a line, the most specific one is shown.
    List<Finding.Evidence> all = new ArrayList<>(facts);
    for (SignatureMatch match : matches) {
      match
          .lines()
          .forEach(line -> all.add(new Finding.Evidence(line, match.signature().source())));
    }
    all.sort(
        Comparator.comparingLong((Finding.Evidence e) -> e.line().line())
            .thenComparingInt(e -> -e.line().specificity())
            .thenComparingInt(e -> -e.line().captures().size()));
    all.forEach(e -> lines.putIfAbsent(e.line().line(), e));
    return lines.values().stream().limit(most).toList();
  }

  /**
   * The captures by name.
   *
   * @param proof number of the line whose match counts first; otherwise the earliest does
   */
  Map<String, String> mergeCaptures(long proof) {
    Map<String, String> captures = new LinkedHashMap<>();
    matches.stream()
        .sorted(
            Comparator.comparing(
                    (SignatureMatch match) ->
                        match.lines().stream().noneMatch(line -> line.line() == proof))
                .thenComparingLong(match -> match.lines().getFirst().line()))
        .forEach(match -> match.captures().forEach(captures::putIfAbsent));
    return captures;
  }
}
