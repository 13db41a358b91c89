package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.matcher.SignatureIndex.Use;
import dev.faultbook.signature.FactRule;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.LogStreams;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.StreamEvidence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The state of the evaluation of one log while its chunks are read. */
final class LogSession {
  private static final String INIT = "log.init";

  private final SignatureIndex index;
  private final BiConsumer<Chunk, LogStreams> observer;
  // By identity: a signature is compiled once, and its content is slow to hash.
  private final IdentityHashMap<Signature, SignatureState> states = new IdentityHashMap<>();
  private final Map<String, Long> counts = new HashMap<>();
  private final List<FactReading> facts = new ArrayList<>();
  private final Map<String, FactOnLine> lastFact = new HashMap<>();
  private final Map<String, Long> lastCounted = new HashMap<>();

  /** Patterns that are no longer needed: a line that forbids a signature is needed only once. */
  private final BitSet settled = new BitSet();

  private final LogStreams streams;
  private final EvaluationBudget budget;
  private final FactLedger ledger;
  private final MatchedLines matchedLines = new MatchedLines();
  private final SectionReader section = new SectionReader();
  private @Nullable Chunk chunk;
  private @Nullable MatchedLine current;
  private MatchedLine.@Nullable Utterance said;
  private long saidNumber = -1;
  private long currentNumber = -1;
  private int currentPattern = -1;

  private record FactOnLine(long line, int group) {}

  LogSession(
      SignatureIndex index,
      LogFiles files,
      BiConsumer<Chunk, LogStreams> observer,
      EvaluationBudget budget) {
    this.index = index;
    this.observer = observer;
    this.budget = budget;
    this.ledger = new FactLedger(budget);
    this.streams = new LogStreams(IntStream.range(0, files.count()).mapToObj(files::name).toList());
  }

  /**
   * Reads the next chunk and its hits.
   *
   * @param scan reports the hits in the order of their lines
   */
  void acceptChunk(ChunkLines lines, Consumer<LineScanner.Hits> scan) {
    Chunk chunk = lines.chunk();
    currentNumber = -1;
    said = null;
    this.chunk = chunk;
    streams.acceptLines(lines);
    matchedLines.beginChunk(chunk);
    observer.accept(chunk, streams);
    if (section.isOpen() && !chunk.continued()) {
      readSection(chunk, chunk.from(), chunk.firstLine());
    }
    scan.accept(
        new LineScanner.Hits() {
          @Override
          public boolean wantsPattern(int pattern) {
            budget.spend(1);
            return !settled.get(pattern);
          }

          @Override
          public void acceptHit(int pattern, LineHit hit) {
            // A helper that searched ahead did not know which patterns were settled since.
            if (wantsPattern(pattern)) {
              takeHit(pattern, hit);
            }
          }
        });
  }

  /** The deadline of the work on the log. */
  Deadline deadline() {
    return budget.deadline();
  }

  /** The patterns that are no longer needed. */
  BitSet settledPatterns() {
    return (BitSet) settled.clone();
  }

  LogMatches finishLog(LogReader.Size size) {
    List<SignatureMatch> matches = new ArrayList<>();
    states.values().forEach(state -> matches.addAll(state.matches()));
    matches.sort(
        Comparator.comparingLong(LogSession::lastLine)
            .thenComparing(SignatureMatch::entry)
            .thenComparingInt(SignatureMatch::number));
    facts.sort(Comparator.comparingLong(fact -> fact.line().line()));
    Map<String, List<MatchedLine>> witnesses = new HashMap<>();
    Set<String> forbidden = new HashSet<>();
    for (SignatureState state : states.values()) {
      if (state.isForbidden()) {
        forbidden.add(state.key());
      }
      List<MatchedLine> lines = state.witnessLines();
      if (!lines.isEmpty()) {
        witnesses.put(state.key(), lines);
      }
    }
    return new LogMatches(
        matches,
        witnesses,
        forbidden,
        counts,
        new StreamEvidence(facts, ledger.statingStreams(), streams.allStreams(), size.sources()),
        size);
  }

  private static long lastLine(SignatureMatch match) {
    return match.lines().stream().mapToLong(MatchedLine::line).max().orElse(0);
  }

  private void takeHit(int pattern, LineHit hit) {
    boolean more = false;
    for (Use use : index.usesOf(pattern)) {
      budget.spend(1);
      more |=
          switch (use) {
            case Use.Part part -> takePart(part, pattern, hit);
            case Use.Forbids forbids -> takeNegation(forbids, pattern, hit);
            case Use.States states -> stateOf(states.rule(), pattern, hit);
          };
    }
    if (!more) {
      settled.set(pattern);
    }
  }

  private boolean takePart(Use.Part part, int pattern, LineHit hit) {
    SignatureState state = stateOf(part.entry(), part.signature(), part.number());
    long number = hit.number();
    if (lastCounted.getOrDefault(part.entry(), -1L) != number) {
      lastCounted.put(part.entry(), number);
      counts.merge(part.entry(), 1L, Long::sum);
    }
    if (state.wantsMore(streams.streamOf(number)) && state.wantsLineOf(utteranceOf(hit))) {
      MatchedLine at = toMatchedLine(pattern, hit);
      state.acceptLine(part.part(), state.needsTimes() ? withTime(at, hit.slice()) : at);
    }
    return true;
  }

  /** Whether further lines that forbid the signature can still matter. */
  private boolean takeNegation(Use.Forbids forbids, int pattern, LineHit hit) {
    SignatureState state = stateOf(forbids.entry(), forbids.signature(), forbids.number());
    if (forbids.signature().unless().get(forbids.unless()).stretch().isEmpty()) {
      state.forbidAll();
      return false;
    }
    state.forbidNear(forbids.unless(), withTime(toMatchedLine(pattern, hit), hit.slice()));
    return true;
  }

  private boolean stateOf(FactRule rule, int pattern, LineHit hit) {
    if (rule.section().isPresent()) {
      int before = hit.match().spans().getFirst().start() - hit.line().from();
      section.beginSection(rule.section().get(), before);
      Chunk read = Objects.requireNonNull(chunk);
      readSection(read, Math.min(hit.slice().to() + 1, read.to()), hit.number() + 1);
    } else {
      readFact(rule, pattern, hit);
    }
    return true;
  }

  /** The line with the time that applies to it. */
  private MatchedLine withTime(MatchedLine line, LineSlice slice) {
    return line.time() == null ? line.withTime(streams.timeOf(slice)) : line;
  }

  private SignatureState stateOf(String entry, Signature signature, int number) {
    return states.computeIfAbsent(signature, s -> new SignatureState(entry, s, number, budget));
  }

  private void readFact(FactRule rule, int pattern, LineHit hit) {
    long number = hit.number();
    FactOnLine last = lastFact.get(rule.fact());
    if (last != null && last.line() == number && last.group() != rule.group()) {
      return;
    }
    Map<String, String> captures = hit.readCaptures();
    String value = captures.get("value");
    if (value == null) {
      readEvent(rule, pattern, hit);
      return;
    }
    boolean open = rule.fact().endsWith("*");
    String name =
        open
            ? rule.fact().substring(0, rule.fact().length() - 1) + captures.get("name")
            : rule.fact();
    lastFact.put(rule.fact(), new FactOnLine(number, rule.group()));
    if (ledger.isNew(name, value, open, streams.streamOf(number))) {
      MatchedLine at = toMatchedLine(pattern, hit);
      keepFact(new FactReading(name, value, at, at.rank()));
    }
  }

  /** Reads a line that states an event instead of a value, such as the start of a communicator. */
  private void readEvent(FactRule rule, int pattern, LineHit hit) {
    if (!ledger.wantsLine(rule.fact(), streams.streamOf(hit.number()))) {
      return;
    }
    MatchedLine at = toMatchedLine(pattern, hit);
    keepFact(new FactReading(rule.fact(), at.text().strip(), at, at.rank()));
    lastFact.put(rule.fact(), new FactOnLine(hit.number(), rule.group()));
    if (rule.fact().equals(INIT)) {
      streams.learnRank(at);
    }
  }

  private void keepFact(FactReading fact) {
    facts.add(fact);
    budget.hold(fact.line());
  }

  private void readSection(Chunk chunk, int from, long number) {
    section.readLines(
        new LineSlice(chunk.bytes(), from, chunk.to(), number),
        (name, hit) -> {
          String value = Objects.requireNonNull(hit.readCaptures().get("value"));
          // A name with a full stop belongs to a family, such as env.NCCL_DEBUG.
          if (ledger.isNew(name, value, name.indexOf('.') > 0, streams.streamOf(hit.number()))) {
            MatchedLine matched =
                matchedLines.toMatchedLine(hit, value.length(), streams.utteranceOf(hit.number()));
            keepFact(new FactReading(name, value, matched, matched.rank()));
          }
        });
  }

  private MatchedLine toMatchedLine(int pattern, LineHit hit) {
    MatchedLine first = hit.number() == currentNumber ? current : null;
    if (first != null && pattern == currentPattern) {
      // Several signatures share the pattern.
      return first;
    }
    int specificity = index.patterns().patternOf(pattern).specificity();
    MatchedLine matched =
        first != null
            ? matchedLines.toFurtherMatch(hit, specificity, first)
            : matchedLines.toMatchedLine(hit, specificity, utteranceOf(hit));
    current = matched;
    currentNumber = hit.number();
    currentPattern = pattern;
    return matched;
  }

  /** Who wrote a line; the same for all of its matches. */
  private MatchedLine.Utterance utteranceOf(LineHit hit) {
    if (said == null || saidNumber != hit.number()) {
      said = streams.utteranceOf(hit.number());
      saidNumber = hit.number();
    }
    return said;
  }
}
