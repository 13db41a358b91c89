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
import dev.faultbook.compatibility.Facts;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.content.Language;
import dev.faultbook.log.Deadline;
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

/** Compares the log of a good run with that of a bad one. The entry point of the package. */
public final class Comparer {
  /** Most kinds of lines that are listed on each side. */
  public static final int MOST_LISTED = 40;

  private static final int MOST_BEHIND = 20;

  /** Facts that identify the process rather than its set-up. */
  private static final Set<String> VARYING =
      Set.of("rank", "local_rank", "node", "collect", "env.RANK", "env.LOCAL_RANK");

  private final Run goodRun;
  private final Run badRun;
  private final ComparedRun good;
  private final ComparedRun bad;

  /** Numbers of templates that the other log does not have, in the order of their first lines. */
  private final List<Integer> onlyBad;

  private final List<Integer> missing;

  /** A log with its diagnosis and its templates. */
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
   * @param diagnoser reads the facts of both and diagnoses the bad one; its time limit applies to
   *     the whole comparison
   * @param language language of the diagnosis
   * @throws dev.faultbook.log.TimeLimitException if the time limit has passed
   */
  public static Comparison compare(
      InMemoryLog good, InMemoryLog bad, Diagnoser diagnoser, Language language) {
    long start = System.nanoTime();
    // One time limit for both logs, including lines that are read again.
    Deadline deadline = diagnoser.startDeadline();
    // Both logs came in one request, whose time each of them has.
    deadline.addSpent(bad.unpackingTime());
    Diagnoser limited = diagnoser.withDeadline(deadline);
    Diagnosis healthy = diagnoseLog(limited, good);
    Diagnosis ill = diagnoseLog(limited, bad);
    Set<String> hosts = new HashSet<>(healthy.hosts());
    hosts.addAll(ill.hosts());
    Comparer comparer =
        new Comparer(
            new Run(good, healthy, readRun(good, hosts, deadline)),
            new Run(bad, ill, readRun(bad, hosts, deadline)));
    return comparer.buildComparison(language, start);
  }

  private static Diagnosis diagnoseLog(Diagnoser diagnoser, InMemoryLog log) {
    try (InputStream in = log.open()) {
      return diagnoser.diagnose(in, Long.MAX_VALUE);
    } catch (IOException e) {
      throw wrapReadError(e);
    }
  }

  private static ComparedRun readRun(InMemoryLog log, Set<String> hosts, Deadline deadline) {
    try (InputStream in = log.open()) {
      return ComparedRun.fromLog(in, hosts, deadline);
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
    inBad.requestLine(steps.reached().badLine());
    inBad.requestLine(steps.after().badLine());
    inBad.requestLine(bad.lastLine());
    inBad.readTexts(badRun);
    Map<Long, String> entriesByLine = entriesByLine(ill);
    Kinds only = toKinds(onlyBad, bad.classes(), inBad, entriesByLine);
    Kinds lost = toKinds(missing, good.classes(), inGood, Map.of());
    First first = firstDifference(lost, only, toCommon(steps.after(), inGood, inBad));
    List<FactDifference> facts = compareFacts(healthy.facts(), ill.facts());
    Ends ends =
        new Ends(
            new Kind(good.lastLine(), inGood.textOf(good.lastLine()), 1, null),
            new Kind(
                bad.lastLine(),
                inBad.textOf(bad.lastLine()),
                1,
                entriesByLine.get(bad.lastLine())));
    return new Comparison(
        first == null && steps.behind().isEmpty() && facts.isEmpty(),
        new Comparison.LineDifferences(first, only, lost),
        toCourse(steps, inGood, inBad, ends),
        facts,
        commonFindings(healthy, ill),
        new Comparison.Inputs(
            toLog(good), toLog(bad), !good.classes().isFull() && !bad.classes().isFull()),
        Report.fromDiagnosis(ill, language),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  /**
   * Steps of the good run.
   *
   * @param reached the last one that the bad run reached
   * @param next the template number of the one after it; -1 for none
   * @param after the last one before the first difference
   * @param behind the template numbers of those that not all ranks of the bad run reached
   */
  private record Steps(Place reached, int next, Place after, List<Integer> behind) {}

  /** The lines of a step in both logs; 0 for none. */
  private record Place(long goodLine, long badLine) {
    static final Place NONE = new Place(0, 0);
  }

  private Steps findSteps() {
    int reached = findLastCommon();
    int after = onlyBad.isEmpty() ? beforeMissing() : beforeOnlyBad();
    long differs = onlyBad.isEmpty() ? Long.MAX_VALUE : bad.classes().firstLine(onlyBad.getFirst());
    return new Steps(
        findLastTime(reached, Long.MAX_VALUE),
        stepAfter(reached),
        findLastTime(after, differs),
        findBehind());
  }

  /**
   * The last occurrence of a step that both runs reached: with {@code step 0} to {@code step 39} in
   * the bad run and {@code step 0} to {@code step 199} in the good one, that is step 39.
   *
   * @param number number of the template in the good run, or -1
   * @param before a line of the bad log; a step that occurs again after it is shown by its first
   *     occurrence
   */
  private Place findLastTime(int number, long before) {
    if (number < 0) {
      return Place.NONE;
    }
    long hash = good.classes().hashOf(number);
    int there = bad.classes().numberOf(hash);
    long times = Math.min(good.classes().countOf(number), bad.classes().countOf(there));
    if (bad.classes().lastLine(there) > before) {
      times = 1;
    }
    return new Place(findLine(goodRun, number, times), findLine(badRun, there, times));
  }

  private static long findLine(Run run, int number, long nth) {
    TemplateTable classes = run.lines().classes();
    if (nth == 1) {
      return classes.firstLine(number);
    }
    if (nth == classes.countOf(number)) {
      return classes.lastLine(number);
    }
    try (InputStream in = run.log().open()) {
      return run.lines().findLine(in, classes.hashOf(number), nth);
    } catch (IOException e) {
      throw wrapReadError(e);
    }
  }

  private Lines linesOfGood(Steps steps) {
    Lines lines = new Lines();
    missing.stream()
        .limit(MOST_LISTED)
        .forEach(i -> lines.requestLine(good.classes().firstLine(i)));
    steps.behind().forEach(i -> lines.requestLine(good.classes().firstLine(i)));
    lines.requestLine(steps.reached().goodLine());
    lines.requestLine(steps.after().goodLine());
    if (steps.next() >= 0) {
      lines.requestLine(good.classes().firstLine(steps.next()));
    }
    lines.requestLine(good.lastLine());
    lines.readTexts(goodRun);
    return lines;
  }

  /** The first difference; null if both runs print the same kinds of lines. */
  private static @Nullable First firstDifference(Kinds lost, Kinds only, @Nullable Common after) {
    if (lost.total() == 0 && only.total() == 0) {
      return null;
    }
    return new First(
        lost.total() == 0 ? null : lost.lines().getFirst(),
        only.total() == 0 ? null : only.lines().getFirst(),
        after);
  }

  private Comparison.Course toCourse(Steps steps, Lines inGood, Lines inBad, Ends ends) {
    return new Comparison.Course(
        toCommon(steps.reached(), inGood, inBad),
        steps.next() < 0 ? null : toKind(steps.next(), good.classes(), inGood, Map.of()),
        ends,
        steps.behind().stream().map(number -> toBehind(number, inGood)).toList());
  }

  /** Lines whose text is needed. */
  private static final class Lines {
    private final TreeSet<Long> wanted = new TreeSet<>();
    private Map<Long, String> texts = Map.of();

    void requestLine(long line) {
      wanted.add(line);
    }

    void readTexts(Run run) {
      try (InputStream in = run.log().open()) {
        texts = run.lines().readTexts(in, wanted);
      } catch (IOException e) {
        throw wrapReadError(e);
      }
    }

    String textOf(long line) {
      return texts.getOrDefault(line, "");
    }
  }

  private static Kinds toKinds(
      List<Integer> numbers, TemplateTable classes, Lines lines, Map<Long, String> entriesByLine) {
    return new Kinds(
        numbers.size(),
        numbers.stream()
            .limit(MOST_LISTED)
            .map(number -> toKind(number, classes, lines, entriesByLine))
            .toList());
  }

  private static Kind toKind(
      int number, TemplateTable classes, Lines lines, Map<Long, String> entriesByLine) {
    long line = classes.firstLine(number);
    return new Kind(line, lines.textOf(line), classes.countOf(number), entriesByLine.get(line));
  }

  private static @Nullable Common toCommon(Place place, Lines inGood, Lines inBad) {
    if (place.goodLine() == 0) {
      return null;
    }
    String text = inGood.textOf(place.goodLine());
    String there = inBad.textOf(place.badLine());
    return new Common(place.goodLine(), place.badLine(), text, there.equals(text) ? null : there);
  }

  private boolean isCommon(int number) {
    return bad.classes().numberOf(good.classes().hashOf(number)) >= 0;
  }

  /** The last step, in the good run's order, that the bad run has too; -1 if there is none. */
  private int findLastCommon() {
    int number = good.classes().size() - 1;
    while (number >= 0 && !isCommon(number)) {
      number--;
    }
    return number;
  }

  /**
   * Templates are numbered in the order of their first lines, so the next number is the next step.
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

  /** Steps that every lane of the good run reached, and only some of the bad run. */
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

  private static Map<Long, String> entriesByLine(Diagnosis diagnosis) {
    Map<Long, String> lines = new HashMap<>();
    for (Finding finding : diagnosis.findings()) {
      finding.evidence().forEach(e -> lines.putIfAbsent(e.line().line(), finding.entry().id()));
    }
    return lines;
  }

  private static List<String> commonFindings(Diagnosis good, Diagnosis bad) {
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
