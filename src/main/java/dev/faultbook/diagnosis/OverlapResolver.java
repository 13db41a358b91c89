package dev.faultbook.diagnosis;

import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decides for which entry a line counts if signatures of several entries match the same text. */
final class OverlapResolver {
  /**
   * Most signatures that are compared with each other on one line. No real line matches so many; of
   * more, only the most specific count.
   */
  private static final int MAX_ON_LINE = 64;

  private final Map<Long, List<SignatureMatch>> byLine = new HashMap<>();

  private final Knowledge knowledge;

  OverlapResolver(Knowledge knowledge, List<SignatureMatch> matches) {
    this.knowledge = knowledge;
    for (SignatureMatch match : matches) {
      for (MatchedLine line : match.lines()) {
        byLine.computeIfAbsent(line.line(), n -> new ArrayList<>()).add(match);
      }
    }
    byLine.replaceAll((line, on) -> on.size() > MAX_ON_LINE ? mostSpecific(on) : on);
  }

  /** One match of each signature, most specific first. */
  private static List<SignatureMatch> mostSpecific(List<SignatureMatch> matches) {
    Map<String, SignatureMatch> distinct = new LinkedHashMap<>();
    matches.forEach(m -> distinct.putIfAbsent(m.entry() + "/" + m.number(), m));
    return distinct.values().stream()
        .sorted(Comparator.comparingInt(m -> -m.signature().specificity()))
        .limit(MAX_ON_LINE)
        .toList();
  }

  /** Whether the match keeps its line; a match of several lines always does. */
  boolean keepsLine(SignatureMatch match) {
    if (!(match.signature().form() instanceof Form.Line)) {
      return true;
    }
    MatchedLine line = match.lines().getFirst();
    for (SignatureMatch other : byLine.getOrDefault(line.line(), List.of())) {
      if (!other.entry().equals(match.entry()) && displaces(other, match, line)) {
        return false;
      }
    }
    return true;
  }

  private boolean displaces(SignatureMatch other, SignatureMatch match, MatchedLine line) {
    Entry otherEntry = knowledge.entryOf(other);
    boolean generic = knowledge.entryOf(match).isGeneric();
    boolean broad = FailureMatcher.isBroad(match.signature());
    boolean precise =
        broad
            && !FailureMatcher.isBroad(other.signature())
            && !ExceptionMatcher.isNameless(other.signature());
    if (generic != otherEntry.isGeneric() || precise) {
      // On one line a specific entry displaces one that names a class of failures, and of two alike
      // a strict signature displaces a broad one.
      return (generic || precise && !otherEntry.isGeneric())
          && (otherEntry.kind() != EntryKind.SYMPTOM || generic && precise)
          && other.lines().stream().anyMatch(theirs -> theirs.line() == line.line());
    }
    if (!broad && FailureMatcher.isBroad(other.signature())) {
      return false;
    }
    return mayDisplace(other, match)
        && other.lines().stream()
            .anyMatch(theirs -> saysMore(other, theirs, line) && theirs.overlaps(line));
  }

  private boolean mayDisplace(SignatureMatch other, SignatureMatch match) {
    boolean vaguer = other.signature().weak() && !match.signature().weak();
    boolean shallower =
        knowledge.entryOf(other).kind() == EntryKind.SYMPTOM
            && knowledge.entryOf(match).kind() == EntryKind.CAUSE;
    // An entry that explains the other one is the deeper interpretation of the line.
    return !vaguer && !shallower && !knowledge.explainedBy(match.entry()).contains(other.entry());
  }

  /** The same text with further lines is more specific than the text alone. */
  private static boolean saysMore(SignatureMatch other, MatchedLine theirs, MatchedLine line) {
    return theirs.specificity() > line.specificity()
        || !(other.signature().form() instanceof Form.Line)
            && theirs.specificity() == line.specificity();
  }
}
