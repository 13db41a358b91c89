package dev.faultbook.comparison;

import dev.faultbook.comparison.Comparison.Behind;
import dev.faultbook.comparison.Comparison.Common;
import dev.faultbook.comparison.Comparison.Ends;
import dev.faultbook.comparison.Comparison.FactDifference;
import dev.faultbook.comparison.Comparison.First;
import dev.faultbook.comparison.Comparison.Kind;
import dev.faultbook.comparison.Comparison.Kinds;
import dev.faultbook.comparison.Comparison.Log;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.facts.Facts;
import dev.faultbook.intake.InMemoryLog;
import dev.faultbook.language.Language;
import dev.faultbook.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the log of a good run with that of a bad one. The package's door. */
public final class Comparer {
  /** Most kinds of lines that are listed on each side. */
  public static final int MOST_LISTED = 40;

  private static final int MOST_BEHIND = 20;

  /** They say which process speaks, not how it was set up. */
  private static final Set<String> VARYING =
      Set.of("rank", "local_rank", "node", "collect", "env.RANK", "env.LOCAL_RANK");

  private final Run goodRun;
  private final Run badRun;
  private final ComparedRun good;
  private final ComparedRun bad;

  /** Numbers of classes that the other log does not have, in the order of their first lines. */
  private final List<Integer> onlyBad;

  private final List<Integer> missing;

  /** A log with what was read of it. */
  private record Run(InMemoryLog log, Diagnosis diagnosis, ComparedRun lines) {}

  private Comparer(Run goodRun, Run badRun) {
    this.goodRun = goodRun;
    this.badRun = badRun;
    this.good = goodRun.lines();
    this.bad = badRun.lines();
    this.onlyBad = findMissingIn(bad.classes(), good.classes());
    this.missing = findMissingIn(good.classes(), bad.classes());
  }

  /**
   * Compares two logs.
   *
   * @param diagnoser reads the facts of both and diagnoses the bad one
   * @param language of the diagnosis
   */
  public static Comparison compare(
      InMemoryLog good, InMemoryLog bad, Diagnoser diagnoser, Language language) {
    long start = System.nanoTime();
    Diagnosis healthy = diagnoseLog(diagnoser, good);
    Diagnosis ill = diagnoseLog(diagnoser, bad);
    Set<String> hosts = new HashSet<>(healthy.hosts());
    hosts.addAll(ill.hosts());
    Comparer comparer =
        new Comparer(
            new Run(good, healthy, readRun(good, hosts)), new Run(bad, ill, readRun(bad, hosts)));
    return comparer.buildComparison(language, start);
  }

  private static Diagnosis diagnoseLog(Diagnoser diagnoser, InMemoryLog log) {
    try (InputStream in = log.open()) {
      return diagnoser.diagnose(in, Long.MAX_VALUE);
    } catch (IOException e) {
      throw wrapReadError(e);
    }
  }

  private static ComparedRun readRun(InMemoryLog log, Set<String> hosts) {
    try (InputStream in = log.open()) {
      return ComparedRun.fromLog(in, hosts);
    } catch (IOException e) {
      throw wrapReadError(e);
    }
  }

  private static UncheckedIOException wrapReadError(IOException e) {
    return new UncheckedIOException("Unexpected I/O error on an in-memory log", e);
  }

  private static List<Integer> findMissingIn(TemplateTable mine, TemplateTable theirs) {
    List<Integer> apart = new ArrayList<>();
    for (int i = 0; i < mine.size(); i++) {
      if (theirs.numberOf(mine.hashOf(i)) < 0) {
        apart.add(i);
      }
    }
    return apart;
  }

  private Comparison buildComparison(Language language, long start) {
    Diagnosis healthy = goodRun.diagnosis();
    Diagnosis ill = badRun.diagnosis();
    Steps steps = findSteps();
    Lines inGood = linesOfGood(steps);
    Lines inBad = new Lines();
    onlyBad.stream().limit(MOST_LISTED).forEach(i -> inBad.requestLine(bad.classes().firstLine(i)));
    inBad.requestLine(bad.lastLine());
    inBad.readTexts(badRun.log());
    Map<Long, String> borneOut = borneOut(ill);
    Kinds only = toKinds(onlyBad, bad.classes(), inBad, borneOut);
    Kinds lost = toKinds(missing, good.classes(), inGood, Map.of());
    First first = firstDifference(lost, only, toCommon(steps.after(), inGood));
    List<FactDifference> facts = compareFacts(healthy.facts(), ill.facts());
    Ends ends =
        new Ends(
            new Kind(good.lastLine(), inGood.textOf(good.lastLine()), 1, null),
            new Kind(
                bad.lastLine(), inBad.textOf(bad.lastLine()), 1, borneOut.get(bad.lastLine())));
    return new Comparison(
        first == null && steps.behind().isEmpty() && facts.isEmpty(),
        new Comparison.LineDifferences(first, only, lost),
        toCourse(steps, inGood, ends),
        facts,
        inBoth(healthy, ill),
        new Comparison.Inputs(
            toLog(good), toLog(bad), !good.classes().isFull() && !bad.classes().isFull()),
        Report.fromDiagnosis(ill, language),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  /**
   * Steps of the good run, by the numbers of their classes; -1 for none.
   *
   * @param reached the furthest one that the bad run came to
   * @param next the one after it
   * @param after the last one before the first difference
   * @param behind those that not all ranks of the bad run came to
   */
  private record Steps(int reached, int next, int after, List<Integer> behind) {}

  private Steps findSteps() {
    int reached = findLastCommon();
    int after = onlyBad.isEmpty() ? beforeMissing() : beforeOnlyBad();
    return new Steps(reached, stepAfter(reached), after, findBehind());
  }

  private Lines linesOfGood(Steps steps) {
    Lines lines = new Lines();
    missing.stream()
        .limit(MOST_LISTED)
        .forEach(i -> lines.requestLine(good.classes().firstLine(i)));
    steps.behind().forEach(i -> lines.requestLine(good.classes().firstLine(i)));
    for (int number : new int[] {steps.reached(), steps.next(), steps.after()}) {
      if (number >= 0) {
        lines.requestLine(good.classes().firstLine(number));
      }
    }
    lines.requestLine(good.lastLine());
    lines.readTexts(goodRun.log());
    return lines;
  }

  /** The first difference; null when both runs print the same kinds of lines. */
  private static @Nullable First firstDifference(Kinds lost, Kinds only, @Nullable Common after) {
    if (lost.total() == 0 && only.total() == 0) {
      return null;
    }
    return new First(
        lost.total() == 0 ? null : lost.lines().getFirst(),
        only.total() == 0 ? null : only.lines().getFirst(),
        after);
  }

  private Comparison.Course toCourse(Steps steps, Lines inGood, Ends ends) {
    return new Comparison.Course(
        toCommon(steps.reached(), inGood),
        steps.next() < 0 ? null : toKind(steps.next(), good.classes(), inGood, Map.of()),
        ends,
        steps.behind().stream().map(number -> toBehind(number, inGood)).toList());
  }

  /** Lines whose text is to be shown. */
  private static final class Lines {
    private final TreeSet<Long> wanted = new TreeSet<>();
    private Map<Long, String> texts = Map.of();

    void requestLine(long line) {
      wanted.add(line);
    }

    void readTexts(InMemoryLog log) {
      try (InputStream in = log.open()) {
        texts = ComparedRun.readTexts(in, wanted);
      } catch (IOException e) {
        throw wrapReadError(e);
      }
    }

    String textOf(long line) {
      return texts.getOrDefault(line, "");
    }
  }

  private static Kinds toKinds(
      List<Integer> numbers, TemplateTable classes, Lines lines, Map<Long, String> borneOut) {
    return new Kinds(
        numbers.size(),
        numbers.stream()
            .limit(MOST_LISTED)
            .map(number -> toKind(number, classes, lines, borneOut))
            .toList());
  }

  private static Kind toKind(
      int number, TemplateTable classes, Lines lines, Map<Long, String> borneOut) {
    long line = classes.firstLine(number);
    return new Kind(line, lines.textOf(line), classes.countOf(number), borneOut.get(line));
  }

  /** A number counts through the good log's classes; what both have has one in each. */
  private @Nullable Common toCommon(int number, Lines inGood) {
    if (number < 0) {
      return null;
    }
    long line = good.classes().firstLine(number);
    int there = bad.classes().numberOf(good.classes().hashOf(number));
    return new Common(line, bad.classes().firstLine(there), inGood.textOf(line));
  }

  private boolean isCommon(int number) {
    return bad.classes().numberOf(good.classes().hashOf(number)) >= 0;
  }

  /**
   * The furthest step, in the good run's order, that the bad run has too; -1 when there is none.
   */
  private int findLastCommon() {
    int number = good.classes().size() - 1;
    while (number >= 0 && !isCommon(number)) {
      number--;
    }
    return number;
  }

  /**
   * Classes are numbered in the order of their first lines, so the next number is the next step.
   */
  private int stepAfter(int reached) {
    return reached + 1 < good.classes().size() ? reached + 1 : -1;
  }

  private int beforeMissing() {
    return missing.isEmpty() ? -1 : missing.getFirst() - 1;
  }

  private int beforeOnlyBad() {
    int there = onlyBad.getFirst() - 1;
    return there < 0 ? -1 : good.classes().numberOf(bad.classes().hashOf(there));
  }

  /** Steps that everyone in the good run came to, and only some in the bad run did. */
  private List<Integer> findBehind() {
    List<Integer> behind = new ArrayList<>();
    for (int i = 0; i < good.classes().size() && behind.size() < MOST_BEHIND; i++) {
      if (isCommon(i)
          && (isLagging(i, good.rankLanes(), bad.rankLanes())
              || isLagging(i, good.processLanes(), bad.processLanes()))) {
        behind.add(i);
      }
    }
    return behind;
  }

  private boolean isLagging(int number, BitSet allGood, BitSet allBad) {
    BitSet there = good.classes().lanesOf(number);
    BitSet here = lanesInBad(number);
    return allGood.cardinality() > 1
        && allBad.cardinality() > 1
        && holdsAll(there, allGood)
        && here.intersects(allBad)
        && !holdsAll(here, allBad);
  }

  private BitSet lanesInBad(int number) {
    return bad.classes().lanesOf(bad.classes().numberOf(good.classes().hashOf(number)));
  }

  private static boolean holdsAll(BitSet set, BitSet all) {
    BitSet rest = (BitSet) all.clone();
    rest.andNot(set);
    return rest.isEmpty();
  }

  private Behind toBehind(int number, Lines inGood) {
    boolean byRank = isLagging(number, good.rankLanes(), bad.rankLanes());
    BitSet here = lanesInBad(number);
    BitSet late = (BitSet) (byRank ? bad.rankLanes() : bad.processLanes()).clone();
    int all = late.cardinality();
    late.andNot(here);
    long line = good.classes().firstLine(number);
    return new Behind(
        line,
        inGood.textOf(line),
        (byRank ? good.rankLanes() : good.processLanes()).cardinality(),
        all - late.cardinality(),
        bad.laneNames(late));
  }

  private static List<FactDifference> compareFacts(Facts good, Facts bad) {
    Set<String> names = new LinkedHashSet<>(good.all().keySet());
    names.addAll(bad.all().keySet());
    List<FactDifference> facts = new ArrayList<>();
    for (String name : names) {
      List<String> there = good.values(name);
      List<String> here = bad.values(name);
      if (!VARYING.contains(name) && !Set.copyOf(there).equals(Set.copyOf(here))) {
        facts.add(new FactDifference(name, there, here));
      }
    }
    return facts;
  }

  private static Map<Long, String> borneOut(Diagnosis diagnosis) {
    Map<Long, String> lines = new HashMap<>();
    for (Finding finding : diagnosis.findings()) {
      finding.evidence().forEach(e -> lines.putIfAbsent(e.line().line(), finding.entry().id()));
    }
    return lines;
  }

  private static List<String> inBoth(Diagnosis good, Diagnosis bad) {
    Set<String> there =
        good.findings().stream().map(finding -> finding.entry().id()).collect(Collectors.toSet());
    return bad.findings().stream()
        .map(finding -> finding.entry().id())
        .filter(there::contains)
        .toList();
  }

  private static Log toLog(ComparedRun run) {
    return new Log(run.size().lines(), run.size().bytes(), run.classes().size());
  }
}
