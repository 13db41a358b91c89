package dev.faultbook.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges the set-up that a log states. */
public final class LoggedSetup {
  private LoggedSetup() {}

  /**
   * Judges the set-up that a log states. Empty if the log does not state enough to be certain:
   * PyTorch's build is not stated with its suffix (conda's builds differ from the wheels), the log
   * states several builds or drivers, or its GPUs get different verdicts.
   */
  public static Optional<Verdict> judgeFacts(Compatibility compatibility, Facts facts) {
    Optional<String> torch =
        Contradiction.agreedValue(facts, "torch").filter(t -> t.indexOf('+') > 0);
    if (torch.isEmpty()) {
      return Optional.empty();
    }
    boolean drivers = facts.values("driver").size() > 1;
    Optional<String> driver = drivers ? Optional.empty() : facts.onlyValue("driver");
    List<Optional<String>> gpus = new ArrayList<>();
    facts.values("gpu").stream()
        .filter(gpu -> !gpu.endsWith("..."))
        .forEach(gpu -> gpus.add(Optional.of(gpu)));
    if (gpus.isEmpty()) {
      facts
          .values("compute_capability")
          .forEach(cc -> gpus.add(Optional.of("sm_" + cc.replace(".", ""))));
    }
    if (gpus.isEmpty()) {
      gpus.add(Optional.empty());
    }
    List<Verdict> verdicts =
        gpus.stream().map(gpu -> compatibility.judgeSetUp(gpu, driver, torch)).toList();
    Verdict first = verdicts.getFirst();
    boolean alike = verdicts.stream().allMatch(v -> v.outcome() == first.outcome());
    return alike && first.outcome() != Verdict.Outcome.UNKNOWN
        ? Optional.of(first)
        : Optional.empty();
  }

  /**
   * The part of the set-up that a log states, for lookups in the tables. If the log states several
   * drivers or builds, none is used: no command is derived from a contradiction.
   */
  public static StatedSetUp readSetUp(Facts facts) {
    return new StatedSetUp(
        facts.values("gpu").stream().filter(gpu -> !gpu.endsWith("...")).toList(),
        facts.values("compute_capability"),
        Contradiction.agreedValue(facts, "driver"),
        facts.onlyValue("driver_cuda"),
        Contradiction.agreedValue(facts, "torch"),
        facts.onlyValue("cuda"),
        facts.onlyValue("python"));
  }
}
