package dev.faultbook.matcher;

import dev.faultbook.content.Entry;
import dev.faultbook.content.FactRule;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.matcher.SignatureIndex.Use;
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
  private final IdentityHashMap<Signature, SignatureState> states = new IdentityHashMap<>();
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
          public void hit(int pattern, LineHit hit) {
            // Who searched ahead did not know yet what has been settled since.
            if (wants(pattern)) {
              take(pattern, hit);
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

  private void take(int pattern, LineHit hit) {
    boolean more = false;
    for (Use use : index.uses(pattern)) {
      budget.spend(1);
      more |=
          switch (use) {
            case Use.Part part -> takePart(part, pattern, hit);
            case Use.Forbids forbids -> forbid(forbids, pattern, hit);
            case Use.States states -> state(states.rule(), pattern, hit);
            case Use.Plain plain -> false;
          };
    }
    if (!more) {
      settled.set(pattern);
    }
  }

  private boolean takePart(Use.Part part, int pattern, LineHit hit) {
    SignatureState state = state(part.entry(), part.signature(), part.number());
    long number = hit.number();
    if (lastCounted.getOrDefault(part.entry().id(), -1L) != number) {
      lastCounted.put(part.entry().id(), number);
      counts.merge(part.entry().id(), 1L, Long::sum);
    }
    if (state.wantsMore(origins.origin(number))) {
      MatchedLine at = matched(pattern, hit);
      state.hit(part.part(), state.needsTimes() ? timed(at, hit.slice()) : at);
    }
    return true;
  }

  /** Whether a further line that forbids can still change anything. */
  private boolean forbid(Use.Forbids forbids, int pattern, LineHit hit) {
    SignatureState state = state(forbids.entry(), forbids.signature(), forbids.number());
    if (forbids.signature().unless().get(forbids.unless()).stretch().isEmpty()) {
      state.forbid();
      return false;
    }
    state.forbid(forbids.unless(), timed(matched(pattern, hit), hit.slice()));
    return true;
  }

  private boolean state(FactRule rule, int pattern, LineHit hit) {
    if (rule.section().isPresent()) {
      int before = hit.match().spans().getFirst().start() - hit.line().from();
      section.begin(rule.section().get(), before);
      section(Math.min(hit.slice().to() + 1, chunk.to()), hit.number() + 1);
    } else {
      fact(rule, pattern, hit);
    }
    return true;
  }

  /** The line with the time that holds for it. */
  private MatchedLine timed(MatchedLine line, LineSlice slice) {
    return line.time() == null ? line.at(timesAbove.of(slice.from(), slice.to())) : line;
  }

  private SignatureState state(Entry entry, Signature signature, int number) {
    return states.computeIfAbsent(signature, s -> new SignatureState(entry, s, number, budget));
  }

  private void fact(FactRule rule, int pattern, LineHit hit) {
    long number = hit.number();
    FactOnLine last = lastFact.get(rule.fact());
    if (last != null && last.line() == number && last.group() != rule.group()) {
      return;
    }
    Map<String, String> captures = hit.captures();
    String value = captures.get("value");
    if (value == null) {
      event(rule, pattern, hit);
      return;
    }
    boolean open = rule.fact().endsWith("*");
    String name =
        open
            ? rule.fact().substring(0, rule.fact().length() - 1) + captures.get("name")
            : rule.fact();
    lastFact.put(rule.fact(), new FactOnLine(number, rule.group()));
    if (ledger.isNew(name, value, open, origins.origin(number))) {
      MatchedLine at = matched(pattern, hit);
      keep(new FactReading(name, value, at, at.rank()));
    }
  }

  /** A line that states no value tells of an event, such as the start of a communicator. */
  private void event(FactRule rule, int pattern, LineHit hit) {
    if (!ledger.wants(rule.fact(), origins.origin(hit.number()))) {
      return;
    }
    MatchedLine at = matched(pattern, hit);
    keep(new FactReading(rule.fact(), at.text().strip(), at, at.rank()));
    lastFact.put(rule.fact(), new FactOnLine(hit.number(), rule.group()));
    if (rule.fact().equals(INIT)) {
      ranks.learn(at, MatchedLines.prefix(hit.line()).process());
    }
  }

  private void keep(FactReading fact) {
    facts.add(fact);
    budget.hold(fact.line());
  }

  private void section(int from, long number) {
    section.read(
        new LineSlice(chunk.bytes(), from, chunk.to(), number),
        (name, hit) -> {
          String value = hit.captures().get("value");
          // A name with a full stop is the rest of a family, such as env.NCCL_DEBUG.
          if (ledger.isNew(name, value, name.indexOf('.') > 0, origins.origin(hit.number()))) {
            MatchedLine matched = matchedLines.of(hit, value.length(), said(hit));
            keep(new FactReading(name, value, matched, matched.rank()));
          }
        });
  }

  private MatchedLine matched(int pattern, LineHit hit) {
    boolean sameLine = hit.number() == currentNumber && current != null;
    if (sameLine && pattern == currentPattern) {
      // Several signatures share the pattern.
      return current;
    }
    int specificity = index.pattern(pattern).specificity();
    MatchedLine matched =
        sameLine
            ? matchedLines.again(hit, specificity, current)
            : matchedLines.of(hit, specificity, said(hit));
    current = matched;
    currentNumber = hit.number();
    currentPattern = pattern;
    return matched;
  }

  private MatchedLine.Utterance said(LineHit hit) {
    LinePrefix prefix = MatchedLines.prefix(hit.line());
    long line = hit.number();
    return new MatchedLine.Utterance(
        ranks.rank(prefix, file),
        prefix.node(),
        prefix.time(),
        new MatchedLine.Place(origins.origin(line), origins.time(line), origins.clock(line)));
  }
}
