package dev.faultbook.diagnosis;

import dev.faultbook.content.EntryKind;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ranks suspects and gives the reason for each position. The package documentation lists the rules.
 */
final class Ranking {
  private final Knowledge knowledge;
  private final List<Suspect> suspects;
  private final IdentityHashMap<Suspect, Optional<Suspect>> explainers = new IdentityHashMap<>();
  private final IdentityHashMap<Suspect, Boolean> ended = new IdentityHashMap<>();
  private final Optional<RankView> ranks;
  private final @Nullable FailureAnalysis failures;

  /**
   * @param ranks the lanes of a log of many ranks, whose common clock is then used
   * @param failures what ended the job; null if only lines count
   */
  Ranking(
      Knowledge knowledge,
      List<Suspect> suspects,
      Optional<RankView> ranks,
      @Nullable FailureAnalysis failures) {
    this.failures = failures;
    this.knowledge = knowledge;
    this.suspects = new ArrayList<>(suspects);
    this.ranks = ranks;
  }

  List<Finding> rankFindings() {
    List<Suspect> handled = select(this::wasSurvived);
    suspects.removeAll(handled);
    storeEffects();
    List<Suspect> harmless = select(suspect -> suspect.isOfKind(EntryKind.BENIGN));
    List<Suspect> roots = select(this::isRoot);
    List<Suspect> followers =
        select(suspect -> !suspect.isOfKind(EntryKind.BENIGN) && !isRoot(suspect));
    sortByPairs(roots, this::compareSuspects);
    sortByPairs(
        followers,
        Comparator.comparingInt((Suspect s) -> s.isOfKind(EntryKind.CAUSE) ? 0 : 1)
            .thenComparingInt(s -> roots.isEmpty() && explainerOf(s).isPresent() ? 1 : 0)
            .thenComparing((Suspect a, Suspect b) -> compareTimes(a, b))
            .thenComparing(Suspect::id));
    harmless.sort(
        Comparator.comparingLong((Suspect s) -> s.firstLine().line()).thenComparing(Suspect::id));
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < roots.size(); i++) {
      findings.add(toRoot(roots, i));
    }
    boolean led = !roots.isEmpty();
    for (Suspect follower : followers) {
      findings.add(toFollower(follower, !led && findings.isEmpty()));
    }
    handled.forEach(suspect -> findings.add(toHandled(suspect)));
    harmless.forEach(suspect -> findings.add(toHarmless(suspect)));
    return findings;
  }

  private List<Suspect> select(Predicate<Suspect> wanted) {
    return suspects.stream().filter(wanted).collect(Collectors.toCollection(ArrayList::new));
  }

  /** Whether it is a cause that no finding explains. */
  private boolean isRoot(Suspect suspect) {
    return suspect.isOfKind(EntryKind.CAUSE) && explainerOf(suspect).isEmpty();
  }

  /**
   * Sorts suspects so that their order depends on nothing but the suspects. The rules decide
   * between two of them (specific against generic, times if both have one), so three may form a
   * cycle. Therefore a suspect's place is the number of others that precede it. Those of a cycle,
   * which share a place, stand in the order of their first lines.
   */
  private static void sortByPairs(List<Suspect> suspects, Comparator<Suspect> order) {
    IdentityHashMap<Suspect, Long> preceding = new IdentityHashMap<>();
    for (Suspect suspect : suspects) {
      preceding.put(
          suspect, suspects.stream().filter(other -> order.compare(other, suspect) < 0).count());
    }
    suspects.sort(
        Comparator.comparing((Suspect suspect) -> Objects.requireNonNull(preceding.get(suspect)))
            .thenComparingLong(suspect -> suspect.firstLine().line())
            .thenComparing(Suspect::id));
  }

  /** Stores with each suspect the others that it explains. */
  private void storeEffects() {
    Set<String> found = new LinkedHashSet<>();
    suspects.forEach(suspect -> found.add(suspect.id()));
    for (Suspect suspect : suspects) {
      if (!suspect.isOfKind(EntryKind.BENIGN)) {
        found.stream()
            .filter(id -> accountsFor(suspect.id(), id))
            .forEach(id -> suspect.explainedIds.add(id));
      }
    }
  }

  /** If two entries explain each other, neither takes precedence. */
  private boolean accountsFor(String cause, String other) {
    return knowledge.explainedBy(cause).contains(other)
        && !knowledge.explainedBy(other).contains(cause);
  }

  /** The found cause, or else the found symptom, that explains a suspect. */
  private Optional<Suspect> explainerOf(Suspect suspect) {
    Optional<Suspect> known = explainers.get(suspect);
    if (known == null) {
      known = findExplainer(suspect);
      explainers.put(suspect, known);
    }
    return known;
  }

  private Optional<Suspect> findExplainer(Suspect suspect) {
    List<Suspect> explaining =
        suspects.stream()
            .filter(other -> other.explainedIds.contains(suspect.id()))
            .filter(other -> other.isOfKind(EntryKind.CAUSE) || suspect.isOfKind(EntryKind.SYMPTOM))
            // A weak match does not explain a proven cause.
            .filter(other -> !(other.weak && suspect.isOfKind(EntryKind.CAUSE) && !suspect.weak))
            .collect(Collectors.toCollection(ArrayList::new));
    sortByPairs(
        explaining,
        Comparator.comparingInt((Suspect other) -> other.isOfKind(EntryKind.CAUSE) ? 0 : 1)
            .thenComparing((Suspect a, Suspect b) -> compareSuspects(a, b)));
    return explaining.stream().findFirst();
  }

  private int compareSuspects(Suspect a, Suspect b) {
    for (Reason.Rule rule : Reason.Rule.values()) {
      int order = compareBy(rule, a, b);
      if (order != 0) {
        return order;
      }
    }
    return a.id().compareTo(b.id());
  }

  private int compareBy(Reason.Rule rule, Suspect a, Suspect b) {
    return switch (rule) {
      case SPECIFIC_ENTRY -> Boolean.compare(isGeneric(a, b), isGeneric(b, a));
      case ENDED_JOB -> Boolean.compare(provesEnd(b, a), provesEnd(a, b));
      case PROVEN -> Integer.compare(a.doubt(), b.doubt());
      case CONFIRMED -> Boolean.compare(b.confirmed.isPresent(), a.confirmed.isPresent());
      case ACCOUNTS -> Boolean.compare(b.explainedIds.isEmpty(), a.explainedIds.isEmpty()) * -1;
      case EARLIER -> compareTimes(a, b);
      case SPECIFIC -> Integer.compare(b.specificity, a.specificity);
      case FREQUENT -> Long.compare(b.occurrences, a.occurrences);
    };
  }

  /**
   * Whether a suspect only names a class of failures while the other one is specific. A weak match
   * elsewhere in the log, or a warning, does not displace one that is proven by the failure itself.
   */
  private boolean isGeneric(Suspect suspect, Suspect other) {
    return suspect.entry.isGeneric()
        && !other.entry.isGeneric()
        && !((other.weak || other.warned) && !endedJob(other) && raisedEnd(suspect, other));
  }

  /**
   * Whether a suspect ended the job: if the other one is a warning, with an exception of its own.
   */
  private boolean raisedEnd(Suspect suspect, Suspect other) {
    return endedJob(suspect)
        && (!other.warned || failures != null && failures.endedWithException());
  }

  /** Whether a line of the suspect belongs to the failure that ended the job. */
  private boolean endedJob(Suspect suspect) {
    return failures != null
        && ended.computeIfAbsent(suspect, s -> s.lines.stream().anyMatch(failures::coversLine));
  }

  /**
   * A broad match always belongs to the failing message; that alone is a reason to prefer it only
   * to a warning.
   */
  private boolean provesEnd(Suspect suspect, Suspect other) {
    return endedJob(suspect)
        && (!suspect.broad || other.warned && !endedJob(other) && raisedEnd(suspect, other));
  }

  private int compareTimes(Suspect a, Suspect b) {
    Optional<Long> first = ranks.flatMap(a::earliestTime);
    Optional<Long> second = ranks.flatMap(b::earliestTime);
    if (first.isPresent() && second.isPresent() && !first.equals(second)) {
      return Long.compare(first.get(), second.get());
    }
    if (first.isPresent() && second.isPresent()) {
      return Long.compare(a.firstLine().line(), b.firstLine().line());
    }
    for (LogTime.Scale scale : LogTime.Scale.values()) {
      Optional<LogTime> mine = a.earliestTime(scale);
      Optional<LogTime> theirs = b.earliestTime(scale);
      if (mine.isPresent() && theirs.isPresent() && mine.get().millis() != theirs.get().millis()) {
        return Long.compare(mine.get().millis(), theirs.get().millis());
      }
    }
    return Long.compare(a.firstLine().line(), b.firstLine().line());
  }

  private Finding toRoot(List<Suspect> roots, int place) {
    Suspect suspect = roots.get(place);
    boolean leads = place == 0;
    boolean contested = roots.size() > 1 && !roots.get(1).weak;
    double evidence = suspect.evidenceConfidence();
    return toFinding(
        suspect,
        leads ? Role.ROOT_CAUSE : Role.CONTRIBUTING,
        leads ? Confidence.ofLeading(evidence, contested) : Confidence.ofContributing(evidence),
        leads ? whyFirst(roots) : whyBelow(roots.get(place - 1), suspect));
  }

  private Reason whyFirst(List<Suspect> roots) {
    Suspect first = roots.getFirst();
    if (first.followsFromFacts()) {
      return new Reason.FollowsFromFacts(first.verdict.orElseThrow().reasons().getFirst());
    }
    Reason reason =
        roots.size() > 1
            ? new Reason.Ranked(
                true,
                decisiveRule(first, roots.get(1)),
                roots.get(1).id(),
                first.firstLine().line(),
                roots.get(1).followsFromFacts())
            : whyAlone(first);
    return first.confirmed.<Reason>map(by -> new Reason.Confirmed(reason, by)).orElse(reason);
  }

  private static Reason whyAlone(Suspect first) {
    if (first.followsFromHang()) {
      return Reason.Plain.HANG;
    }
    return first.weak ? Reason.Plain.HINT : new Reason.OnlyCause(first.explainedIds.size());
  }

  private Reason whyBelow(Suspect above, Suspect below) {
    Reason.Rule rule = decisiveRule(above, below);
    return new Reason.Ranked(
        false, rule, above.id(), below.firstLine().line(), below.followsFromFacts());
  }

  /** The rule that decided between two neighbours. */
  private Reason.Rule decisiveRule(Suspect above, Suspect below) {
    return Arrays.stream(Reason.Rule.values())
        .filter(rule -> compareBy(rule, above, below) < 0)
        .findFirst()
        .orElse(Reason.Rule.FREQUENT);
  }

  private Finding toFollower(Suspect suspect, boolean leads) {
    Optional<Suspect> by = explainerOf(suspect);
    double confidence =
        by.isEmpty() && leads
            ? Confidence.SYMPTOM_ALONE
            : Confidence.roundToPercent(suspect.evidenceConfidence());
    return toFinding(
        suspect,
        Role.CONSEQUENCE,
        confidence,
        by.<Reason>map(cause -> new Reason.FollowsFrom(cause.id()))
            .orElseGet(() -> whyUnexplained(leads)));
  }

  private Reason whyUnexplained(boolean leads) {
    if (!leads) {
      return Reason.Plain.SYMPTOM_UNEXPLAINED;
    }
    if (failures != null && failures.explainsItself()) {
      return Reason.Plain.SYMPTOM_FAILURE;
    }
    return failures != null && failures.showsEnd()
        ? Reason.Plain.SYMPTOM_END
        : Reason.Plain.SYMPTOM_ONLY;
  }

  /** Whether the run survived everything that supports the suspect. */
  private boolean wasSurvived(Suspect suspect) {
    return failures != null
        && !suspect.followsFromHang()
        && !suspect.isOfKind(EntryKind.BENIGN)
        && !suspect.lines.isEmpty()
        && suspect.lines.stream().allMatch(failures::survived);
  }

  private static Finding toHandled(Suspect suspect) {
    return toFinding(
        suspect,
        Role.HANDLED,
        Confidence.roundToPercent(suspect.evidenceConfidence()),
        Reason.Plain.HANDLED);
  }

  private static Finding toHarmless(Suspect suspect) {
    return toFinding(
        suspect,
        Role.HARMLESS,
        Confidence.roundToPercent(suspect.evidenceConfidence()),
        Reason.Plain.HARMLESS);
  }

  private static Finding toFinding(Suspect suspect, Role role, double confidence, Reason because) {
    return new Finding(
        suspect.entry,
        role,
        confidence,
        because,
        suspect.collectEvidence(Diagnoser.MAX_EVIDENCE),
        suspect.occurrences,
        suspect.tellingLine(),
        suspect.mergeCaptures(0),
        List.copyOf(suspect.explainedIds),
        suspect.verdict);
  }
}
