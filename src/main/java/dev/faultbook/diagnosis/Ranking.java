package dev.faultbook.diagnosis;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.content.EntryKind;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts suspects in order and says why. The rules are those of the package's documentation. */
final class Ranking {
  private final Edition edition;
  private final List<Suspect> suspects;
  private final IdentityHashMap<Suspect, Optional<Suspect>> explainers = new IdentityHashMap<>();
  private final Optional<RankView> ranks;
  private final FailureAnalysis failures;

  Ranking(Edition edition, List<Suspect> suspects) {
    this(edition, suspects, Optional.empty(), null);
  }

  /**
   * @param ranks the lanes of a log of many ranks: times are then those of their common clock
   * @param failures what ended the job; null where only lines count
   */
  Ranking(
      Edition edition, List<Suspect> suspects, Optional<RankView> ranks, FailureAnalysis failures) {
    this.failures = failures;
    this.edition = edition;
    this.suspects = suspects;
    this.ranks = ranks;
  }

  List<Finding> findings() {
    noteEffects();
    List<Suspect> roots = new ArrayList<>();
    List<Suspect> followers = new ArrayList<>();
    List<Suspect> harmless = new ArrayList<>();
    for (Suspect suspect : suspects) {
      if (suspect.is(EntryKind.BENIGN)) {
        harmless.add(suspect);
      } else if (suspect.is(EntryKind.CAUSE) && explainer(suspect).isEmpty()) {
        roots.add(suspect);
      } else {
        followers.add(suspect);
      }
    }
    roots.sort(this::order);
    followers.sort(
        Comparator.comparingInt((Suspect s) -> s.is(EntryKind.CAUSE) ? 0 : 1)
            .thenComparingInt(s -> roots.isEmpty() && explainer(s).isPresent() ? 1 : 0)
            .thenComparing((Suspect a, Suspect b) -> earlier(a, b))
            .thenComparing(Suspect::id));
    harmless.sort(Comparator.comparingLong(s -> s.first().line()));
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < roots.size(); i++) {
      findings.add(root(roots, i));
    }
    boolean led = !roots.isEmpty();
    for (Suspect follower : followers) {
      findings.add(follower(follower, !led && findings.isEmpty()));
    }
    harmless.forEach(suspect -> findings.add(harmless(suspect)));
    return findings;
  }

  /** Notes with each suspect the others that it accounts for. */
  private void noteEffects() {
    Set<String> found = new LinkedHashSet<>();
    suspects.forEach(suspect -> found.add(suspect.id()));
    for (Suspect suspect : suspects) {
      if (!suspect.is(EntryKind.BENIGN)) {
        found.stream()
            .filter(id -> accountsFor(suspect.id(), id))
            .forEach(id -> suspect.explains().add(id));
      }
    }
  }

  /** Two entries that each account for the other decide nothing between them. */
  private boolean accountsFor(String cause, String other) {
    return edition.explains(cause).contains(other) && !edition.explains(other).contains(cause);
  }

  /** The found cause, or else the found symptom, that accounts for a suspect. */
  private Optional<Suspect> explainer(Suspect suspect) {
    Optional<Suspect> known = explainers.get(suspect);
    if (known == null) {
      known = findExplainer(suspect);
      explainers.put(suspect, known);
    }
    return known;
  }

  private Optional<Suspect> findExplainer(Suspect suspect) {
    return suspects.stream()
        .filter(other -> other.explains().contains(suspect.id()))
        .filter(other -> other.is(EntryKind.CAUSE) || suspect.is(EntryKind.SYMPTOM))
        // A mere hint does not explain away what is proven.
        .filter(other -> !(other.weak() && suspect.is(EntryKind.CAUSE) && !suspect.weak()))
        .min(
            Comparator.comparingInt((Suspect other) -> other.is(EntryKind.CAUSE) ? 0 : 1)
                .thenComparing((Suspect a, Suspect b) -> order(a, b)));
  }

  private int order(Suspect a, Suspect b) {
    for (Reason.Rule rule : Reason.Rule.values()) {
      int order = compare(rule, a, b);
      if (order != 0) {
        return order;
      }
    }
    return a.id().compareTo(b.id());
  }

  private int compare(Reason.Rule rule, Suspect a, Suspect b) {
    return switch (rule) {
      case SPECIFIC_ENTRY -> Boolean.compare(isGeneric(a, b), isGeneric(b, a));
      case ENDED_JOB -> Boolean.compare(endedJob(b), endedJob(a));
      case PROVEN -> Integer.compare(a.doubt(), b.doubt());
      case CONFIRMED -> Boolean.compare(b.confirmed().isPresent(), a.confirmed().isPresent());
      case ACCOUNTS -> Boolean.compare(b.explains().isEmpty(), a.explains().isEmpty()) * -1;
      case EARLIER -> earlier(a, b);
      case SPECIFIC -> Integer.compare(b.specificity(), a.specificity());
      case FREQUENT -> Long.compare(b.occurrences(), a.occurrences());
    };
  }

  /**
   * Whether a suspect names a class of failure only, and the other one is specific. A mere hint
   * elsewhere in the log does not take the place of what is proven of the failure itself.
   */
  private boolean isGeneric(Suspect suspect, Suspect other) {
    return suspect.entry().generic()
        && !other.entry().generic()
        && !(other.weak() && !endedJob(other) && endedJob(suspect));
  }

  /** Whether a line of the suspect belongs to the failure that ended the job. */
  private boolean endedJob(Suspect suspect) {
    return failures != null && suspect.lines().stream().anyMatch(failures::covers);
  }

  private int earlier(Suspect a, Suspect b) {
    Optional<Long> first = ranks.flatMap(a::earliest);
    Optional<Long> second = ranks.flatMap(b::earliest);
    if (first.isPresent() && second.isPresent() && !first.equals(second)) {
      return Long.compare(first.get(), second.get());
    }
    if (first.isPresent() && second.isPresent()) {
      return Long.compare(a.first().line(), b.first().line());
    }
    for (LogTime.Scale scale : LogTime.Scale.values()) {
      Optional<LogTime> mine = a.earliest(scale);
      Optional<LogTime> theirs = b.earliest(scale);
      if (mine.isPresent() && theirs.isPresent() && mine.get().millis() != theirs.get().millis()) {
        return Long.compare(mine.get().millis(), theirs.get().millis());
      }
    }
    return Long.compare(a.first().line(), b.first().line());
  }

  private Finding root(List<Suspect> roots, int place) {
    Suspect suspect = roots.get(place);
    boolean leads = place == 0;
    boolean contested = roots.size() > 1 && !roots.get(1).weak();
    double evidence = suspect.evidenceConfidence();
    return finding(
        suspect,
        leads ? Role.ROOT_CAUSE : Role.CONTRIBUTING,
        leads ? Confidence.leading(evidence, contested) : Confidence.contributing(evidence),
        leads ? whyFirst(roots) : whyBelow(roots.get(place - 1), suspect));
  }

  private Reason whyFirst(List<Suspect> roots) {
    Suspect first = roots.getFirst();
    if (first.followsFromFacts()) {
      Statement statement = first.verdict().orElseThrow().reasons().getFirst();
      return new Reason.FollowsFromFacts(new Ground.Tables(List.of(statement)));
    }
    Reason reason =
        roots.size() > 1
            ? new Reason.Above(
                decisive(first, roots.get(1)),
                roots.get(1).id(),
                first.first().line(),
                roots.get(1).followsFromFacts())
            : whyAlone(first);
    return first
        .confirmed()
        .map(ground -> (Reason) new Reason.Confirmed(reason, ground))
        .orElse(reason);
  }

  private static Reason whyAlone(Suspect first) {
    return first.weak() ? new Reason.OnlyHint() : new Reason.OnlyCause(first.explains().size());
  }

  private Reason whyBelow(Suspect above, Suspect below) {
    return new Reason.Below(
        decisive(above, below), above.id(), below.first().line(), below.followsFromFacts());
  }

  /** The rule that decided between two neighbours. */
  private Reason.Rule decisive(Suspect above, Suspect below) {
    return Arrays.stream(Reason.Rule.values())
        .filter(rule -> compare(rule, above, below) < 0)
        .findFirst()
        .orElse(Reason.Rule.FREQUENT);
  }

  private Finding follower(Suspect suspect, boolean leads) {
    Optional<Suspect> by = explainer(suspect);
    double confidence =
        by.isEmpty() && leads
            ? Confidence.symptomAlone()
            : Confidence.rounded(suspect.evidenceConfidence());
    return finding(
        suspect,
        Role.CONSEQUENCE,
        confidence,
        by.<Reason>map(cause -> new Reason.FollowsFrom(cause.id()))
            .orElseGet(() -> whyUnexplained(leads)));
  }

  private Reason whyUnexplained(boolean leads) {
    if (!leads) {
      return new Reason.SymptomUnexplained();
    }
    return failures != null && failures.explainsItself()
        ? new Reason.SymptomBesideFailure()
        : new Reason.SymptomOnly();
  }

  private static Finding harmless(Suspect suspect) {
    return finding(
        suspect,
        Role.HARMLESS,
        Confidence.rounded(suspect.evidenceConfidence()),
        new Reason.Harmless());
  }

  private static Finding finding(Suspect suspect, Role role, double confidence, Reason because) {
    return new Finding(
        suspect.entry(),
        role,
        confidence,
        because,
        suspect.evidence(Diagnoser.MOST_EVIDENCE),
        suspect.occurrences(),
        suspect.captures(),
        List.copyOf(suspect.explains()),
        suspect.verdict());
  }
}
