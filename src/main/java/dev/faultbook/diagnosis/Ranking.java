package dev.faultbook.diagnosis;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.EntryKind;
import dev.faultbook.language.Language;
import dev.faultbook.language.LocalizedText;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts suspects in order and says why. The rules are those of the package's documentation. */
final class Ranking {
  private final Edition edition;
  private final List<Suspect> suspects;
  private final Map<Suspect, Optional<Suspect>> explainers = new IdentityHashMap<>();
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

  /** One rule by which one cause stands above another. */
  private enum Rule {
    SPECIFIC_ENTRY,
    PROVEN,
    CONFIRMED,
    ACCOUNTS,
    ENDED_JOB,
    EARLIER,
    SPECIFIC,
    FREQUENT
  }

  List<Finding> findings() {
    Set<String> found = new LinkedHashSet<>();
    suspects.forEach(suspect -> found.add(suspect.id()));
    for (Suspect suspect : suspects) {
      if (!suspect.is(EntryKind.BENIGN)) {
        found.stream()
            .filter(id -> accountsFor(suspect.id(), id))
            .forEach(id -> suspect.explains().add(id));
      }
    }
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
        Comparator.comparing((Suspect s) -> s.is(EntryKind.CAUSE) ? 0 : 1)
            .thenComparing(s -> roots.isEmpty() && explainer(s).isPresent() ? 1 : 0)
            .thenComparing((Suspect a, Suspect b) -> earlier(a, b))
            .thenComparing(Suspect::id));
    harmless.sort(Comparator.comparing(s -> s.first().line()));
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
            Comparator.comparing((Suspect other) -> other.is(EntryKind.CAUSE) ? 0 : 1)
                .thenComparing((Suspect a, Suspect b) -> order(a, b)));
  }

  private int order(Suspect a, Suspect b) {
    for (Rule rule : Rule.values()) {
      int order = compare(rule, a, b);
      if (order != 0) {
        return order;
      }
    }
    return a.id().compareTo(b.id());
  }

  private int compare(Rule rule, Suspect a, Suspect b) {
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

  private LocalizedText whyFirst(List<Suspect> roots) {
    Suspect first = roots.getFirst();
    LocalizedText text;
    if (first.followsFromFacts()) {
      LocalizedText reason = first.verdict().orElseThrow().reasons().getFirst();
      return new LocalizedText(
          "No line names it; it follows from what the log says about the machine. " + reason.en(),
          "日志中没有一行直接指明它，但由日志里的环境信息可以推出。" + reason.zh());
    }
    if (roots.size() > 1) {
      text = comparison(first, roots.get(1), true);
    } else if (first.weak()) {
      text =
          new LocalizedText(
              "No other cause shows, but its lines only hint at it: they are printed in other"
                  + " situations too.",
              "日志中没有别的原因；但这些行只是线索，在其他情况下也会出现。");
    } else if (first.explains().isEmpty()) {
      text = new LocalizedText("It is the only cause that the log shows.", "日志中只出现了这一个原因。");
    } else {
      text =
          new LocalizedText(
              first.explains().size() == 1
                  ? "It is the only cause that the log shows, and it accounts for the other"
                      + " finding."
                  : "It is the only cause that the log shows, and it accounts for the "
                      + first.explains().size()
                      + " other findings.",
              "日志中只出现了这一个原因，其余 " + first.explains().size() + " 项现象都由它引起。");
    }
    return first
        .confirmed()
        .map(fact -> new LocalizedText(text.en() + " " + fact.en(), text.zh() + fact.zh()))
        .orElse(text);
  }

  private LocalizedText whyBelow(Suspect above, Suspect below) {
    return comparison(above, below, false);
  }

  /** The rule that decided between two neighbours, from the side of the upper or the lower one. */
  private LocalizedText comparison(Suspect above, Suspect below, boolean ofAbove) {
    Rule decided = Rule.FREQUENT;
    for (Rule rule : Rule.values()) {
      if (compare(rule, above, below) < 0) {
        decided = rule;
        break;
      }
    }
    String enName = "“" + (ofAbove ? below : above).entry().page(Language.EN).title() + "”";
    String zhName = "“" + (ofAbove ? below : above).entry().page(Language.ZH).title() + "”";
    String en =
        ofAbove
            ? "It stands above " + enName + " because "
            : "It stands below " + enName + " because ";
    String zh = ofAbove ? "它排在" + zhName + "之前，因为" : "它排在" + zhName + "之后，因为";
    return switch (decided) {
      case PROVEN ->
          below.followsFromFacts()
              ? new LocalizedText(
                  en
                      + (ofAbove ? "the log names it, while the other" : "it")
                      + " only follows from the facts.",
                  zh + (ofAbove ? "日志直接指明了它，而后者只由环境信息推出。" : "它只由环境信息推出。"))
              : ofAbove
                  ? new LocalizedText(
                      en + "its lines prove it, while those of the other only hint at it.",
                      zh + "它的日志行足以证实，而后者只是线索。")
                  : new LocalizedText(en + "its lines only hint at it.", zh + "它的日志行只是线索，不足以证实。");
      case SPECIFIC_ENTRY ->
          ofAbove
              ? new LocalizedText(
                  en + "the other names only a class of failure.", zh + "后者只说明了故障的类别。")
              : new LocalizedText(en + "it names only a class of failure.", zh + "它只说明了故障的类别。");
      case ENDED_JOB ->
          ofAbove
              ? new LocalizedText(
                  en + "its line is the failure that ended the job.", zh + "使任务结束的正是它所在的那一行。")
              : new LocalizedText(
                  en + "the line of the other is the failure that ended the job.",
                  zh + "使任务结束的是前者所在的那一行。");
      case CONFIRMED ->
          ofAbove
              ? new LocalizedText(en + "the facts of the log confirm it.", zh + "日志中的环境信息证实了它。")
              : new LocalizedText(
                  en + "the facts of the log confirm the other.", zh + "日志中的环境信息证实了前者。");
      case ACCOUNTS ->
          ofAbove
              ? new LocalizedText(
                  en + "it accounts for other findings of this log.", zh + "它能解释日志中的其他现象。")
              : new LocalizedText(
                  en + "the other accounts for more of this log.", zh + "前者能解释日志中的其他现象。");
      case EARLIER ->
          ofAbove
              ? new LocalizedText(
                  en + "it shows first, on line " + above.first().line() + ".",
                  zh + "它最先出现（第 " + above.first().line() + " 行）。")
              : new LocalizedText(
                  en + "it shows later, on line " + below.first().line() + ".",
                  zh + "它出现得更晚（第 " + below.first().line() + " 行）。");
      case SPECIFIC ->
          ofAbove
              ? new LocalizedText(en + "its text is the more specific one.", zh + "它匹配的文本更具体。")
              : new LocalizedText(en + "its text is less specific.", zh + "它匹配的文本不够具体。");
      case FREQUENT ->
          ofAbove
              ? new LocalizedText(en + "more lines bear it out.", zh + "支持它的日志行更多。")
              : new LocalizedText(en + "fewer lines bear it out.", zh + "支持它的日志行更少。");
    };
  }

  private Finding follower(Suspect suspect, boolean leads) {
    Optional<Suspect> by = explainer(suspect);
    LocalizedText because;
    double confidence = Confidence.rounded(suspect.evidenceConfidence());
    if (by.isPresent()) {
      because =
          new LocalizedText(
              "It follows from “" + by.get().entry().page(Language.EN).title() + "”.",
              "它由“" + by.get().entry().page(Language.ZH).title() + "”引起。");
    } else if (leads && failures != null && failures.explainsItself()) {
      confidence = Confidence.symptomAlone();
      because =
          new LocalizedText(
              "The log shows this symptom. What ended the job is the failure below.",
              "日志中出现了这一现象；使任务结束的是下面的故障。");
    } else if (leads) {
      confidence = Confidence.symptomAlone();
      because =
          new LocalizedText(
              "The log shows only this symptom; what caused it is not in the part that was read.",
              "日志中只有这一现象，引起它的原因不在所读取的部分里。");
    } else {
      because =
          new LocalizedText(
              "It is a symptom, and no cause that was found is known to produce it.",
              "这是一种现象，已找到的原因都不会直接产生它。");
    }
    return finding(suspect, Role.CONSEQUENCE, confidence, because);
  }

  private static Finding harmless(Suspect suspect) {
    return finding(
        suspect,
        Role.HARMLESS,
        Confidence.rounded(suspect.evidenceConfidence()),
        new LocalizedText(
            "It looks like an error and is none; it has no part in a failure.",
            "看起来像错误，其实无害，与故障无关。"));
  }

  private static Finding finding(
      Suspect suspect, Role role, double confidence, LocalizedText because) {
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
