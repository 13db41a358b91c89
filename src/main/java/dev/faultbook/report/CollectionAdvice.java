package dev.faultbook.report;

import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Advises what to collect next if a log shows only a symptom: which lines are missing, and the
 * command that produces them. The possible causes of the symptom determine the advice: if a cause
 * in NCCL can produce it, other ranks may have the first error.
 *
 * <p>The variables are documented in NCCL's user guide ({@code NCCL_DEBUG_FILE}, {@code
 * NCCL_DEBUG_TIMESTAMP_LEVELS} since 2.26) and on PyTorch's page about ProcessGroupNCCL (since
 * 2.4).
 */
final class CollectionAdvice {
  private static final String NCCL = "nccl";

  /** Components whose faults concern a single process; the logs of other ranks do not help. */
  private static final Set<String> OF_A_PROCESS = Set.of("host", "cuda", "cudnn");

  private static final Set<String> MACHINE = Set.of("gpu", "driver", "torch");

  /** Facts that the script reads from the machine and that a log may also state. */
  private static final List<String> READ = List.of("driver", "gpu", "torch", "cuda", "nccl");

  private static final int MAX_RANKS = 16;

  private static final ResourceBundle COMMANDS =
      ResourceBundle.getBundle("dev.faultbook.report.collection", Locale.ROOT);

  private final Diagnosis diagnosis;
  private final Phrases phrases;
  private final List<Report.Step> steps = new ArrayList<>();

  private CollectionAdvice(Diagnosis diagnosis, Language language) {
    this.diagnosis = diagnosis;
    this.phrases = Phrases.of(language);
  }

  /**
   * The steps, most useful first; none if a cause was found. Specific missing logs come before
   * general advice for a symptom.
   */
  static List<Report.Step> adviseSteps(Diagnosis diagnosis, Language language) {
    CollectionAdvice collecting = new CollectionAdvice(diagnosis, language);
    Optional<Missing> missing = Missing.findIn(diagnosis);
    missing.map(collecting::toStep).ifPresent(collecting.steps::add);
    if (diagnosis.isDiagnosed()) {
      Entry lead = diagnosis.findings().getFirst().entry();
      if (lead.kind() == EntryKind.SYMPTOM) {
        collecting.collectSteps(lead, missing.isPresent());
      }
    }
    return collecting.steps;
  }

  /** What the log lacks, with the one command that produces it. */
  private Report.Step toStep(Missing missing) {
    List<String> ranks = missing.ranks().stream().map(String::valueOf).toList();
    return switch (missing.kind()) {
      case ABSENT_RANKS -> new Report.Step(describeAbsent(ranks, missing.all()), output(missing));
      case OWN_OUTPUT -> new Report.Step(withRank("missing.output", ranks), output(missing));
      case KERNEL_LOG -> {
        String killed = withRank("missing.killed", ranks);
        String where =
            missing.node() == null
                ? phrases.say("missing.kernel", killed)
                : phrases.say("missing.kernel.node", killed, missing.node());
        boolean pod = missing.launcher() == Missing.Launcher.KUBERNETES;
        yield new Report.Step(where, COMMANDS.getString(pod ? "killed.kubernetes" : "killed"));
      }
    };
  }

  private String withRank(String key, List<String> ranks) {
    return ranks.isEmpty() ? phrases.say(key) : phrases.say(key + ".rank", ranks.getFirst());
  }

  private String describeAbsent(List<String> ranks, int all) {
    String some =
        ranks.stream().limit(MAX_RANKS).collect(Collectors.joining(phrases.say("list.comma")));
    return phrases.say(
        ranks.size() == 1 ? "missing.rank" : "missing.ranks",
        ranks.size() > MAX_RANKS ? some + ", …" : some,
        Integer.toString(all));
  }

  /** The command that produces the output of each process. */
  private static String output(Missing missing) {
    return COMMANDS.getString("output." + missing.launcher().name().toLowerCase(Locale.ROOT));
  }

  private void collectSteps(Entry symptom, boolean named) {
    boolean ofNccl = ofNccl(symptom);
    boolean ofRanks = symptom.component().equals("launcher") || ofNccl;
    if (ofRanks && diagnosis.ranks() == null && !named) {
      addStep("ranks");
    }
    if (ofNccl) {
      addNcclSteps(symptom);
    }
    switch (symptom.component()) {
      case "cuda", "cudnn" -> addStep("blocking");
      case "host", "launcher" -> addStep("crash");
      default -> {}
    }
    addStep(ofRanks ? "kernel.all" : "kernel");
    if (!diagnosis.facts().all().keySet().containsAll(MACHINE)) {
      addMachineStep();
    }
  }

  private void addNcclSteps(Entry symptom) {
    addStep("nccl");
    // For a log of many ranks, the rank report states what is missing.
    boolean said = diagnosis.ranks() != null && !diagnosis.ranks().collect().isEmpty();
    if (symptom.component().equals("pytorch") && !said) {
      addStep("recorder");
      addStep("stacks");
    }
  }

  private boolean ofNccl(Entry symptom) {
    if (OF_A_PROCESS.contains(symptom.component())) {
      return false;
    }
    Knowledge knowledge = diagnosis.knowledge();
    return symptom.component().equals(NCCL)
        || knowledge.entries().stream()
            .filter(cause -> cause.component().equals(NCCL))
            .anyMatch(cause -> knowledge.explainedBy(cause.id()).contains(symptom.id()));
  }

  private void addMachineStep() {
    String missing =
        READ.stream()
            .filter(fact -> !diagnosis.facts().all().containsKey(fact))
            .map(fact -> phrases.say("collect.step.machine." + fact))
            .collect(Collectors.joining(phrases.say("list.comma")));
    steps.add(
        new Report.Step(
            phrases.say("collect.step.machine", missing),
            "(curl -fsS " + Report.Step.SERVER + "/collect.sh | sh; cat train.log) > all.log"));
  }

  private void addStep(String name) {
    steps.add(new Report.Step(phrases.say("collect.step." + name), COMMANDS.getString(name)));
  }
}
