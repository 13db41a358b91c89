package dev.faultbook.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.TimeLimitException;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ComparerTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();
  private static final Path FOLDER = Path.of("src/test/resources/comparison");

  private static Comparison compare(String good, String bad) {
    return Comparer.compare(TestLogs.hold(good), TestLogs.hold(bad), DIAGNOSER, Language.EN);
  }

  private static String file(String name) {
    try {
      return Files.readString(FOLDER.resolve(name + ".log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Regression: each of the two diagnoses had the full time limit, and the second pass over the
   * logs had none.
   */
  @Test
  void oneTimeLimitHoldsForTheWholeComparison() throws IOException {
    String log = "NCCL INFO step 1\n".repeat(2000);
    Deadline deadline = Deadline.after(Duration.ofMinutes(5));
    Diagnoser shared = DIAGNOSER.withDeadline(deadline);
    assertThat(shared.startDeadline()).isSameAs(deadline);
    Comparer.compare(TestLogs.hold(log), TestLogs.hold(log), shared, Language.EN);
    InMemoryLog held = TestLogs.hold(log);
    Diagnosis diagnosis = DIAGNOSER.diagnose(log.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    deadline.cancel();
    assertThatExceptionOfType(TimeLimitException.class)
        .isThrownBy(() -> new ComparedRun(held, diagnosis, Set.of(), deadline));
    assertThatExceptionOfType(TimeLimitException.class)
        .isThrownBy(
            () -> Comparer.compare(TestLogs.hold(log), TestLogs.hold(log), shared, Language.EN));
  }

  @Test
  void aPrefixThatIsNotAsciiIsTakenOffAsAWhole() {
    assertThat(compare("训练  | x\n", "训练  | x\n").same()).isTrue();
    Comparison renamed = compare("训练-1  | epoch one is done\n", "node-1  | epoch one is done\n");
    assertThat(renamed.onlyBad().lines()).isEmpty();
    assertThat(renamed.missing().lines()).isEmpty();
  }

  @Test
  void aRunThatFallsBackToSocketsSaysSoFirst() {
    Comparison comparison = compare(file("fabric-good"), file("fabric-bad"));
    assertThat(comparison.first().good().text()).contains("NET/IB : Using [0]mlx5_0:1/IB");
    assertThat(comparison.first().bad().text()).contains("NET/IB : No device found.");
    assertThat(comparison.first().after().text()).contains("NCCL version");
    assertThat(comparison.onlyBad().lines())
        .extracting(Comparison.Kind::text)
        .anyMatch(text -> text.contains("Using network Socket"))
        .anyMatch(text -> text.contains("via NET/Socket/0"))
        .noneMatch(text -> text.contains("Init COMPLETE") || text.contains("Bootstrap"));
    assertThat(comparison.onlyBad().lines())
        .filteredOn(kind -> kind.text().contains("Using network Socket"))
        .allMatch(kind -> kind.count() == 8);
    assertThat(comparison.next()).isNull();
    assertThat(comparison.behind()).isEmpty();
    assertThat(comparison.same()).isFalse();
  }

  @Test
  void theSameJobOnOtherHostsDiffersInWhatItWasGiven() {
    String job =
        """
        2026-11-20 09:00:00,113 INFO launch.py:22 starting on HOST
        HOST:4100:4100 [0] NCCL INFO NCCL_P2P_LEVEL set by environment to LEVEL
        HOST:4100:4100 [0] NCCL INFO Bootstrap: Using eth0:10.0.0.3<0>
        """;
    Comparison comparison =
        compare(
            job.replace("HOST", "tux").replace("LEVEL", "NVL"),
            job.replace("HOST", "alpha").replace("LEVEL", "SYS"));
    assertThat(comparison.first().good().line()).isEqualTo(2);
    assertThat(comparison.first().bad().line()).isEqualTo(2);
    assertThat(comparison.onlyBad().total()).isEqualTo(1);
  }

  @Test
  void aRunThatWasCutOffShowsWhereItEnds() {
    String loop = "step 1 loss 3.1\nstep 2 loss 3.0\n";
    Comparison comparison = compare(loop + "step 3 loss 2.9\n\n", loop + "\n");
    assertThat(comparison.same()).isTrue();
    assertThat(comparison.ends().good().text()).isEqualTo("step 3 loss 2.9");
    assertThat(comparison.ends().bad().line()).isEqualTo(2);
    assertThat(comparison.ends().bad().text()).isEqualTo("step 2 loss 3.0");
  }

  @Test
  void whatTheLauncherPrintsAfterTheEndIsNoDifference() {
    String start = "step 1 loss 3.1\nstep 2 loss 3.0\n";
    Comparison comparison =
        compare(
            start + "training finished\n",
            start
                + """
                Traceback (most recent call last):
                  File "/srv/train.py", line 30, in <module>
                    main()
                KeyError: 'tokens'
                E1130 09:00:01.000000 812 torch/distributed/elastic/multiprocessing/api.py:882] failed (exitcode: 1) local_rank: 0 (pid: 830) of binary: /usr/bin/python3
                torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
                """);
    assertThat(comparison.ends().bad().text()).isEqualTo("KeyError: 'tokens'");
    assertThat(comparison.onlyBad().lines())
        .extracting(Comparison.Kind::text)
        .startsWith("Traceback (most recent call last):")
        .endsWith("KeyError: 'tokens'");
  }

  @Test
  void anUpgradeShowsInTheFactsAndInWhatCameAfterIt() {
    Comparison comparison = compare(file("upgrade-good"), file("upgrade-bad"));
    assertThat(comparison.facts())
        .contains(
            new Comparison.FactDifference(
                "torch", java.util.List.of("2.4.1+cu121"), java.util.List.of("2.6.0+cu124")))
        .extracting(Comparison.FactDifference::fact)
        .doesNotContain("python");
    assertThat(comparison.first().after().text()).isEqualTo("Compiling the step");
    assertThat(comparison.first().bad().text()).startsWith("Traceback");
    assertThat(comparison.next().text()).startsWith("Resumed from step 1200");
    assertThat(comparison.diagnosis().findings().getFirst().entry())
        .isEqualTo("checkpoint-weights-only");
    assertThat(comparison.onlyBad().lines())
        .filteredOn(kind -> kind.text().contains("Weights only load failed"))
        .allMatch(kind -> "checkpoint-weights-only".equals(kind.entry()));
  }

  @Test
  void aRunThatStopsAtABarrierNamesTheNextStepAndTheRankThatLacks() {
    Comparison comparison = compare(file("barrier-good"), file("barrier-bad"));
    assertThat(comparison.reached().text()).contains("Waiting at barrier");
    assertThat(comparison.next().text()).contains("Loaded checkpoint");
    assertThat(comparison.behind()).hasSize(1);
    Comparison.Behind behind = comparison.behind().getFirst();
    assertThat(behind.text()).contains("Waiting at barrier");
    assertThat(behind.good()).isEqualTo(8);
    assertThat(behind.bad()).isEqualTo(7);
    assertThat(behind.lanes()).containsExactly("rank 3");
    assertThat(comparison.first().bad().text()).contains("Watchdog caught collective operation");
  }

  @Test
  void theOrderOfTheRanksAndTheSpeedAreNoDifference() {
    Comparison comparison = compare(file("barrier-good"), file("barrier-again"));
    assertThat(comparison.same()).isTrue();
    assertThat(comparison.first()).isNull();
  }

  @Test
  void whatTheGoodRunShowsTooIsNotTheDifference() {
    String fault =
        "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.78 GiB"
            + " total capacity; 14.02 GiB already allocated; 1.01 GiB free)\n";
    Comparison comparison = compare(fault + "went on\n", fault + "stopped here\n");
    assertThat(comparison.inBoth()).contains("cuda-out-of-memory");
    assertThat(comparison.first().bad().text()).isEqualTo("stopped here");
  }

  @Test
  void nothingInCommonIsAnAnswerToo() {
    Comparison comparison = compare("alpha beta\n", "gamma delta\n");
    assertThat(comparison.reached()).isNull();
    assertThat(comparison.first().after()).isNull();
    assertThat(comparison.next().text()).isEqualTo("alpha beta");
  }

  @Test
  void moreKindsThanAreComparedAreTold() {
    StringBuilder large = new StringBuilder();
    for (int i = 0; i <= ComparedRun.MAX_STEPS; i++) {
      large.append("kind ").append(word(i)).append('\n');
    }
    Comparison comparison = compare(large.toString(), "kind of\n");
    assertThat(comparison.complete()).isFalse();
    assertThat(comparison.missing().lines()).hasSize(Comparer.MAX_LISTED);
    assertThat(comparison.good().kinds()).isEqualTo(ComparedRun.MAX_STEPS);
  }

  /** The comparison terminates without running out of memory. */
  @Test
  void hostileTextEnds() {
    String[] texts = {
      "a".repeat(3_000_000),
      "/".repeat(1_000_000) + "a/".repeat(1_000_000),
      "1 ".repeat(2_000_000),
      ":1".repeat(1_000_000),
      "\r".repeat(1_000_000) + "x\n",
      "█".repeat(500_000),
      "[[[[((((".repeat(200_000) + "\n\n\n",
      "\u001b[31m\u001b[".repeat(9) + "text of a line\n",
      "~/".repeat(900_000),
    };
    for (String text : texts) {
      Comparison comparison = compare("first line of it\n" + text, text + "\nlast line of it\n");
      assertThat(comparison.complete()).isTrue();
    }
  }

  @Property(tries = 60)
  void aLogDoesNotDifferFromItself(@ForAll @StringLength(min = 1, max = 400) String text) {
    // A log with more than one control character in twenty is rejected as binary.
    Assume.that(text.chars().filter(c -> c < ' ').count() * 20 <= text.length());
    String log = "start " + text;
    Comparison comparison = compare(log, log);
    assertThat(comparison.same()).isTrue();
    assertThat(comparison.onlyBad().total() + comparison.missing().total()).isZero();
    assertThat(comparison.next()).isNull();
  }

  @Property(tries = 60)
  void numbersAndOrderDoNotDiffer(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 9) int ranks) {
    Comparison comparison = compare(run(seed, ranks), run(~seed, ranks));
    assertThat(comparison.same()).isTrue();
  }

  private static String run(long seed, int ranks) {
    Random random = new Random(seed);
    StringBuilder log = new StringBuilder();
    for (String step : new String[] {"loading shard", "building step", "saving state"}) {
      int first = random.nextInt(ranks);
      for (int i = 0; i < ranks; i++) {
        log.append("[rank")
            .append((first + i) % ranks)
            .append("]: ")
            .append(step)
            .append(' ')
            .append(random.nextInt())
            .append(" took ")
            .append(random.nextDouble())
            .append(" s at 0x")
            .append(Long.toHexString(random.nextLong()))
            .append(" from 10.")
            .append(random.nextInt(256))
            .append(".0.1\n");
      }
    }
    return log.toString();
  }

  private static String word(int number) {
    StringBuilder word = new StringBuilder();
    for (int n = number; n > 0 || word.length() < 2; n /= 26) {
      word.append((char) ('a' + n % 26));
    }
    return word.toString();
  }

  private static String run(String nccl, int steps, String end) {
    StringBuilder log = new StringBuilder("NCCL version " + nccl + "+cuda12.4\n");
    for (int step = 0; step < steps; step++) {
      log.append("step ").append(step).append(" loss 2.5\n");
    }
    return log + end + "\n";
  }

  @Test
  void theLastStepThatBothReachedIsShownNotTheFirstOfItsKind() {
    Comparison comparison =
        compare(run("2.21.5", 200, "training finished"), run("2.21.5", 40, "Killed"));
    assertThat(comparison.reached().text()).isEqualTo("step 39 loss 2.5");
    assertThat(comparison.reached().goodLine()).isEqualTo(41);
    assertThat(comparison.reached().badLine()).isEqualTo(41);
    assertThat(comparison.reached().badText()).isNull();
    assertThat(comparison.first().after()).isEqualTo(comparison.reached());
  }

  /** The good run reports half as often, and says more between its steps. */
  @Test
  void runsAreComparedByTheCountsAndNotByTheNumberOfTheirLines() {
    StringBuilder good = new StringBuilder();
    StringBuilder bad = new StringBuilder();
    for (int step = 10; step <= 1000; step += 10) {
      good.append(step % 20 == 0 ? "step " + step + " loss 2.5\n" : "");
      bad.append(step <= 620 ? "step " + step + " loss 2.5\n" : "");
      good.append(step == 500 ? "saved checkpoint\n" : "");
      bad.append(step == 500 ? "saved checkpoint\n" : "");
    }
    Comparison comparison = compare(good + "training finished\n", bad + "Killed\n");
    assertThat(comparison.reached().text()).isEqualTo("step 620 loss 2.5");
    assertThat(comparison.reached().badText()).isNull();
    assertThat(comparison.reached().goodLine()).isEqualTo(32);
    assertThat(comparison.reached().badLine()).isEqualTo(63);
  }

  @Test
  void theLastStepOfAShorterGoodRunIsShownToo() {
    Comparison comparison =
        compare(run("2.21.5", 30, "training finished"), run("2.21.5", 40, "Killed"));
    assertThat(comparison.reached().text()).isEqualTo("step 29 loss 2.5");
    assertThat(comparison.reached().badLine()).isEqualTo(31);
  }

  @Test
  void linesThatDifferInANumberAreNotCalledTheSame() {
    Comparison comparison =
        compare("NCCL version 2.21.5\nwent on\n", "NCCL version 2.27.3\nstopped here\n");
    assertThat(comparison.first().after().text()).isEqualTo("NCCL version 2.21.5");
    assertThat(comparison.first().after().badText()).isEqualTo("NCCL version 2.27.3");
    assertThat(TextComparison.toText(comparison, Language.EN, ""))
        .contains("good run 1: NCCL version 2.21.5", "bad run  1: NCCL version 2.27.3")
        .doesNotContain("both");
  }
}
