package dev.faultbook.report;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.facts.Facts;
import dev.faultbook.language.Language;
import dev.faultbook.language.LocalizedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether the parts of one machine go together, in one language; the answer to what {@code
 * /collect.sh} prints.
 *
 * @param verdict the worst verdict of its set-ups
 * @param title the same in a sentence
 * @param setUps one for each model of GPU, the worst first
 */
public record MachineReport(String verdict, String title, List<SetUp> setUps) {
  private static final String MARK = "collect";
  private static final int MOST_MODELS = 4;

  /** Copies the list. */
  public MachineReport {
    setUps = List.copyOf(setUps);
  }

  /**
   * A GPU, a driver and a build of PyTorch.
   *
   * @param gpu the model, or null when it is not known
   * @param driver the driver's version, or null
   * @param torch PyTorch's version, or null
   * @param verdict as {@code /api/v1/compatibility} gives it
   * @param reasons why, the deciding one first
   * @param remedies what would work, the nearest first
   */
  public record SetUp(
      String gpu,
      String driver,
      String torch,
      String verdict,
      List<String> reasons,
      List<String> remedies) {
    /** Copies the lists. */
    public SetUp {
      reasons = List.copyOf(reasons);
      remedies = List.copyOf(remedies);
    }
  }

  private record Judged(SetUp setUp, Verdict.Outcome outcome) {}

  /** The report of a diagnosis; null when the log is not what the script printed. */
  static MachineReport of(Diagnosis diagnosis, Language language) {
    Facts facts = diagnosis.facts();
    if (facts.values(MARK).isEmpty()) {
      return null;
    }
    Compatibility compatibility = new Compatibility(diagnosis.index().edition().compatibility());
    Optional<String> driver = facts.values("driver").stream().findFirst();
    Optional<String> torch = facts.values("torch").stream().findFirst();
    List<Optional<String>> gpus = new ArrayList<>();
    List<String> named = facts.values("gpu");
    (named.isEmpty() ? facts.values("compute_capability") : named)
        .stream().limit(MOST_MODELS).map(Optional::of).forEach(gpus::add);
    if (gpus.isEmpty()) {
      gpus.add(Optional.empty());
    }
    List<Judged> judged =
        gpus.stream()
            .map(
                gpu ->
                    judge(compatibility.verdict(gpu, driver, torch), gpu, driver, torch, language))
            .sorted(Comparator.comparingInt(one -> severity(one.outcome())))
            .toList();
    Verdict.Outcome worst = judged.getFirst().outcome();
    return new MachineReport(
        worst.tag(), title(worst).in(language), judged.stream().map(Judged::setUp).toList());
  }

  private static Judged judge(
      Verdict verdict,
      Optional<String> gpu,
      Optional<String> driver,
      Optional<String> torch,
      Language language) {
    return new Judged(
        new SetUp(
            gpu.orElse(null),
            driver.orElse(null),
            torch.orElse(null),
            verdict.outcome().tag(),
            verdict.reasons().stream().map(text -> text.in(language)).toList(),
            verdict.remedies().stream().map(text -> text.in(language)).toList()),
        verdict.outcome());
  }

  private static int severity(Verdict.Outcome outcome) {
    return switch (outcome) {
      case TORCH_CPU_BUILD, ARCH_NOT_IN_BUILD, DRIVER_TOO_OLD -> 0;
      case UNKNOWN -> 1;
      case OK -> 2;
    };
  }

  private static LocalizedText title(Verdict.Outcome outcome) {
    return switch (outcome) {
      case OK ->
          new LocalizedText(
              "GPU, driver and PyTorch of this machine go together",
              "这台机器的 GPU、驱动与 PyTorch 可以配合使用");
      case ARCH_NOT_IN_BUILD ->
          new LocalizedText(
              "The PyTorch of this machine has no code for its GPU", "这台机器的 PyTorch 不含其 GPU 的代码");
      case DRIVER_TOO_OLD ->
          new LocalizedText("The driver of this machine is too old", "这台机器的驱动太旧");
      case TORCH_CPU_BUILD ->
          new LocalizedText("The PyTorch of this machine is a CPU build", "这台机器装的是 CPU 版 PyTorch");
      case UNKNOWN ->
          new LocalizedText(
              "Whether GPU, driver and PyTorch of this machine go together is not known",
              "无法判断这台机器的 GPU、驱动与 PyTorch 能否配合使用");
    };
  }
}
