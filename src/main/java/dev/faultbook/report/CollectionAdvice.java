package dev.faultbook.report;

import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  private static final String KERNEL =
      "sudo dmesg -T | grep -E 'NVRM|oom-kill|Killed process|segfault|BUG:' | tail -n 100";

  /** The command of each step, by the suffix of the key of its words. */
  private static final Map<String, String> COMMANDS =
      Map.of(
          "ranks",
          "torchrun --log-dir /tmp/ranks --redirects 3 --tee 3 --nproc_per_node=8 train.py; tar czf"
              + " ranks.tar.gz -C /tmp ranks",
          "nccl",
          "NCCL_DEBUG=INFO NCCL_DEBUG_TIMESTAMP_LEVELS=ALL NCCL_DEBUG_FILE=/tmp/nccl.%h.%p.log"
              + " torchrun --nproc_per_node=8 train.py",
          "recorder",
          "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1"
              + " TORCH_NCCL_DEBUG_INFO_TEMP_FILE=/tmp/nccl_trace_rank_ torchrun --nproc_per_node=8"
              + " train.py",
          "stacks",
          "for p in $(pgrep -f train.py); do echo \"== $p\"; py-spy dump --pid $p; done",
          "blocking",
          "CUDA_LAUNCH_BLOCKING=1 python train.py",
          "crash",
          "ulimit -c unlimited; PYTHONFAULTHANDLER=1 torchrun --nproc_per_node=8 train.py",
          "kernel",
          KERNEL,
          "kernel.all",
          KERNEL);

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
    Optional<Missing> missing = diagnosis.findMissing();
    missing.map(new MissingText(language)::toStep).ifPresent(collecting.steps::add);
    boolean symptomOnly =
        diagnosis.isDiagnosed()
            && diagnosis.findings().getFirst().entry().kind() == EntryKind.SYMPTOM;
    if (symptomOnly) {
      collecting.collectSteps(diagnosis.findings().getFirst().entry(), missing.isPresent());
    }
    return List.copyOf(collecting.steps);
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
    steps.add(
        new Report.Step(
            phrases.say("collect.step." + name), Objects.requireNonNull(COMMANDS.get(name))));
  }
}
