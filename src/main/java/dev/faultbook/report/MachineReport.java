package dev.faultbook.report;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.Facts;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnosis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the components of one machine are compatible, in one language; the answer to the output
 * of {@code /collect.sh}.
 *
 * @param verdict the worst verdict of its set-ups
 * @param title the verdict as a sentence
 * @param setUps one per GPU model, worst first
 */
public record MachineReport(String verdict, String title, List<SetUp> setUps) {
  private static final String MARK = "collect";
  private static final int MAX_MODELS = 4;

  /** The script's output if there is no nvidia-smi; the second form until edition 2. */
  private static final Set<String> NO_COMMAND = Set.of("not on the PATH", "not found");

  /**
   * A GPU, a driver and a build of PyTorch.
   *
   * @param verdict as in {@code /api/v1/compatibility}
   * @param reasons the reasons, decisive one first
   * @param remedies set-ups that would work, closest first, each with its command
   * @param steps the same with the command as a separate field
   */
  public record SetUp(
      @Nullable String gpu,
      @Nullable String driver,
      @Nullable String torch,
      String verdict,
      List<String> reasons,
      List<String> remedies,
      List<Report.Step> steps) {}

  /** The report of a diagnosis; null if the log is not the output of the script. */
  static @Nullable MachineReport fromDiagnosis(Diagnosis diagnosis, Language language) {
    Facts facts = diagnosis.facts();
    if (facts.values(MARK).isEmpty()) {
      return null;
    }
    Compatibility compatibility = diagnosis.knowledge().compatibility();
    Optional<String> driver = facts.values("driver").stream().findFirst();
    Optional<String> torch = facts.values("torch").stream().findFirst();
    List<String> named = facts.values("gpu");
    List<Optional<String>> gpus =
        new ArrayList<>(
            (named.isEmpty() ? facts.values("compute_capability") : named)
                .stream().limit(MAX_MODELS).map(Optional::of).toList());
    if (gpus.isEmpty()) {
      gpus.add(Optional.empty());
    }
    StatementText statements = new StatementText(language);
    List<SetUp> setUps =
        gpus.stream()
            .map(gpu -> Map.entry(gpu, compatibility.judgeSetUp(gpu, driver, torch)))
            .sorted(Comparator.comparingInt(judged -> severityOf(judged.getValue().outcome())))
            .map(judged -> toSetUp(judged.getKey(), driver, torch, judged.getValue(), statements))
            .toList();
    String worst = setUps.getFirst().verdict();
    if (worst.equals(Verdict.Outcome.UNKNOWN.tag()) && lacksDriver(facts)) {
      return withoutDriver(torch, Phrases.of(language));
    }
    return new MachineReport(worst, Phrases.of(language).say("machine." + worst), setUps);
  }

  /** Whether the script looked for a driver and found none. */
  private static boolean lacksDriver(Facts facts) {
    return facts.values("driver").isEmpty()
        && facts.values("nvidia_smi").stream().anyMatch(NO_COMMAND::contains);
  }

  /** Without a driver nothing can be judged, and there is nothing to ask the user for. */
  private static MachineReport withoutDriver(Optional<String> torch, Phrases phrases) {
    List<String> reasons = new ArrayList<>(List.of(phrases.say("machine.why.driver")));
    if (torch.isEmpty()) {
      reasons.add(phrases.say("machine.why.torch"));
    }
    String title = torch.isEmpty() ? "machine.absent.both" : "machine.absent.driver";
    String unknown = Verdict.Outcome.UNKNOWN.tag();
    return new MachineReport(
        unknown,
        phrases.say(title),
        List.of(new SetUp(null, null, torch.orElse(null), unknown, reasons, List.of(), List.of())));
  }

  private static SetUp toSetUp(
      Optional<String> gpu,
      Optional<String> driver,
      Optional<String> torch,
      Verdict verdict,
      StatementText statements) {
    return new SetUp(
        gpu.orElse(null),
        driver.orElse(null),
        torch.orElse(null),
        verdict.outcome().tag(),
        statements.describeAll(verdict.reasons()),
        verdict.remedies().stream().map(statements::describeRemedy).toList(),
        verdict.remedies().stream().map(statements::toStep).toList());
  }

  private static int severityOf(Verdict.Outcome outcome) {
    return switch (outcome) {
      case TORCH_CPU_BUILD, ARCH_NOT_IN_BUILD, DRIVER_TOO_OLD -> 0;
      case UNKNOWN -> 1;
      case OK -> 2;
    };
  }
}
