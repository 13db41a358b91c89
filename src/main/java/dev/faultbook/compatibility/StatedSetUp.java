package dev.faultbook.compatibility;

import java.util.List;
import java.util.Optional;

/**
 * What is stated about a machine and its installation.
 *
 * @param gpus models as nvidia-smi prints them
 * @param capabilities compute capabilities such as {@code 9.0}, for GPUs of unknown model
 * @param driver the driver's version
 * @param driverCuda the newest CUDA version of the driver, if the driver's version is unknown
 * @param torch PyTorch as in {@code torch.__version__}
 * @param cuda the CUDA version with which PyTorch was built
 * @param python the version of Python
 */
public record StatedSetUp(
    List<String> gpus,
    List<String> capabilities,
    Optional<String> driver,
    Optional<String> driverCuda,
    Optional<String> torch,
    Optional<String> cuda,
    Optional<String> python) {
  static final StatedSetUp NOTHING =
      new StatedSetUp(
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public StatedSetUp {
    gpus = List.copyOf(gpus);
    capabilities = List.copyOf(capabilities);
  }
}
