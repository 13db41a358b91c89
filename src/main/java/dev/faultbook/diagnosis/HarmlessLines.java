package dev.faultbook.diagnosis;

import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.stream.MatchedLine;
import java.util.HashSet;
import java.util.Set;

/**
 * The lines that one entry calls harmless and that match no other entry: they are never the
 * failure.
 */
final class HarmlessLines {
  private HarmlessLines() {}

  /** The line numbers. */
  static Set<Long> of(LogMatches found, Knowledge knowledge) {
    Set<Long> harmless = new HashSet<>();
    Set<Long> telling = new HashSet<>();
    for (SignatureMatch match : found.matches()) {
      Entry entry = knowledge.entryOf(match);
      boolean benign = entry.kind() == EntryKind.BENIGN;
      boolean certain =
          !match.signature().weak()
              && match.signature().where().isEmpty()
              && entry.excludingFacts().isEmpty();
      if (!benign || certain) {
        Set<Long> lines = benign ? harmless : telling;
        match.lines().stream().map(MatchedLine::line).forEach(lines::add);
      }
    }
    harmless.removeAll(telling);
    return harmless;
  }
}
