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
    this.onlyBad = apart(bad.classes(), good.classes());
    this.missing = apart(good.classes(), bad.classes());
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
    Diagnosis healthy = diagnose(diagnoser, good);
    Diagnosis ill = diagnose(diagnoser, bad);
    Set<String> hosts = new HashSet<>(healthy.hosts());
    hosts.addAll(ill.hosts());
    Comparer comparer =
        new Comparer(new Run(good, healthy, run(good, hosts)), new Run(bad, ill, run(bad, hosts)));
    return comparer.comparison(language, start);
  }

  private static Diagnosis diagnose(Diagnoser diagnoser, InMemoryLog log) {
    try (InputStream in = log.open()) {
      return diagnoser.diagnose(in, Long.MAX_VALUE);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static ComparedRun run(InMemoryLog log, Set<String> hosts) {
    try (InputStream in = log.open()) {
      return ComparedRun.of(in, hosts);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static UncheckedIOException unreadable(IOException e) {
    return new UncheckedIOException("Unexpected I/O error on an in-memory log", e);
  }

  private static List<Integer> apart(TemplateTable mine, TemplateTable theirs) {
    List<Integer> apart = new ArrayList<>();
    for (int i = 0; i < mine.size(); i++) {
      if (theirs.number(mine.hash(i)) < 0) {
        apart.add(i);
      }
    }
    return apart;
  }

  private Comparison comparison(Language language, long start) {
    Diagnosis healthy = goodRun.diagnosis();
    Diagnosis ill = badRun.diagnosis();
    Steps steps = steps();
    Lines inGood = linesOfGood(steps);
    Lines inBad = new Lines();
    onlyBad.stream().limit(MOST_LISTED).forEach(i -> inBad.want(bad.classes().first(i)));
    inBad.want(bad.end());
    inBad.read(badRun.log());
    Map<Long, String> borneOut = borneOut(ill);
    Kinds only = kinds(onlyBad, bad.classes(), inBad, borneOut);
    Kinds lost = kinds(missing, good.classes(), inGood, Map.of());
    First first = first(lost, only, common(steps.after(), inGood));
    List<FactDifference> facts = facts(healthy.facts(), ill.facts());
    Ends ends =
        new Ends(
            new Kind(good.end(), inGood.text(good.end()), 1, null),
            new Kind(bad.end(), inBad.text(bad.end()), 1, borneOut.get(bad.end())));
    return new Comparison(
        first == null && steps.behind().isEmpty() && facts.isEmpty(),
        new Comparison.LineDifferences(first, only, lost),
        course(steps, inGood, ends),
        facts,
        inBoth(healthy, ill),
        new Comparison.Inputs(log(good), log(bad), !good.classes().full() && !bad.classes().full()),
        Report.of(ill, language),
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

  private Steps steps() {
    int reached = reached();
    int after = onlyBad.isEmpty() ? beforeMissing() : beforeOnlyBad();
    return new Steps(reached, next(reached), after, behind());
  }

  private Lines linesOfGood(Steps steps) {
    Lines lines = new Lines();
    missing.stream().limit(MOST_LISTED).forEach(i -> lines.want(good.classes().first(i)));
    steps.behind().forEach(i -> lines.want(good.classes().first(i)));
    for (int number : new int[] {steps.reached(), steps.next(), steps.after()}) {
      if (number >= 0) {
        lines.want(good.classes().first(number));
      }
    }
    lines.want(good.end());
    lines.read(goodRun.log());
    return lines;
  }

  /** The first difference; null when both runs print the same kinds of lines. */
  private static First first(Kinds lost, Kinds only, Common after) {
    if (lost.total() == 0 && only.total() == 0) {
      return null;
    }
    return new First(
        lost.total() == 0 ? null : lost.lines().getFirst(),
        only.total() == 0 ? null : only.lines().getFirst(),
        after);
  }

  private Comparison.Course course(Steps steps, Lines inGood, Ends ends) {
    return new Comparison.Course(
        common(steps.reached(), inGood),
        steps.next() < 0 ? null : kind(steps.next(), good.classes(), inGood, Map.of()),
        ends,
        steps.behind().stream().map(number -> behind(number, inGood)).toList());
  }

  /** Lines whose text is to be shown. */
  private static final class Lines {
    private final TreeSet<Long> wanted = new TreeSet<>();
    private Map<Long, String> texts = Map.of();

    void want(long line) {
      wanted.add(line);
    }

    void read(InMemoryLog log) {
      try (InputStream in = log.open()) {
        texts = ComparedRun.texts(in, wanted);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }

    String text(long line) {
      return texts.getOrDefault(line, "");
    }
  }

  private static Kinds kinds(
      List<Integer> numbers, TemplateTable classes, Lines lines, Map<Long, String> borneOut) {
    return new Kinds(
        numbers.size(),
        numbers.stream()
            .limit(MOST_LISTED)
            .map(number -> kind(number, classes, lines, borneOut))
            .toList());
  }

  private static Kind kind(
      int number, TemplateTable classes, Lines lines, Map<Long, String> borneOut) {
    long line = classes.first(number);
    return new Kind(line, lines.text(line), classes.count(number), borneOut.get(line));
  }

  /** A number counts through the good log's classes; what both have has one in each. */
  private Common common(int number, Lines inGood) {
    if (number < 0) {
      return null;
    }
    long line = good.classes().first(number);
    int there = bad.classes().number(good.classes().hash(number));
    return new Common(line, bad.classes().first(there), inGood.text(line));
  }

  private boolean isCommon(int number) {
    return bad.classes().number(good.classes().hash(number)) >= 0;
  }

  /**
   * The furthest step, in the good run's order, that the bad run has too; -1 when there is none.
   */
  private int reached() {
    int number = good.classes().size() - 1;
    while (number >= 0 && !isCommon(number)) {
      number--;
    }
    return number;
  }

  /**
   * Classes are numbered in the order of their first lines, so the next number is the next step.
   */
  private int next(int reached) {
    return reached + 1 < good.classes().size() ? reached + 1 : -1;
  }

  private int beforeMissing() {
    return missing.isEmpty() ? -1 : missing.getFirst() - 1;
  }

  private int beforeOnlyBad() {
    int there = onlyBad.getFirst() - 1;
    return there < 0 ? -1 : good.classes().number(bad.classes().hash(there));
  }

  /** Steps that everyone in the good run came to, and only some in the bad run did. */
  private List<Integer> behind() {
    List<Integer> behind = new ArrayList<>();
    for (int i = 0; i < good.classes().size() && behind.size() < MOST_BEHIND; i++) {
      if (isCommon(i)
          && (lags(i, good.ranks(), bad.ranks()) || lags(i, good.processes(), bad.processes()))) {
        behind.add(i);
      }
    }
    return behind;
  }

  private boolean lags(int number, BitSet allGood, BitSet allBad) {
    BitSet there = good.classes().lanes(number);
    BitSet here = lanesInBad(number);
    return allGood.cardinality() > 1
        && allBad.cardinality() > 1
        && holdsAll(there, allGood)
        && here.intersects(allBad)
        && !holdsAll(here, allBad);
  }

  private BitSet lanesInBad(int number) {
    return bad.classes().lanes(bad.classes().number(good.classes().hash(number)));
  }

  private static boolean holdsAll(BitSet set, BitSet all) {
    BitSet rest = (BitSet) all.clone();
    rest.andNot(set);
    return rest.isEmpty();
  }

  private Behind behind(int number, Lines inGood) {
    boolean byRank = lags(number, good.ranks(), bad.ranks());
    BitSet here = lanesInBad(number);
    BitSet late = (BitSet) (byRank ? bad.ranks() : bad.processes()).clone();
    int all = late.cardinality();
    late.andNot(here);
    long line = good.classes().first(number);
    return new Behind(
        line,
        inGood.text(line),
        (byRank ? good.ranks() : good.processes()).cardinality(),
        all - late.cardinality(),
        bad.names(late));
  }

  private static List<FactDifference> facts(Facts good, Facts bad) {
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

  private static Log log(ComparedRun run) {
    return new Log(run.size().lines(), run.size().bytes(), run.classes().size());
  }
}
