package dev.faultbook.report;

import dev.faultbook.content.CommandTemplate;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.FailureAnalysis;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.failure.CausalRole;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  private static final int KILL = 9;

  private static final ResourceBundle COMMANDS =
      ResourceBundle.getBundle("dev.faultbook.report.collection", Locale.ROOT);

  /** A program that starts the processes of a job, by words that only it prints. */
  private enum Launcher {
    // srun: error: node1: task 3: Exited with exit code 1
    SRUN("srun: ", "slurmstepd: ", "StepId="),
    // mpirun noticed that process rank 1 with PID 39 on node n1 exited on signal 9 (Killed).
    MPIRUN("mpirun", "mpiexec", "BAD TERMINATION", "MPI_ABORT"),
    // torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
    TORCHRUN("torchrun", "distributed/elastic", "distributed.elastic", "(local_rank: "),
    // [pod/train-worker-0/pytorch] Traceback (most recent call last):
    KUBERNETES("[pod/", "kubelet", "Exit Code: "),
    // (raylet, ip=10.0.0.7) A worker died or was killed while executing a task
    RAY("(raylet", "ray.exceptions."),
    UNKNOWN;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> words;

    Launcher(String... words) {
      this.words = List.of(words);
    }

    private static Launcher findIn(Diagnosis diagnosis) {
      List<String> lines =
          Stream.concat(
                  diagnosis.failure().lastLines(),
                  diagnosis.findings().stream()
                      .flatMap(finding -> finding.evidence().stream())
                      .map(evidence -> evidence.line().text()))
              .toList();
      return Arrays.stream(values())
          .filter(
              launcher ->
                  launcher.words.stream()
                      .anyMatch(word -> lines.stream().anyMatch(line -> line.contains(word))))
          .findFirst()
          .orElse(UNKNOWN);
    }
  }

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
    Optional<Report.Step> missing = collecting.adviseMissing();
    missing.ifPresent(collecting.steps::add);
    if (diagnosis.isDiagnosed()) {
      Entry lead = diagnosis.findings().getFirst().entry();
      if (lead.kind() == EntryKind.SYMPTOM) {
        collecting.collectSteps(lead, missing.isPresent());
      }
    }
    return collecting.steps;
  }

  /** Whether torchrun started the processes. */
  static boolean isTorchrun(Diagnosis diagnosis) {
    return Launcher.findIn(diagnosis) == Launcher.TORCHRUN;
  }

  /**
   * What the log lacks to show why the job ended, with the one command that produces it; empty if
   * the log shows the cause and not only its class, or nothing failed.
   */
  private Optional<Report.Step> adviseMissing() {
    FailureAnalysis failures = diagnosis.failure();
    boolean caused =
        diagnosis.findings().stream()
            .anyMatch(finding -> finding.role() == Role.ROOT_CAUSE && !finding.entry().isGeneric());
    if (caused || !failures.hasFailed() && !diagnosis.isDiagnosed()) {
      return Optional.empty();
    }
    Launcher launcher = Launcher.findIn(diagnosis);
    List<String> rank = failures.rank().map(String::valueOf).stream().toList();
    Optional<FailureEvent> event = failures.event();
    if (event.filter(CollectionAdvice::isKill).isPresent()) {
      String killed = withRank("missing.killed", rank);
      String where =
          failures
              .node()
              .map(node -> phrases.say("missing.kernel.node", killed, node))
              .orElseGet(() -> phrases.say("missing.kernel", killed));
      boolean pod = launcher == Launcher.KUBERNETES;
      return Optional.of(new Report.Step(where, command(pod ? "killed.kubernetes" : "killed")));
    }
    if (failures.explainsItself()) {
      return Optional.empty();
    }
    Ranks ranks = diagnosis.ranks();
    Integer all = ranks == null ? null : ranks.view().worldSize();
    if (ranks != null && all != null && !ranks.absent().isEmpty()) {
      List<String> absent = ranks.absent().stream().map(String::valueOf).toList();
      return Optional.of(new Report.Step(describeAbsent(absent, all), output(launcher)));
    }
    return event
        .filter(CollectionAdvice::isEnd)
        .map(end -> new Report.Step(withRank("missing.output", rank), output(launcher)));
  }

  /** Whether a process ended with a code, or a launcher reports that one did. */
  private static boolean isEnd(FailureEvent event) {
    return event.failure() instanceof Failure.Exit
        || event.role() == CausalRole.EXIT
        || event.role() == CausalRole.REPORT;
  }

  /** The kernel's log says why a process was killed; the process itself cannot. */
  private static boolean isKill(FailureEvent event) {
    return event.failure() instanceof Failure.Signal signal && signal.number() == KILL;
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
  private String output(Launcher launcher) {
    return command("output." + launcher.name().toLowerCase(Locale.ROOT));
  }

  /** A command, with the program of the log if it names only one. */
  private String command(String name) {
    Collection<String> programs = diagnosis.facts().values("script");
    TemplateValues values =
        programs.size() == 1
            ? TemplateValues.NONE.with(
                Map.of("script", programs.iterator().next()), diagnosis.knowledge().factTypes())
            : TemplateValues.NONE;
    return new CommandTemplate(COMMANDS.getString(name)).fill(values);
  }

  private void collectSteps(Entry symptom, boolean named) {
    // Ray keeps the output of each process by itself, and the page says where.
    boolean ofRay = Launcher.findIn(diagnosis) == Launcher.RAY;
    boolean ofNccl = !ofRay && ofNccl(symptom);
    boolean ofRanks = symptom.component().equals("launcher") || ofNccl;
    if (ofRanks && !ofRay && diagnosis.ranks() == null && !named) {
      addStep("ranks");
    }
    if (ofNccl) {
      addNcclSteps(symptom);
    }
    switch (symptom.component()) {
      case "cuda", "cudnn" -> addStep("blocking");
      case "host", "launcher" -> {
        if (!ofRay) {
          addStep("crash");
        }
      }
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
    steps.add(new Report.Step(phrases.say("collect.step." + name), command(name)));
  }
}
