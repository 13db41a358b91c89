package dev.faultbook.matcher;

import dev.faultbook.content.Entry;
import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Condition;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How far one signature has come in one log. */
final class SignatureState {
  private static final int MOST_MATCHES = 2048;

  /** Past the usual number, an origin that has none yet is heard once. */
  private static final int MOST_OF_ALL = 8192;

  private static final int MOST_PER_RANK = 4;
  private static final int MOST_ALIKE = 256;
  private static final int NO_RANK = -1;

  private final Entry entry;
  private final Signature signature;
  private final int number;
  private final List<SignatureMatch> matches = new ArrayList<>();
  private final Map<Integer, Integer> perRank = new HashMap<>();
  private final BitSet heard = new BitSet();
  private final Map<Integer, PartialMatch[]> lastOfRank = new HashMap<>();
  private final Map<Integer, Chain> chains = new HashMap<>();
  private final Negations forbidders;
  private final Map<Integer, Deque<MatchedLine>> recent = new HashMap<>();
  private final Map<List<String>, List<MatchedLine>> alike = new HashMap<>();
  private final FirstOccurrences witnesses = new FirstOccurrences();
  private boolean forbidden;

  SignatureState(Entry entry, Signature signature, int number) {
    this.entry = entry;
    this.signature = signature;
    this.number = number;
    this.forbidders = new Negations(signature);
  }

  Entry entry() {
    return entry;
  }

  /** Its place in the entry. */
  int number() {
    return number;
  }

  void forbid() {
    forbidden = true;
  }

  /** A line stands in the log that forbids the matches near which it stands. */
  void forbid(int which, MatchedLine line) {
    forbidders.add(which, line);
    matches.removeIf(
        match -> {
          boolean out = forbidders.forbids(which, line, match.lines());
          if (out) {
            perRank.merge(who(match.lines().getLast()), -1, Integer::sum);
          }
          return out;
        });
  }

  /** Whether times decide about its matches. */
  boolean needsTimes() {
    return signature.needsTimes();
  }

  /** Whether a line of an origin could still change anything. */
  boolean wantsMore(int origin) {
    return !forbidden
        && (matches.size() < MOST_MATCHES || matches.size() < MOST_OF_ALL && !heard.get(origin));
  }

  List<SignatureMatch> matches() {
    return forbidden ? List.of() : matches;
  }

  /**
   * Where the lines of a match may be of any rank: the first line of each part by each origin, of
   * which the matches hold only some.
   */
  List<MatchedLine> witnesses() {
    return signature.anyRank() && !matches().isEmpty()
        ? witnesses.near(matches, signature.window())
        : List.of();
  }

  void hit(int part, MatchedLine line) {
    if (signature.anyRank()) {
      witnesses.add(part, line);
    }
    switch (signature.kind()) {
      case LINE -> add(List.of(line));
      case COUNT -> count(line);
      case ALL -> all(part, line);
      case SEQUENCE -> sequence(part, line);
      case PAIR -> pair(line);
    }
  }

  private void count(MatchedLine line) {
    int of = signature.anyRank() ? NO_RANK : rank(line);
    Deque<MatchedLine> last = recent.computeIfAbsent(of, r -> new ArrayDeque<>());
    last.addLast(line);
    if (last.size() > signature.times()) {
      last.removeFirst();
    }
    if (last.size() == signature.times() && near(last.getFirst(), line)) {
      add(List.of(last.getFirst(), line));
      last.clear();
    }
  }

  private void pair(MatchedLine line) {
    int rank = rank(line);
    if (rank == NO_RANK) {
      return;
    }
    List<String> key =
        signature.same().stream().map(name -> line.captures().getOrDefault(name, "")).toList();
    List<MatchedLine> others = alike.computeIfAbsent(key, k -> new ArrayList<>());
    // What a rank says later may follow from what it said first.
    if (others.stream().anyMatch(other -> rank(other) == rank)) {
      return;
    }
    for (MatchedLine other : others) {
      if (near(other, line) && differs(other, line)) {
        add(List.of(other, line));
        return;
      }
    }
    if (others.size() < MOST_ALIKE && alike.size() < MOST_ALIKE) {
      others.add(line);
    }
  }

  private boolean differs(MatchedLine a, MatchedLine b) {
    return signature.differ().stream()
        .anyMatch(
            name -> {
              String mine = a.captures().get(name);
              String theirs = b.captures().get(name);
              return mine != null && theirs != null && !mine.equals(theirs);
            });
  }

  private void all(int part, MatchedLine line) {
    int rank = signature.anyRank() ? NO_RANK : rank(line);
    lastOfRank.computeIfAbsent(rank, r -> runs())[part].add(line);
    if (rank != NO_RANK || signature.anyRank()) {
      complete(rank, part, line);
    } else {
      // A line that names no rank may belong to any of them.
      for (int other : List.copyOf(lastOfRank.keySet())) {
        complete(other, part, line);
      }
    }
  }

  private PartialMatch[] runs() {
    return signature.repeats().stream().map(PartialMatch::new).toArray(PartialMatch[]::new);
  }

  private void complete(int rank, int part, MatchedLine line) {
    PartialMatch[] own = lastOfRank.get(rank);
    PartialMatch[] nobodys = lastOfRank.get(NO_RANK);
    List<MatchedLine> lines = new ArrayList<>();
    for (int i = 0; i < signature.parts().size(); i++) {
      PartialMatch last = own == null || !own[i].complete() ? null : own[i];
      if (last == null && nobodys != null && nobodys[i].complete()) {
        last = nobodys[i];
      }
      if (i == part && signature.repeats().get(i) == 1) {
        lines.add(line);
      } else if (last == null || !near(last.first(), line)) {
        return;
      } else {
        lines.addAll(last.lines());
      }
    }
    add(lines);
  }

  private void sequence(int part, MatchedLine line) {
    int rank = signature.anyRank() ? NO_RANK : rank(line);
    chains
        .computeIfAbsent(rank, r -> new Chain(signature))
        .add(part, line)
        .filter(lines -> near(lines.getFirst(), line))
        .ifPresent(this::add);
  }

  private boolean near(MatchedLine first, MatchedLine last) {
    Signature.Window window = signature.window();
    if (window.lines() > 0) {
      return last.line() - first.line() <= window.lines();
    }
    if (window.seconds() > 0) {
      LogTime time = last.time();
      // Without times to compare, a bound in seconds cannot be shown to be kept.
      return time != null
          && time.comparableTo(first.time())
          && Math.abs(time.millis() - first.time().millis()) <= window.seconds() * 1000L;
    }
    return true;
  }

  private void add(List<MatchedLine> lines) {
    if (forbidders.forbid(lines)) {
      return;
    }
    MatchedLine last = lines.getLast();
    int who = who(last);
    int said = perRank.merge(who, 1, Integer::sum);
    if (said > (last.rank() == null ? MOST_MATCHES / 8 : MOST_PER_RANK)) {
      return;
    }
    Map<String, String> captures = captures(lines);
    if (refuted(captures)) {
      perRank.merge(who, -1, Integer::sum);
      return;
    }
    heard.set(origin(last));
    matches.add(new SignatureMatch(entry, signature, number, lines, captures));
  }

  private Map<String, String> captures(List<MatchedLine> lines) {
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
  private boolean refuted(Map<String, String> captures) {
    return signature.where().isPresent()
        && signature.where().get().facts().isEmpty()
        && signature.where().get().evaluate(captures, fact -> List.of()) != Condition.Truth.TRUE;
  }

  private static int rank(MatchedLine line) {
    return line.rank() == null ? NO_RANK : line.rank();
  }

  /** Whose matches are counted together: those of a rank, or of an origin that names none. */
  private static int who(MatchedLine line) {
    return line.rank() == null ? NO_RANK - 1 - origin(line) : line.rank();
  }

  private static int origin(MatchedLine line) {
    return line.place() == null ? 0 : line.place().origin();
  }
}
