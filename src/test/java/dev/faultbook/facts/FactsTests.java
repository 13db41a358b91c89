package dev.faultbook.facts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactsTests {

  @ParameterizedTest
  @CsvSource({
    "compute_capability, 120, compute_capability, 12.0",
    "compute_capability, '8, 6', compute_capability, 8.6",
    "cuda, 118, cuda, 11.8",
    "cuda, 12.4, cuda, 12.4",
    "driver_cuda_number, 12040, driver_cuda, 12.4",
    "driver_cuda_number, 11070, driver_cuda, 11.7",
    "torch, 2.0.0+cu118, torch_variant, cu118",
    "torch, 2.0.0+cpu, torch_variant, cpu",
    "container, kubepods, container, kubernetes",
    "driver, 535.129.03., driver, 535.129.03",
  })
  void valuesAreBroughtToOneForm(String fact, String text, String name, String value) {
    Facts.Builder builder = new Facts.Builder();
    builder.add(fact, text, 7, null);
    assertThat(builder.build().values(name)).containsExactly(value);
  }

  @Test
  void contradictionsAreKeptEachWithItsLine() {
    Facts.Builder builder = new Facts.Builder();
    builder.add("nccl", "2.14.3", 4, 0);
    builder.add("nccl", "2.19.3", 9, 1);
    builder.add("nccl", "2.14.3", 11, 2);
    assertThat(builder.build().all().get("nccl"))
        .containsExactly(new Facts.Value("2.14.3", 4, 0), new Facts.Value("2.19.3", 9, 1));
  }
}
