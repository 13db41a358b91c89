package dev.faultbook.matcher;

import dev.faultbook.content.Entry;
import dev.faultbook.signature.Condition;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How far one signature has come in one log. */
final class SignatureState {
  private static final int MOST_MATCHES = 2048;

  /** Past the usual number, an origin that has none yet is heard once. */
  private static final int MOST_OF_ALL = 8192;

  /** Matches of a signature that lines near them forbid: each such line is held against all. */
  private static final int MOST_FORBIDDABLE = 256;

  private static final int MOST_PER_RANK = 4;
  private static final int MOST_WITHOUT_RANK = MOST_MATCHES / 8;
  private static final int NO_RANK = -1;

  private final Entry entry;
  private final Signature signature;
  private final int number;
  private final EvaluationBudget budget;
  private final List<Found> matches = new ArrayList<>();
  private final Map<Integer, Integer> perRank = new HashMap<>();
  private final BitSet heard = new BitSet();
  private final AllParts all;
  private final RankPairs pairs;
  private final RankStates<Chain> chains;
  private final RankStates<Deque<MatchedLine>> recent;
  private final Negations forbidders;
  private final FirstOccurrences witnesses;
  private final int most;
  private boolean forbidden;

  /** A match, and what lines that forbid must keep away from. */
  private record Found(SignatureMatch match, Reach @Nullable [] reaches) {}

  SignatureState(Entry entry, Signature signature, int number, EvaluationBudget budget) {
    this.entry = entry;
    this.signature = signature;
    this.number = number;
    this.budget = budget;
    this.all = new AllParts(signature, budget, this::addMatch);
    this.pairs = new RankPairs(signature, budget, this::addMatch);
    this.chains = new RankStates<>(budget, () -> new Chain(signature, budget), Chain::releaseAll);
    this.recent =
        new RankStates<>(budget, () -> new ArrayDeque<>(1), last -> last.forEach(budget::release));
    this.forbidders = new Negations(signature, budget);
    this.witnesses = new FirstOccurrences(budget);
    this.most = forbidders.hasWindows() ? MOST_FORBIDDABLE : MOST_OF_ALL;
  }

  Entry entry() {
    return entry;
  }

  /** Its place in the entry. */
  int number() {
    return number;
  }

  void forbidAll() {
    forbidden = true;
  }

  /** Whether a line stands in the log that forbids every match. */
  boolean isForbidden() {
    return forbidden;
  }

  /** A line stands in the log that forbids the matches near which it stands. */
  void forbidNear(int which, MatchedLine line) {
    forbidders.add(which, line);
    for (Iterator<Found> found = matches.iterator(); found.hasNext(); ) {
      Found one = found.next();
      budget.spend(1);
      if (Objects.requireNonNull(one.reaches())[which].containsLine(line.line(), line.time())) {
        found.remove();
        perRank.merge(sourceOf(one.match().lines().getLast()), -1, Integer::sum);
        one.match().lines().forEach(budget::release);
      }
    }
  }

  /** Whether times decide about its matches. */
  boolean needsTimes() {
    return signature.needsTimes();
  }

  /** Whether a line of an origin could still change anything. */
  boolean wantsMore(int origin) {
    if (forbidden || budget.isSpent() && !matches.isEmpty()) {
      return false;
    }
    return matches.size() < Math.min(most, MOST_MATCHES)
        || matches.size() < most && !heard.get(origin);
  }

  List<SignatureMatch> matches() {
    return forbidden ? List.of() : matches.stream().map(Found::match).toList();
  }

  /**
   * Where the lines of a match may be of any rank: the first line of each part by each origin, of
   * which the matches hold only some.
   */
  List<MatchedLine> witnessLines() {
    return signature.anyRank() && !matches().isEmpty()
        ? witnesses.findNear(matches(), signature.window())
        : List.of();
  }

  void acceptLine(int part, MatchedLine line) {
    if (signature.anyRank()) {
      witnesses.add(part, line);
    }
    switch (signature.kind()) {
      case LINE -> addMatch(List.of(line));
      case COUNT -> countLine(line);
      case ALL -> all.add(part, line);
      case SEQUENCE -> addToSequence(part, line);
      case PAIR -> pairs.add(line);
    }
  }

  private void countLine(MatchedLine line) {
    Deque<MatchedLine> last = recent.stateOf(signature.anyRank() ? NO_RANK : rankOf(line));
    budget.spend(1);
    budget.hold(line);
    last.addLast(line);
    if (last.size() > signature.times()) {
      budget.release(last.removeFirst());
    }
    if (last.size() == signature.times()
        && Nearness.isNear(signature.window(), last.getFirst(), line)) {
      addMatch(List.of(last.getFirst(), line));
      last.forEach(budget::release);
      last.clear();
    }
    recent.forgetEldest();
  }

  private void addToSequence(int part, MatchedLine line) {
    chains
        .stateOf(signature.anyRank() ? NO_RANK : rankOf(line))
        .add(part, line)
        .filter(lines -> Nearness.isNear(signature.window(), lines.getFirst(), line))
        .ifPresent(this::addMatch);
    chains.forgetEldest();
  }

  /** Takes the lines of a match; whether it counts. */
  private boolean addMatch(List<MatchedLine> lines) {
    budget.spend(1);
    MatchedLine last = lines.getLast();
    int who = sourceOf(last);
    int said = perRank.getOrDefault(who, 0);
    if (said >= (last.rank() == null ? MOST_WITHOUT_RANK : MOST_PER_RANK)
        || matches.size() >= most
        || budget.isSpent() && !matches.isEmpty()) {
      return false;
    }
    Reach[] reaches = forbidders.hasWindows() ? forbidders.reachesOf(lines) : null;
    if (reaches != null && forbidders.isForbidden(reaches)) {
      return false;
    }
    Map<String, String> captures = mergeCaptures(lines);
    if (isRefuted(captures)) {
      return false;
    }
    perRank.put(who, said + 1);
    heard.set(streamOf(last));
    matches.add(new Found(new SignatureMatch(entry, signature, number, lines, captures), reaches));
    lines.forEach(budget::hold);
    return true;
  }

  private Map<String, String> mergeCaptures(List<MatchedLine> lines) {
    Map<String, String> captures = new LinkedHashMap<>();
    if (signature.kind() == Signature.Kind.PAIR) {
      lines.getFirst().captures().forEach((name, value) -> captures.put(name + "_a", value));
      lines.getLast().captures().forEach((name, value) -> captures.put(name + "_b", value));
    } else {
      lines.forEach(line -> captures.putAll(line.captures()));
    }
    return captures;
  }

  /** Whether a condition on captures alone fails; facts are known only at the end of the log. */
  private boolean isRefuted(Map<String, String> captures) {
    return signature.where().isPresent()
        && signature.where().get().factNames().isEmpty()
        && signature.where().get().evaluate(captures, fact -> List.of()) != Condition.Truth.TRUE;
  }

  private static int rankOf(MatchedLine line) {
    return line.rank() == null ? NO_RANK : line.rank();
  }

  /** Whose matches are counted together: those of a rank, or of an origin that names none. */
  private static int sourceOf(MatchedLine line) {
    return line.rank() == null ? NO_RANK - 1 - streamOf(line) : line.rank();
  }

  private static int streamOf(MatchedLine line) {
    return line.place() == null ? 0 : line.place().origin();
  }
}
