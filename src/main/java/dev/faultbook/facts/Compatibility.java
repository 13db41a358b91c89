package dev.faultbook.facts;

import dev.faultbook.content.CompatibilityTables;
import dev.faultbook.content.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says whether a GPU, a driver and a build of PyTorch go together. The door to the tables.
 *
 * <p>Three things have to agree, and each can break by itself: the driver has to be as new as the
 * CUDA that the build brings, and has to know the GPU; that CUDA has to know the GPU; and the build
 * has to contain code for it. A verdict says which of these breaks. What was not given, or is not
 * in the tables, makes the verdict unknown, unless what is known breaks already.
 */
public final class Compatibility {
  private final CompatibilityTables tables;
  private final GpuNames names;

  /** Over the tables of an edition. */
  public Compatibility(CompatibilityTables tables) {
    this.tables = tables;
    this.names = new GpuNames(tables.gpus());
  }

  /**
   * Judges a set-up; whatever is missing may be left empty.
   *
   * @param gpu a model as nvidia-smi or people write it, or a capability such as {@code sm_120}
   * @param driver a driver's version
   * @param torch a version of PyTorch as {@code torch.__version__} gives it
   */
  public Verdict verdict(Optional<String> gpu, Optional<String> driver, Optional<String> torch) {
    Given given = new Given(tables);
    gpu.map(String::strip)
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> given.gpu(text, names.find(text)));
    driver
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> given.driver(text, Version.of(text)));
    torch
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> given.torch(TorchName.of(text, tables)));
    return new Examination(given).verdict();
  }

  /**
   * Judges the set-up that a log states; empty when what it states is not enough to be certain:
   * when PyTorch's build is not named to its suffix (conda's builds differ from the wheels), when
   * the log knows several builds or drivers, or when its GPUs are not judged alike.
   */
  public Optional<Verdict> verdict(Facts facts) {
    Optional<String> torch = Contradiction.single(facts, "torch").filter(t -> t.indexOf('+') > 0);
    if (torch.isEmpty()) {
      return Optional.empty();
    }
    boolean drivers = facts.values("driver").size() > 1;
    Optional<String> driver = drivers ? Optional.empty() : facts.only("driver");
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
    List<Verdict> verdicts = gpus.stream().map(gpu -> verdict(gpu, driver, torch)).toList();
    Verdict first = verdicts.getFirst();
    boolean alike = verdicts.stream().allMatch(v -> v.outcome() == first.outcome());
    return alike && first.outcome() != Verdict.Outcome.UNKNOWN
        ? Optional.of(first)
        : Optional.empty();
  }
}
