package dev.faultbook.comparison;

import dev.faultbook.comparison.ComparedRun.Step;
import dev.faultbook.comparison.Comparison.Behind;
import dev.faultbook.comparison.Comparison.Common;
import dev.faultbook.comparison.Comparison.Ends;
import dev.faultbook.comparison.Comparison.FactDifference;
import dev.faultbook.comparison.Comparison.First;
import dev.faultbook.comparison.Comparison.Kind;
import dev.faultbook.comparison.Comparison.Kinds;
import dev.faultbook.comparison.Comparison.Log;
import dev.faultbook.compatibility.Facts;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.log.Deadline;
import dev.faultbook.report.Report;
import dev.faultbook.run.Run;
import dev.faultbook.server.InMemoryLog;
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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Compares the log of a good run with that of a bad one. The entry point of the package. */
public final class Comparer {
  /** Most kinds of lines that are listed on each side. */
  public static final int MAX_LISTED = 40;

  private static final int MAX_BEHIND = 20;

  /** Facts that identify the process rather than its set-up. */
  private static final Set<String> VARYING =
      Set.of(
          "rank",
          "local_rank",
          "node",
          "collect",
          "env.RANK",
          "env.LOCAL_RANK",
          "pod",
          "restarts",
          "job_id",
          "pid",
          "script");

  private final ComparedRun good;
  private final ComparedRun bad;

  /** Steps that the other log does not have, in the order of their first lines. */
  private final List<Step> onlyBad;

  private final List<Step> missing;
  private final Map<Long, String> entriesByBadLine;

  private Comparer(ComparedRun good, ComparedRun bad) {
    this.good = good;
    this.bad = bad;
    this.onlyBad = withoutTearDown(bad.stepsMissingIn(good), bad.lastLine());
    this.missing = good.stepsMissingIn(bad);
    this.entriesByBadLine = entriesByLine(bad.diagnosis);
  }

  /** The steps up to the line that ended the run; all, if none of them is that early. */
  private static List<Step> withoutTearDown(List<Step> steps, long end) {
    List<Step> early = steps.stream().filter(step -> step.firstLine <= end).toList();
    return early.isEmpty() ? steps : early;
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
    return new Comparer(
            new ComparedRun(good, healthy, hosts, deadline),
            new ComparedRun(bad, ill, hosts, deadline))
        .buildComparison(language, start);
  }

  private static Diagnosis diagnoseLog(Diagnoser diagnoser, InMemoryLog log) {
    try (InputStream in = log.open()) {
      return diagnoser.diagnose(in);
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory log", e);
    }
  }

  private Comparison buildComparison(Language language, long start) {
    Step last = findLastCommon();
    int following = last == null ? 0 : last.number + 1;
    Step next = following < good.steps.size() ? good.steps.get(following) : null;
    Place counted = findLastCount();
    Place common = findLastTime(last, Long.MAX_VALUE);
    Place reached = counted.badLine() > common.badLine() ? counted : common;
    Place after = findLastTime(beforeFirstDifference(), firstDifferingLine());
    List<Step> behind = findBehind();
    readTexts(next, behind, List.of(reached, after));

    Kinds only = toKinds(onlyBad, bad);
    Kinds lost = toKinds(missing, good);
    First first = firstDifference(lost, only, toCommon(after));
    List<FactDifference> facts = compareFacts(good.diagnosis.facts(), bad.diagnosis.facts());
    return new Comparison(
        first == null && behind.isEmpty() && facts.isEmpty(),
        first,
        only,
        lost,
        toCommon(reached),
        next == null ? null : toKind(next.firstLine, next.count, good),
        new Ends(toKind(good.lastLine(), 1, good), toKind(bad.lastLine(), 1, bad)),
        behind.stream().map(this::toBehind).toList(),
        facts,
        commonFindings(),
        toLog(good),
        toLog(bad),
        !good.isFull() && !bad.isFull(),
        Report.fromDiagnosis(bad.diagnosis, language),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  /** The lines of a step in both logs. */
  private record Place(long goodLine, long badLine) {}

  /** Reads the texts of all lines that the comparison names. */
  private void readTexts(@Nullable Step next, List<Step> behind, List<Place> places) {
    Set<Long> inGood = new HashSet<>(List.of(good.lastLine()));
    missing.stream().limit(MAX_LISTED).forEach(step -> inGood.add(step.firstLine));
    behind.forEach(step -> inGood.add(step.firstLine));
    if (next != null) {
      inGood.add(next.firstLine);
    }
    Set<Long> inBad = new HashSet<>(List.of(bad.lastLine()));
    onlyBad.stream().limit(MAX_LISTED).forEach(step -> inBad.add(step.firstLine));
    for (Place place : places) {
      inGood.add(place.goodLine());
      inBad.add(place.badLine());
    }
    good.readTexts(inGood);
    bad.readTexts(inBad);
  }

  /**
   * The last occurrence of a step that both runs reached: with {@code step 0} to {@code step 39} in
   * the bad run and {@code step 0} to {@code step 199} in the good one, that is step 39.
   *
   * @param step the step in the good run, or null
   * @param before a line of the bad log; a step that occurs again after it is shown by its first
   *     occurrence
   */
  private Place findLastTime(@Nullable Step step, long before) {
    if (step == null) {
      return new Place(0, 0);
    }
    Step there = Objects.requireNonNull(bad.sameStep(step));
    long times = there.lastLine > before ? 1 : Math.min(step.count, there.count);
    return new Place(good.findLine(step, times), bad.findLine(there, times));
  }

  /**
   * The last count of progress that both runs reached. They may have come there by other numbers of
   * lines: one was resumed, or reported less often.
   */
  private Place findLastCount() {
    Run.Progress there = good.diagnosis.failure().run().progress();
    Run.Progress here = bad.diagnosis.failure().run().progress();
    if (there == null || here == null || there.unit() != here.unit()) {
      return new Place(0, 0);
    }
    if (here.last().value() <= there.last().value()) {
      long line = here.last().line();
      return new Place(good.findLike(bad.readLine(line), here.last().value()), line);
    }
    long line = there.last().line();
    return new Place(line, bad.findLike(good.readLine(line), there.last().value()));
  }

  /** The last step, in the good run's order, that the bad run has too; null if there is none. */
  private @Nullable Step findLastCommon() {
    return good.steps.reversed().stream()
        .filter(step -> bad.sameStep(step) != null)
        .findFirst()
        .orElse(null);
  }

  /** The step of the good run just before the first difference; null if there is none. */
  private @Nullable Step beforeFirstDifference() {
    ComparedRun run = onlyBad.isEmpty() ? good : bad;
    List<Step> differing = onlyBad.isEmpty() ? missing : onlyBad;
    return differing.isEmpty() || differing.getFirst().number == 0
        ? null
        : good.sameStep(run.steps.get(differing.getFirst().number - 1));
  }

  private long firstDifferingLine() {
    return onlyBad.isEmpty() ? Long.MAX_VALUE : onlyBad.getFirst().firstLine;
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

  private Kinds toKinds(List<Step> steps, ComparedRun run) {
    return new Kinds(
        steps.size(),
        steps.stream()
            .limit(MAX_LISTED)
            .map(step -> toKind(step.firstLine, step.count, run))
            .toList());
  }

  private Kind toKind(long line, long count, ComparedRun run) {
    return new Kind(line, run.textOf(line), count, run == bad ? entriesByBadLine.get(line) : null);
  }

  private @Nullable Common toCommon(Place place) {
    if (place.goodLine() == 0) {
      return null;
    }
    String text = good.textOf(place.goodLine());
    String there = bad.textOf(place.badLine());
    return new Common(place.goodLine(), place.badLine(), text, there.equals(text) ? null : there);
  }

  /** Steps that every lane of the good run reached, and only some of the bad run. */
  private List<Step> findBehind() {
    return good.steps.stream()
        .filter(step -> bad.sameStep(step) != null)
        .filter(
            step ->
                isLagging(step, good.ranks, bad.ranks)
                    || isLagging(step, good.processes, bad.processes))
        .limit(MAX_BEHIND)
        .toList();
  }

  private boolean isLagging(Step step, BitSet allGood, BitSet allBad) {
    BitSet here = lanesInBad(step);
    return allGood.cardinality() > 1
        && allBad.cardinality() > 1
        && without(allGood, step.lanes).isEmpty()
        && here.intersects(allBad)
        && !without(allBad, here).isEmpty();
  }

  private BitSet lanesInBad(Step step) {
    return Objects.requireNonNull(bad.sameStep(step)).lanes;
  }

  private static BitSet without(BitSet all, BitSet some) {
    BitSet rest = (BitSet) all.clone();
    rest.andNot(some);
    return rest;
  }

  private Behind toBehind(Step step) {
    boolean byRank = isLagging(step, good.ranks, bad.ranks);
    BitSet all = byRank ? bad.ranks : bad.processes;
    BitSet late = without(all, lanesInBad(step));
    return new Behind(
        step.firstLine,
        good.textOf(step.firstLine),
        (byRank ? good.ranks : good.processes).cardinality(),
        all.cardinality() - late.cardinality(),
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

  private List<String> commonFindings() {
    List<String> there = entriesIn(good);
    return entriesIn(bad).stream().filter(there::contains).toList();
  }

  private static List<String> entriesIn(ComparedRun run) {
    return run.diagnosis.findings().stream().map(finding -> finding.entry().id()).toList();
  }

  private static Log toLog(ComparedRun run) {
    return new Log(run.size.lines(), run.size.bytes(), run.steps.size());
  }
}
