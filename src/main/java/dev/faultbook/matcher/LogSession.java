package dev.faultbook.matcher;

import dev.faultbook.content.Entry;
import dev.faultbook.content.FactRule;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.matcher.SignatureIndex.Use;
import dev.faultbook.signature.LineMatch;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.InheritedTimestamps;
import dev.faultbook.stream.LinePrefix;
import dev.faultbook.stream.LogStreams;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.StreamEvidence;
import dev.faultbook.stream.StreamingRankResolver;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What is known of one log while its chunks pass by. */
final class LogSession {
  private static final String INIT = "log.init";

  private final SignatureIndex index;
  private final ChunkObserver observer;
  // By identity: a signature is compiled once, and its content is long to hash.
  private final Map<Signature, SignatureState> states = new IdentityHashMap<>();
  private final Map<String, Long> counts = new HashMap<>();
  private final List<FactReading> facts = new ArrayList<>();
  private final Map<String, FactOnLine> lastFact = new HashMap<>();
  private final Map<String, Long> lastCounted = new HashMap<>();

  /** Patterns that have said all they can say: a line that forbids needs to be seen once. */
  private final BitSet settled = new BitSet();

  private final LogStreams origins = new LogStreams();
  private final StreamingRankResolver ranks;
  private final EvaluationBudget budget;
  private final FactLedger ledger;
  private final InheritedTimestamps timesAbove = new InheritedTimestamps();
  private final MatchedLines matchedLines = new MatchedLines();
  private final SectionReader section = new SectionReader();
  private Chunk chunk;
  private MatchedLine current;
  private int file;
  private long currentNumber = -1;
  private int currentPattern = -1;

  private record FactOnLine(long line, int group) {}

  LogSession(
      SignatureIndex index, LogFiles files, ChunkObserver observer, EvaluationBudget budget) {
    this.index = index;
    this.observer = observer;
    this.budget = budget;
    this.ledger = new FactLedger(budget);
    this.ranks = new StreamingRankResolver(files);
  }

  /** Tells of the hits in a chunk, in the order of their lines. */
  interface Scan {
    void tell(LineScanner.Hits hits);
  }

  /** Takes the next chunk and what was found in it. */
  void accept(Chunk chunk, Scan scan) {
    currentNumber = -1;
    this.chunk = chunk;
    file = chunk.file();
    origins.accept(chunk);
    matchedLines.begin();
    observer.observe(chunk, origins);
    timesAbove.begin(chunk.bytes(), chunk.from());
    if (section.isOpen() && !chunk.continued()) {
      section(chunk.from(), chunk.firstLine());
    }
    scan.tell(
        new LineScanner.Hits() {
          @Override
          public boolean wants(int pattern) {
            budget.spend(1);
            return !settled.get(pattern);
          }

          @Override
          public void hit(
              int pattern, LineMatch match, UnwrappedLine line, int from, int to, long number) {
            // Who searched ahead did not know yet what has been settled since.
            if (wants(pattern)) {
              LogSession.this.hit(chunk.bytes(), pattern, match, line, from, to, number);
            }
          }
        });
    timesAbove.end(chunk.to());
  }

  /** Ends the work on the log. */
  Deadline deadline() {
    return budget.deadline();
  }

  /** The patterns that are of no more interest, as of now. */
  BitSet settled() {
    return (BitSet) settled.clone();
  }

  LogMatches finish(LogReader.Size size) {
    List<SignatureMatch> matches = new ArrayList<>();
    states.values().forEach(state -> matches.addAll(state.matches()));
    matches.sort(
        Comparator.comparingLong(LogSession::lastLine)
            .thenComparing(match -> match.entry().id())
            .thenComparingInt(SignatureMatch::number));
    facts.sort(Comparator.comparingLong(fact -> fact.line().line()));
    Map<String, List<MatchedLine>> witnesses = new HashMap<>();
    for (SignatureState state : states.values()) {
      List<MatchedLine> lines = state.witnesses();
      if (!lines.isEmpty()) {
        witnesses.put(LogMatches.signature(state.entry(), state.number()), lines);
      }
    }
    return new LogMatches(
        matches,
        witnesses,
        counts,
        new StreamEvidence(facts, ledger.stated(), origins.origins(), size.sources()),
        size.lines(),
        size.bytes());
  }

  private static long lastLine(SignatureMatch match) {
    return match.lines().stream().mapToLong(MatchedLine::line).max().orElse(0);
  }

  private void hit(
      byte[] bytes,
      int pattern,
      LineMatch match,
      UnwrappedLine line,
      int from,
      int to,
      long number) {
    boolean more = false;
    for (Use use : index.uses(pattern)) {
      budget.spend(1);
      switch (use) {
        case Use.Part part -> {
          SignatureState state = state(part.entry(), part.signature(), part.number());
          if (lastCounted.getOrDefault(part.entry().id(), -1L) != number) {
            lastCounted.put(part.entry().id(), number);
            counts.merge(part.entry().id(), 1L, Long::sum);
          }
          if (state.wantsMore(origins.origin(number))) {
            MatchedLine at = matched(bytes, pattern, match, line, from, to, number);
            state.hit(part.part(), state.needsTimes() ? timed(at, from, to) : at);
          }
          more = true;
        }
        case Use.Forbids forbids -> {
          SignatureState state = state(forbids.entry(), forbids.signature(), forbids.number());
          if (forbids.signature().unless().get(forbids.unless()).stretch().isEmpty()) {
            state.forbid();
          } else {
            MatchedLine at = matched(bytes, pattern, match, line, from, to, number);
            state.forbid(forbids.unless(), timed(at, from, to));
            more = true;
          }
        }
        case Use.States states -> {
          if (states.rule().section().isPresent()) {
            int before = match.spans().getFirst().start() - line.from();
            section.begin(states.rule().section().get(), before);
            section(Math.min(to + 1, chunk.to()), number + 1);
          } else {
            fact(states.rule(), bytes, pattern, match, line, from, to, number);
          }
          more = true;
        }
        case Use.Plain plain -> {}
      }
    }
    if (!more) {
      settled.set(pattern);
    }
  }

  /** The line with the time that holds for it. */
  private MatchedLine timed(MatchedLine line, int from, int to) {
    return line.time() == null ? line.at(timesAbove.of(from, to)) : line;
  }

  private SignatureState state(Entry entry, Signature signature, int number) {
    return states.computeIfAbsent(signature, s -> new SignatureState(entry, s, number, budget));
  }

  private void fact(
      FactRule rule,
      byte[] bytes,
      int pattern,
      LineMatch match,
      UnwrappedLine line,
      int from,
      int to,
      long number) {
    FactOnLine last = lastFact.get(rule.fact());
    if (last != null && last.line() == number && last.group() != rule.group()) {
      return;
    }
    Map<String, String> captures = MatchedLines.captures(match, line);
    String value = captures.get("value");
    if (value == null) {
      if (!ledger.wants(rule.fact(), origins.origin(number))) {
        return;
      }
      MatchedLine at = matched(bytes, pattern, match, line, from, to, number);
      keep(new FactReading(rule.fact(), at.text().strip(), at, at.rank()));
      lastFact.put(rule.fact(), new FactOnLine(number, rule.group()));
      if (rule.fact().equals(INIT)) {
        ranks.learn(at, MatchedLines.prefix(line).process());
      }
      return;
    }
    boolean open = rule.fact().endsWith("*");
    String name =
        open
            ? rule.fact().substring(0, rule.fact().length() - 1) + captures.get("name")
            : rule.fact();
    lastFact.put(rule.fact(), new FactOnLine(number, rule.group()));
    if (ledger.isNew(name, value, open, origins.origin(number))) {
      MatchedLine at = matched(bytes, pattern, match, line, from, to, number);
      keep(new FactReading(name, value, at, at.rank()));
    }
  }

  private void keep(FactReading fact) {
    facts.add(fact);
    budget.hold(fact.line());
  }

  private void section(int from, long number) {
    section.read(
        chunk.bytes(),
        from,
        chunk.to(),
        number,
        (name, match, line, start, end, at) -> {
          String value = MatchedLines.captures(match, line).get("value");
          // A name with a full stop is the rest of a family, such as env.NCCL_DEBUG.
          if (ledger.isNew(name, value, name.indexOf('.') > 0, origins.origin(at))) {
            LinePrefix prefix = MatchedLines.prefix(line);
            MatchedLine matched =
                matchedLines.of(
                    chunk.bytes(),
                    match,
                    line,
                    start,
                    end,
                    at,
                    value.length(),
                    prefix,
                    ranks.rank(prefix, file),
                    place(at),
                    null);
            keep(new FactReading(name, value, matched, matched.rank()));
          }
        });
  }

  private MatchedLine matched(
      byte[] bytes,
      int pattern,
      LineMatch match,
      UnwrappedLine line,
      int from,
      int to,
      long number) {
    boolean sameLine = number == currentNumber && current != null;
    if (sameLine && pattern == currentPattern) {
      // Several signatures share the pattern.
      return current;
    }
    // The prefix of a line is the same for all its matches.
    LinePrefix prefix = sameLine ? null : MatchedLines.prefix(line);
    MatchedLine matched =
        matchedLines.of(
            bytes,
            match,
            line,
            from,
            to,
            number,
            index.pattern(pattern).specificity(),
            prefix,
            prefix == null ? null : ranks.rank(prefix, file),
            prefix == null ? null : place(number),
            current);
    current = matched;
    currentNumber = number;
    currentPattern = pattern;
    return matched;
  }

  private MatchedLine.Place place(long line) {
    return new MatchedLine.Place(origins.origin(line), origins.time(line), origins.clock(line));
  }
}
