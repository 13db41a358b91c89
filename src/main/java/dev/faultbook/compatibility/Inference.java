package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.Facts.Derivation;
import dev.faultbook.compatibility.Facts.Value;
import dev.faultbook.compatibility.Statement.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Adds facts that follow from the stated ones: the compute capability of a GPU from the tables, the
 * CUDA version of a PyTorch build from its name, and the name of a build from its CUDA version.
 */
public final class Inference {
  private static final String CUDA = "cuda";
  private static final String TORCH = "torch";
  private static final String VARIANT = "torch_variant";

  private final CompatibilityTables tables;
  private final GpuNames names;

  public Inference(Compatibility compatibility) {
    this.tables = compatibility.tables();
    this.names = compatibility.gpuNames();
  }

  /** The stated facts together with those that follow from them. */
  public Facts inferFacts(Facts stated) {
    Facts.Builder facts = stated.toBuilder();
    stated.all().getOrDefault("gpu", List.of()).forEach(gpu -> inferCapability(facts, gpu));
    for (Value torch : stated.all().getOrDefault(TORCH, List.of())) {
      inferVariant(stated, facts, torch);
    }
    variantOfCuda(stated, facts);
    Facts known = facts.build();
    return known.values(CUDA).isEmpty() ? withAnyCuda(known) : known;
  }

  private void inferCapability(Facts.Builder facts, Value gpu) {
    names
        .findDevice(gpu.text())
        .device()
        .filter(device -> device.row().isPresent())
        .ifPresent(
            device ->
                facts.derive(
                    "compute_capability",
                    device.capability().text(),
                    gpu,
                    new Derivation(
                        Statement.of(Kind.INFERRED_CAPABILITY, device.name(), device.capability()),
                        device.row().get().sources())));
  }

  /** 2.0.0+cu118 is the build cu118, made with CUDA 11.8. */
  private static void inferVariant(Facts stated, Facts.Builder facts, Value torch) {
    int plus = torch.text().indexOf('+');
    if (plus < 0) {
      return;
    }
    String variant = torch.text().substring(plus + 1);
    Derivation named = new Derivation(Statement.of(Kind.INFERRED_SUFFIX), List.of());
    facts.derive(VARIANT, variant, torch, named);
    String digits = variant.startsWith("cu") ? variant.substring(2) : "";
    if (digits.length() >= 2 && digits.length() <= 3 && GpuNames.isNumber(digits)) {
      String cuda = FactNormalizer.separateMinor(digits);
      if (stated.values(CUDA).stream()
          .noneMatch(other -> Contradiction.versionsAgree(other, cuda))) {
        facts.derive(CUDA, cuda, torch, named);
      }
    }
  }

  /**
   * Applies only where the log states one PyTorch and one CUDA version, and PyTorch was released
   * for that CUDA version.
   */
  private void variantOfCuda(Facts stated, Facts.Builder facts) {
    Optional<String> torch = stated.onlyValue(TORCH).filter(text -> text.indexOf('+') < 0);
    Optional<String> cuda = stated.onlyValue(CUDA);
    if (torch.isEmpty() || cuda.isEmpty()) {
      return;
    }
    Optional<Release> release = TorchName.of(torch.get(), tables).release();
    String variant = "cu" + cuda.get().replace(".", "");
    release
        .filter(r -> r.builds().stream().anyMatch(build -> build.variant().equals(variant)))
        .ifPresent(
            r ->
                facts.derive(
                    VARIANT,
                    variant,
                    Objects.requireNonNull(stated.all().get(CUDA)).getFirst(),
                    new Derivation(Statement.of(Kind.INFERRED_BUILD, r.release()), r.sources())));
  }

  /** If PyTorch's own CUDA version is not stated, takes that of the closest other component. */
  private static Facts withAnyCuda(Facts known) {
    for (String other : List.of("cuda_wheel", "nccl_cuda", "cuda_toolkit")) {
      List<Value> values = known.all().getOrDefault(other, List.of());
      if (values.size() == 1) {
        Facts.Builder facts = known.toBuilder();
        Kind why =
            switch (other) {
              case "cuda_wheel" -> Kind.INFERRED_CUDA_PIP;
              case "nccl_cuda" -> Kind.INFERRED_CUDA_NCCL;
              default -> Kind.INFERRED_CUDA_TOOLKIT;
            };
        Value value = values.getFirst();
        facts.derive(CUDA, value.text(), value, new Derivation(Statement.of(why), List.of()));
        return facts.build();
      }
    }
    return known;
  }
}
