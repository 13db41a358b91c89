package dev.faultbook.matcher;

import dev.faultbook.content.Entry;
import dev.faultbook.content.FactRule;
import dev.faultbook.index.SignatureIndex;
import dev.faultbook.index.SignatureIndex.Use;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.LinePrefix;
import dev.faultbook.log.PlainLine;
import dev.faultbook.signature.LineMatch;
import dev.faultbook.signature.Signature;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of one log while its chunks pass by. */
final class LogSession {
  /** A fact that has more distinct values than this is no fact. */
  private static final int MOST_VALUES = 64;

  /** Lines of one kind that are kept for each fact that counts lines rather than values. */
  private static final int MOST_FACT_LINES = 4096;

  private final SignatureIndex index;
  private final LineScanner scanner;
  // By identity: a signature is compiled once, and its content is long to hash.
  private final Map<Signature, SignatureState> states = new IdentityHashMap<>();
  private final Map<String, Long> counts = new HashMap<>();
  private final List<FactReading> facts = new ArrayList<>();
  private final Map<String, Set<String>> values = new HashMap<>();
  private final Map<String, FactOnLine> lastFact = new HashMap<>();
  private final Map<String, Long> lastCounted = new HashMap<>();

  /** Patterns that have said all they can say: a line that forbids needs to be seen once. */
  private final BitSet settled = new BitSet();

  private final SectionReader section = new SectionReader();
  private Chunk chunk;
  private MatchedLine current;
  private long currentNumber = -1;

  private record FactOnLine(long line, int group) {}

  LogSession(SignatureIndex index) {
    this.index = index;
    this.scanner = new LineScanner(index, false);
  }

  void accept(Chunk chunk) {
    currentNumber = -1;
    this.chunk = chunk;
    if (section.isOpen() && !chunk.continued()) {
      section(chunk.from(), chunk.firstLine());
    }
    scanner.scan(
        chunk,
        new LineScanner.Hits() {
          @Override
          public boolean wants(int pattern) {
            return !settled.get(pattern);
          }

          @Override
          public void hit(
              int pattern, LineMatch match, PlainLine line, int from, int to, long number) {
            LogSession.this.hit(chunk.bytes(), pattern, match, line, from, to, number);
          }
        });
  }

  LogMatches finish(long lines, long bytes) {
    List<SignatureMatch> matches = new ArrayList<>();
    states.values().forEach(state -> matches.addAll(state.matches()));
    matches.sort(
        Comparator.comparingLong(LogSession::lastLine)
            .thenComparing(match -> match.entry().id())
            .thenComparingInt(SignatureMatch::number));
    facts.sort(Comparator.comparingLong(fact -> fact.line().line()));
    return new LogMatches(matches, counts, facts, lines, bytes);
  }

  private static long lastLine(SignatureMatch match) {
    return match.lines().stream().mapToLong(MatchedLine::line).max().orElse(0);
  }

  private void hit(
      byte[] bytes, int pattern, LineMatch match, PlainLine line, int from, int to, long number) {
    boolean more = false;
    for (Use use : index.uses(pattern)) {
      switch (use) {
        case Use.Part part -> {
          SignatureState state = state(part.entry(), part.signature(), part.number());
          if (lastCounted.getOrDefault(part.entry().id(), -1L) != number) {
            lastCounted.put(part.entry().id(), number);
            counts.merge(part.entry().id(), 1L, Long::sum);
          }
          if (state.wantsMore()) {
            state.hit(part.part(), matched(bytes, pattern, match, line, from, to, number));
          }
          more = true;
        }
        case Use.Forbids forbids ->
            state(forbids.entry(), forbids.signature(), forbids.number()).forbid();
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

  private SignatureState state(Entry entry, Signature signature, int number) {
    return states.computeIfAbsent(signature, s -> new SignatureState(entry, s, number));
  }

  private void fact(
      FactRule rule,
      byte[] bytes,
      int pattern,
      LineMatch match,
      PlainLine line,
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
      long seen = counts.merge("fact:" + rule.fact(), 1L, Long::sum);
      if (seen > MOST_FACT_LINES) {
        return;
      }
      MatchedLine at = matched(bytes, pattern, match, line, from, to, number);
      facts.add(new FactReading(rule.fact(), at.text().strip(), at, at.rank()));
      lastFact.put(rule.fact(), new FactOnLine(number, rule.group()));
      return;
    }
    String name =
        rule.fact().endsWith("*")
            ? rule.fact().substring(0, rule.fact().length() - 1) + captures.get("name")
            : rule.fact();
    lastFact.put(rule.fact(), new FactOnLine(number, rule.group()));
    if (isNew(name, value)) {
      MatchedLine at = matched(bytes, pattern, match, line, from, to, number);
      facts.add(new FactReading(name, value, at, at.rank()));
    }
  }

  private boolean isNew(String name, String value) {
    Set<String> known = values.computeIfAbsent(name, n -> new HashSet<>());
    return !value.isEmpty() && known.size() < MOST_VALUES && known.add(value);
  }

  private void section(int from, long number) {
    section.read(
        chunk.bytes(),
        from,
        chunk.to(),
        number,
        (name, match, line, start, end, at) -> {
          String value = MatchedLines.captures(match, line).get("value");
          if (isNew(name, value)) {
            MatchedLine matched =
                MatchedLines.of(
                    chunk.bytes(),
                    match,
                    line,
                    start,
                    end,
                    at,
                    value.length(),
                    MatchedLines.prefix(line),
                    null);
            facts.add(new FactReading(name, value, matched, matched.rank()));
          }
        });
  }

  private MatchedLine matched(
      byte[] bytes, int pattern, LineMatch match, PlainLine line, int from, int to, long number) {
    // The prefix of a line is the same for all its matches.
    LinePrefix prefix =
        number == currentNumber && current != null ? null : MatchedLines.prefix(line);
    MatchedLine matched =
        MatchedLines.of(
            bytes,
            match,
            line,
            from,
            to,
            number,
            index.pattern(pattern).specificity(),
            prefix,
            current);
    current = matched;
    currentNumber = number;
    return matched;
  }
}
