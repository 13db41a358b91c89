package dev.faultbook.diagnosis;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Kind;
import dev.faultbook.content.Text;
import dev.faultbook.log.LogTime;
import dev.faultbook.matcher.MatchedLine;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.ranks.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An entry with all that speaks for it, before it has a place. */
final class Suspect {
  private final Entry entry;
  private final List<SignatureMatch> matches;
  private final long occurrences;
  private final Optional<Text> confirmed;
  private final Set<String> explains = new LinkedHashSet<>();

  Suspect(Entry entry, List<SignatureMatch> matches, long occurrences, Optional<Text> confirmed) {
    this.entry = entry;
    this.matches = matches;
    this.occurrences = occurrences;
    this.confirmed = confirmed;
  }

  Entry entry() {
    return entry;
  }

  String id() {
    return entry.id();
  }

  boolean is(Kind kind) {
    return entry.kind() == kind;
  }

  long occurrences() {
    return occurrences;
  }

  Optional<Text> confirmed() {
    return confirmed;
  }

  /** Found entries that this one accounts for. */
  Set<String> explains() {
    return explains;
  }

  boolean weak() {
    return matches.stream().allMatch(match -> match.signature().weak());
  }

  int specificity() {
    return matches.stream()
        .filter(match -> weak() || !match.signature().weak())
        .mapToInt(match -> match.signature().specificity())
        .max()
        .orElse(0);
  }

  double evidenceConfidence() {
    return Confidence.evidence(specificity(), weak(), confirmed.isPresent());
  }

  /** The line by which the entry first shows. */
  MatchedLine first() {
    return matches.stream()
        .flatMap(match -> match.lines().stream())
        .min(Comparator.comparingLong(MatchedLine::line))
        .orElseThrow();
  }

  /** All lines that bear it out. */
  List<MatchedLine> lines() {
    return matches.stream().flatMap(match -> match.lines().stream()).toList();
  }

  /** The earliest time of its lines on the common clock of all ranks. */
  Optional<Long> earliest(RankView ranks) {
    return lines().stream().map(ranks::at).filter(at -> at != null).min(Long::compare);
  }

  /** The earliest time that its lines state, on a given scale. */
  Optional<LogTime> earliest(LogTime.Scale scale) {
    return matches.stream()
        .flatMap(match -> match.lines().stream())
        .map(MatchedLine::time)
        .filter(time -> time != null && time.scale() == scale)
        .min(Comparator.comparingLong(LogTime::millis));
  }

  List<Evidence> evidence(int most) {
    Map<Long, Evidence> lines = new LinkedHashMap<>();
    // Of several signatures on a line, the one that says most about it is shown.
    List<Evidence> all = new ArrayList<>();
    for (SignatureMatch match : matches) {
      match.lines().forEach(line -> all.add(new Evidence(line, match.signature().source())));
    }
    all.sort(
        Comparator.comparingLong((Evidence e) -> e.line().line())
            .thenComparing(e -> -e.line().specificity())
            .thenComparing(e -> -e.line().captures().size()));
    all.forEach(e -> lines.putIfAbsent(e.line().line(), e));
    return lines.values().stream().limit(most).toList();
  }

  Map<String, String> captures() {
    Map<String, String> captures = new LinkedHashMap<>();
    matches.stream()
        .sorted(Comparator.comparingLong(match -> match.lines().getFirst().line()))
        .forEach(match -> match.captures().forEach(captures::putIfAbsent));
    return captures;
  }
}
