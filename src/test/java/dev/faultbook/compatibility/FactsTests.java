package dev.faultbook.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactsTests {
  private static final Inference INFERENCE =
      new Inference(ShippedCatalogue.knowledge().compatibility());

  private static Facts facts(String... namesAndValues) {
    Facts.Builder builder = new Facts.Builder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      builder.add(
          namesAndValues[i], namesAndValues[i + 1], new Facts.Stated(i / 2 + 1, null, null));
    }
    return INFERENCE.inferFacts(builder.build());
  }

  @ParameterizedTest
  @CsvSource({
    "compute_capability, 120, compute_capability, 12.0",
    "compute_capability, '8, 6', compute_capability, 8.6",
    "cuda, 118, cuda, 11.8",
    "cuda, 12.4, cuda, 12.4",
    "driver_cuda_number, 12040, driver_cuda, 12.4",
    "driver_cuda_number, 11070, driver_cuda, 11.7",
    "container, kubepods, container, kubernetes",
    "container, apptainer, container, apptainer",
    "driver, 535.129.03., driver, 535.129.03",
    "nccl, '2, 21, 5', nccl, 2.21.5",
    "nccl, 21.0.3, nccl, 2.10.3",
    "nccl, 2.10.3, nccl, 2.10.3",
    "cudnn, 8902, cudnn, 8.9.2",
    "cudnn, 90100, cudnn, 9.1.0",
    "gpu, ..., gpu, NVIDIA GeForce ...",
  })
  void valuesAreBroughtToOneForm(String fact, String text, String name, String value) {
    Facts.Builder builder = new Facts.Builder();
    builder.add(fact, text, new Facts.Stated(7, null, null));
    assertThat(builder.build().values(name)).containsExactly(value);
  }

  @ParameterizedTest
  @CsvSource({"torch, not importable", "cuda, none", "driver, (not printed)", "nccl, unknown"})
  void whatIsNoValueIsDropped(String fact, String text) {
    assertThat(facts(fact, text).all()).isEmpty();
  }

  @Test
  void contradictionsAreKeptEachWithItsLine() {
    Facts.Builder builder = new Facts.Builder();
    builder.add("nccl", "2.14.3", new Facts.Stated(4, 0, "node-a"));
    builder.add("nccl", "2.19.3", new Facts.Stated(9, 1, "node-b"));
    builder.add("nccl", "2.14.3", new Facts.Stated(11, 2, null));
    Facts facts = builder.build();
    assertThat(
            facts.all().get("nccl").stream().map(v -> v.text() + " " + v.line() + " " + v.node()))
        .containsExactly("2.14.3 4 node-a", "2.19.3 9 node-b");
    assertThat(Contradiction.findAll(facts))
        .singleElement()
        .satisfies(
            contradiction -> {
              assertThat(contradiction.fact()).isEqualTo("nccl");
              assertThat(contradiction.values()).isEqualTo(facts.all().get("nccl"));
            });
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "torch, 2.0.0, torch, 2.0.0+cu118, -",
        "cuda, 12.4, cuda, 12.4.131, -",
        "cudnn, 8.9.2, cudnn, 8.9.2.26, -",
        "driver, 535.129.03, driver_library, 535.129.03, -",
        "gpu, NVIDIA H100, gpu, NVIDIA A100, -",
        "cuda, 12.4, cuda_toolkit, 11.8, -",
        "cuda, 12.1, cuda, 12.10, cuda",
        "torch, 2.0.0+cu117, torch, 2.0.0+cu118, torch cuda",
        "driver, 535.104.05, driver_library, 535.129.03, driver",
        "torch, 2.0.0+cu118, cuda, 12.1, cuda",
      })
  void onlyWhatCannotBothBeTrueIsAContradiction(
      String fact, String value, String otherFact, String otherValue, String contradicted) {
    assertThat(
            Contradiction.findAll(facts(fact, value, otherFact, otherValue)).stream()
                .map(Contradiction::fact)
                .toList())
        .isEqualTo(contradicted == null ? List.of() : List.of(contradicted.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "gpu, NVIDIA GeForce RTX 5090, compute_capability, 12.0",
        "gpu, Tesla V100-SXM2-32GB, compute_capability, 7.0",
        "gpu, Tesla T4, compute_capability, 7.5",
        "gpu, NVIDIA A100-SXM4-80GB, compute_capability, 8.0",
        "gpu, NVIDIA H100 80GB HBM3, compute_capability, 9.0",
        "gpu, NVIDIA GeForce ..., compute_capability, -",
        "gpu, NVIDIA X9999, compute_capability, -",
        "torch, 2.0.0+cu118, cuda, 11.8",
        "torch, 2.0.0+cu118, torch_variant, cu118",
        "torch, 1.7.1+cu92, cuda, 9.2",
        "torch, 2.5.1+cpu, torch_variant, cpu",
        "torch, 2.5.1+cpu, cuda, -",
        "torch, 2.1.0a0+32f93b1, cuda, -",
        "torch, 2.9.0.dev20250701+cu128, cuda, 12.8",
        "torch, 2.5.1, cuda, -",
        "driver_cuda, 12.2, cuda, -",
        "cuda_toolkit, 12.4.131, cuda, 12.4.131",
        "nccl_cuda, 11.8, cuda, 11.8",
      })
  void whatFollowsIsAdded(String fact, String value, String derived, String expected) {
    Facts facts = facts(fact, value);
    assertThat(facts.values(derived)).isEqualTo(expected == null ? List.of() : List.of(expected));
    facts
        .all()
        .getOrDefault(derived, List.of())
        .forEach(
            v -> {
              assertThat(v.line()).isEqualTo(1);
              assertThat(v.derivation()).isPresent();
            });
  }

  @Test
  void aDerivedCapabilityNamesItsRow() {
    Facts.Value value =
        facts("gpu", "NVIDIA GeForce RTX 5090").all().get("compute_capability").getFirst();
    assertThat(value.derivation().orElseThrow().sources())
        .containsExactly("https://developer.nvidia.com/cuda-gpus");
  }

  @Test
  void whatTheLogStatesIsNotDerived() {
    Facts facts = facts("gpu", "NVIDIA GeForce RTX 5090", "compute_capability", "12.0");
    assertThat(facts.all().get("compute_capability"))
        .singleElement()
        .satisfies(value -> assertThat(value.derivation()).isEmpty());
    assertThat(facts("torch", "2.0.0+cu118", "cuda", "11.8").all().get("cuda"))
        .singleElement()
        .satisfies(value -> assertThat(value.derivation()).isEmpty());
  }

  @Test
  void theBuildFollowsFromItsCudaOnlyWhereThatIsCertain() {
    assertThat(facts("torch", "2.0.0", "cuda", "11.8").values("torch_variant"))
        .containsExactly("cu118");
    assertThat(facts("torch", "2.0.0", "cuda", "12.8").values("torch_variant")).isEmpty();
    assertThat(facts("torch", "2.0.0", "cuda_toolkit", "11.8").values("torch_variant")).isEmpty();
    assertThat(facts("torch", "2.0.0", "torch", "2.1.0", "cuda", "11.8").values("torch_variant"))
        .isEmpty();
    assertThat(Map.copyOf(facts("torch", "99.0.0", "cuda", "11.8").all()))
        .doesNotContainKey("torch_variant");
  }
}
