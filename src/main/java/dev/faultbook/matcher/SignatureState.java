package dev.faultbook.matcher;

import dev.faultbook.signature.Condition;
import dev.faultbook.signature.Form;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The evaluation of one signature in one log, with its negations. */
final class SignatureState {
  private static final int MAX_MATCHES = 2048;

  /** Beyond {@link #MAX_MATCHES}, a stream without a match may still add one, up to this number. */
  private static final int MAX_OF_ALL = 8192;

  /**
   * Most matches of a signature with windowed negations: each forbidding line is checked against
   * all of them.
   */
  private static final int MAX_FORBIDDABLE = 256;

  private static final int MAX_PER_RANK = 4;
  private static final int MAX_WITHOUT_RANK = MAX_MATCHES / 8;

  private final String entry;
  private final Signature signature;
  private final int number;
  private final EvaluationBudget budget;
  private final List<Found> matches = new ArrayList<>();
  private final Map<Integer, Integer> perRank = new HashMap<>();
  private final BitSet heard = new BitSet();
  private final FormState state;
  private final Negations forbidders;
  private final FirstOccurrences witnesses;
  private final int most;
  private boolean forbidden;

  /** A match, with the ranges in which lines forbid it. */
  private record Found(SignatureMatch match, Negations.Reach @Nullable [] reaches) {}

  SignatureState(String entry, Signature signature, int number, EvaluationBudget budget) {
    this.entry = entry;
    this.signature = signature;
    this.number = number;
    this.budget = budget;
    this.state = FormState.start(signature.form(), budget, this::addMatch);
    this.forbidders = new Negations(signature, budget);
    this.witnesses = new FirstOccurrences(budget);
    this.most = forbidders.hasWindows() ? MAX_FORBIDDABLE : MAX_OF_ALL;
  }

  /** The {@link LogMatches#signatureKey}. */
  String key() {
    return LogMatches.signatureKey(entry, number);
  }

  void forbidAll() {
    forbidden = true;
  }

  /** Whether a line in the log forbids every match. */
  boolean isForbidden() {
    return forbidden;
  }

  /** Records a line that forbids nearby matches. */
  void forbidNear(int which, MatchedLine line) {
    forbidders.add(which, line);
    for (Iterator<Found> found = matches.iterator(); found.hasNext(); ) {
      Found one = found.next();
      budget.spend(1);
      if (Objects.requireNonNull(one.reaches())[which].containsLine(line.line(), line.time())) {
        found.remove();
        perRank.merge(sourceOf(one.match().lines().getLast().said()), -1, Integer::sum);
        one.match().lines().forEach(budget::release);
      }
    }
  }

  /** Whether the result depends on times. */
  boolean needsTimes() {
    return signature.needsTimes();
  }

  /** Whether a line of a stream could still change the result. */
  boolean wantsMore(int origin) {
    if (forbidden || budget.isSpent() && !matches.isEmpty()) {
      return false;
    }
    return matches.size() < Math.min(most, MAX_MATCHES)
        || matches.size() < most && !heard.get(origin);
  }

  /**
   * Whether a line of a writer could still add a match. A signature of one line has few matches per
   * rank, and a log in which every line matches has many lines beyond them, which need not be read.
   */
  boolean wantsLineOf(MatchedLine.Utterance said) {
    return !(signature.form() instanceof Form.Line)
        || perRank.getOrDefault(sourceOf(said), 0) < mostOf(said);
  }

  List<SignatureMatch> matches() {
    return forbidden ? List.of() : matches.stream().map(Found::match).toList();
  }

  /**
   * The first line of each stream for each part, if the lines of a match may come from any rank;
   * the matches hold only some of them.
   */
  List<MatchedLine> witnessLines() {
    return signature.form().anyRank() && !matches().isEmpty()
        ? witnesses.findNear(matches(), signature.form().window())
        : List.of();
  }

  void acceptLine(int part, MatchedLine line) {
    if (signature.form().anyRank()) {
      witnesses.add(part, line);
    }
    state.add(part, line);
  }

  /** Adds the lines of a match; returns whether it counts. */
  private boolean addMatch(List<MatchedLine> lines) {
    budget.spend(1);
    MatchedLine last = lines.getLast();
    int who = sourceOf(last.said());
    int known = perRank.getOrDefault(who, 0);
    if (known >= mostOf(last.said())
        || matches.size() >= most
        || budget.isSpent() && !matches.isEmpty()) {
      return false;
    }
    Negations.Reach[] reaches = forbidders.hasWindows() ? forbidders.reachesOf(lines) : null;
    if (reaches != null && forbidders.isForbidden(reaches)) {
      return false;
    }
    Map<String, String> captures = mergeCaptures(lines);
    if (isRefuted(captures)) {
      return false;
    }
    perRank.put(who, known + 1);
    heard.set(streamOf(last.said()));
    matches.add(new Found(new SignatureMatch(entry, signature, number, lines, captures), reaches));
    lines.forEach(budget::hold);
    return true;
  }

  private Map<String, String> mergeCaptures(List<MatchedLine> lines) {
    Map<String, String> captures = new LinkedHashMap<>();
    if (signature.form() instanceof Form.Pair) {
      lines
          .getFirst()
          .captures()
          .forEach((name, value) -> captures.put(name + Form.Pair.FIRST, value));
      lines
          .getLast()
          .captures()
          .forEach((name, value) -> captures.put(name + Form.Pair.SECOND, value));
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

  /** The key by which matches are limited: the rank, or the stream if the line has no rank. */
  private static int sourceOf(MatchedLine.Utterance said) {
    return said.rank() == null ? FormState.NO_RANK - 1 - streamOf(said) : said.rank();
  }

  private static int mostOf(MatchedLine.Utterance said) {
    return said.rank() == null ? MAX_WITHOUT_RANK : MAX_PER_RANK;
  }

  private static int streamOf(MatchedLine.Utterance said) {
    return said.place() == null ? 0 : said.place().origin();
  }
}
