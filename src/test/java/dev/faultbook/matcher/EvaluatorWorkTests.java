package dev.faultbook.matcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestContent;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Entry;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Form;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies that the evaluators' work is linear in the size of the log, whatever its content. The
 * tests count steps, not time: 2, 4 or 8 times the input may take that many times the steps, and
 * half as many again for tables that were not full before.
 */
class EvaluatorWorkTests {
  private static final double SLACK = 1.5;

  /** Lines of a block in the base case; more than any evaluator compares a line with. */
  private static final int LINES = 512;

  /** Forms that the shipped entries do not use, or not with these windows. */
  private static final String MORE =
      """
      - all: [alpha, beta, gamma]
      - all: [alpha, {line: beta, times: 3}]
        within: 60 lines
      - all: [alpha, beta, gamma, delta, epsilon, zeta, eta, theta]
        within: 60s
      - all: [alpha, beta]
        ranks: any
        within: 100 lines
      - sequence: [{line: alpha, times: 3}, beta, gamma]
        within: 90 lines
      - sequence: [alpha, beta]
        within: 60s
      - sequence: [alpha, beta]
        within: 90 lines
        ranks: any
      - all: [{line: alpha, times: 5}]
        within: 200 lines
      - all: [{line: alpha, times: 5}]
        within: 60s
      - all: [alpha, beta]
        within: 60s
        unless: [{line: stop, within: 5s}]
      - sequence: [alpha, beta]
        within: 9 lines
        unless: [{line: stop, anchor: 0}]
      - pair: 'alpha {x:int} beta {y:int}'
        same: [x]
        differ: [y]
      """;

  private static final List<Entry> ENTRIES = entries();

  private static List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    entries.addAll(ShippedCatalogue.knowledge().entries());
    entries.addAll(TestContent.withSignatures(MORE).entries());
    return entries;
  }

  /**
   * A block of lines that match one part, with or without ranks. If {@code inTurn}, the lines
   * alternate between two parts, and between lines with and without a rank.
   */
  private record Block(int part, int other, boolean ranked, boolean inTurn, boolean timed, int by) {
    static Block random(Signature signature, Random random) {
      int parts = signature.parts().size() + signature.unless().size();
      return new Block(
          random.nextInt(parts),
          random.nextInt(parts),
          random.nextBoolean(),
          random.nextInt(3) == 0,
          random.nextInt(3) > 0,
          random.nextInt(1, 40));
    }
  }

  private static MatchedLine line(long number, Block block, Signature signature, int rank) {
    Map<String, String> captures = new HashMap<>();
    for (var part : signature.parts()) {
      part.captureNames().forEach(name -> captures.put(name, Long.toString(number % block.by())));
    }
    return new MatchedLine(
        number,
        0,
        "text",
        List.of(),
        captures,
        5,
        new MatchedLine.Utterance(
            rank < 0 ? null : rank,
            null,
            block.timed() ? new LogTime(LogTime.Scale.DATE, number * 700) : null,
            new MatchedLine.Place(Math.max(0, rank) % 1000, null, 0)));
  }

  private static long steps(Entry entry, int which, List<Block> blocks, int times) {
    Signature signature = entry.signatures().get(which);
    EvaluationBudget budget = new EvaluationBudget(MatchLimits.DEFAULT);
    SignatureState state = new SignatureState(entry.id(), signature, which, budget);
    long number = 0;
    for (Block block : blocks) {
      for (int i = 0; i < LINES * times; i++) {
        boolean first = !block.inTurn() || i % 2 == 0;
        MatchedLine line = line(++number, block, signature, block.ranked() == first ? i : -1);
        acceptLine(state, signature, first ? block.part() : block.other(), line);
        // Count the caller's check of each line; it ends once the signature needs no more lines.
        budget.spend(1);
      }
    }
    state.witnessLines();
    return budget.spentSteps();
  }

  private static void acceptLine(
      SignatureState state, Signature signature, int part, MatchedLine line) {
    int parts = signature.parts().size();
    if (part < parts) {
      if (state.wantsMore(line.place().origin())) {
        state.acceptLine(part, line);
      }
    } else if (signature.unless().get(part - parts).stretch().isPresent()) {
      state.forbidNear(part - parts, line);
    }
  }

  @Property(tries = 4)
  void stepsOfEverySignatureAreLinear(@ForAll long seed) {
    for (Entry entry : ENTRIES) {
      for (int which = 0; which < entry.signatures().size(); which++) {
        Signature signature = entry.signatures().get(which);
        // One single-line signature per entry is enough, because all are evaluated alike.
        if (signature.form() instanceof Form.Line && which > 0) {
          continue;
        }
        Random random = new Random(seed);
        List<Block> blocks =
            Stream.generate(() -> Block.random(signature, random)).limit(4).toList();
        long once = steps(entry, which, blocks, 1);
        for (int times : new int[] {2, 4, 8}) {
          assertThat(steps(entry, which, blocks, times))
              .as("%s signature %d, %s, %d times", entry.id(), which, blocks, times)
              .isLessThanOrEqualTo((long) (SLACK * times * once));
        }
      }
    }
  }

  /** The files of a log with a given number of repetitions. */
  private record Log(String name, IntFunction<List<String>> files) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Log oneFile(String name, IntFunction<String> line) {
    return new Log(
        name, n -> List.of(String.join("", IntStream.range(0, n).mapToObj(line).toList())));
  }

  static Stream<Arguments> logs() {
    String lost = "ModuleNotFoundError: No module named 'torch'\n";
    String build = "  Getting requirements to build wheel did not run successfully.\n";
    return Stream.of(
            new Log(
                "ranks, then as many lines without one",
                n ->
                    List.of(
                        String.join(
                                "", IntStream.range(0, n).mapToObj(i -> rank(i) + lost).toList())
                            + lost.repeat(n))),
            oneFile("ranks in turn with lines without one", i -> rank(i) + lost + build),
            oneFile("ranks that say one part of many signatures", i -> rank(i) + lost),
            oneFile(
                "hosts",
                i ->
                    "node%d:%d:9 [0] NCCL INFO NCCL WARN Cuda failure 'unknown error'\n"
                        .formatted(i, i)),
            oneFile(
                "environments",
                i ->
                    "node1:1:9 [0] NCCL INFO NCCL_A%d set by environment to /%d\n".formatted(i, i)),
            oneFile(
                "watchdogs",
                i ->
                    rank(i)
                        + "[Rank %d] Watchdog caught collective operation timeout:".formatted(i)
                        + " WorkNCCL(SeqNum=%d, OpType=ALLREDUCE, NumelIn=%d, NumelOut=1,"
                            .formatted(i % 7, i)
                        + " Timeout(ms)=600000) ran for 600029 milliseconds\n"),
            new Log(
                "files",
                n ->
                    IntStream.range(0, n / 4).mapToObj(i -> "node%d".formatted(i) + lost).toList()))
        .map(Arguments::of);
  }

  private static String rank(int rank) {
    return "[rank%d]: ".formatted(rank);
  }

  private static long steps(SignatureIndex index, List<String> files) throws IOException {
    EvaluationBudget budget = new EvaluationBudget(MatchLimits.DEFAULT);
    Map<String, String> named = new LinkedHashMap<>();
    files.forEach(file -> named.put("node%d.log".formatted(named.size()), file));
    LogFiles log = TestLogs.holdTexts(named);
    new Matcher(index).match(log, new LogReader(), (chunk, streams) -> {}, budget);
    return budget.spentSteps();
  }

  @ParameterizedTest
  @MethodSource("logs")
  void stepsOfALogAreLinear(Log log) throws IOException {
    SignatureIndex index = ShippedCatalogue.knowledge().signatures();
    long once = steps(index, log.files().apply(LINES));
    for (int times : new int[] {2, 4, 8}) {
      assertThat(steps(index, log.files().apply(LINES * times)))
          .as("%d times", times)
          .isBetween(1L, (long) (SLACK * times * once));
    }
  }

  /** A rank adds four matches; its further lines cost three steps, not four. */
  @Test
  void linesBeyondTheMatchesOfARankAreOnlyCounted() throws IOException {
    SignatureIndex index = TestContent.withSignatures("- alpha\n").signatures();
    int lines = 10_000;
    long steps = steps(index, List.of("[rank0]: alpha\n".repeat(lines)));
    assertThat(steps).isBetween(3L * lines, 3L * lines + 100);
  }

  @Test
  void aLogOfAMillionRanksIsHeldInBounds() {
    Entry entry = ENTRIES.getLast();
    EvaluationBudget budget = new EvaluationBudget(new MatchLimits(1024 * 1024, Deadline.NONE));
    Signature signature = entry.signatures().getFirst();
    SignatureState state = new SignatureState(entry.id(), signature, 0, budget);
    Block block = new Block(0, 0, true, false, true, 7);
    for (int i = 0; i < 1_000_000; i++) {
      state.acceptLine(0, line(i + 1L, block, signature, i));
    }
    assertThat(budget.heldBytes()).isLessThan(1100 * 1024);
    // The most recent ranks are still tracked, but the first ones are not.
    state.acceptLine(1, line(1_000_001, block, signature, 999_000));
    state.acceptLine(2, line(1_000_002, block, signature, 999_000));
    assertThat(state.matches()).hasSize(1);
    state.acceptLine(1, line(1_000_003, block, signature, 3));
    state.acceptLine(2, line(1_000_004, block, signature, 3));
    assertThat(state.matches()).hasSize(1);
  }
}
