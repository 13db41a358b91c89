package dev.faultbook.compatibility;

import java.util.List;
import java.util.Optional;

/**
 * What is known of a machine and its installation, as it was written down.
 *
 * @param gpus models as nvidia-smi names them
 * @param capabilities compute capabilities such as {@code 9.0}, for GPUs whose model is not known
 * @param driver the driver's version
 * @param driverCuda the newest CUDA that the driver runs, where its version is not known
 * @param torch PyTorch as {@code torch.__version__} gives it
 * @param cuda the CUDA that PyTorch was built with
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
  /** The lists cannot be changed. */
  public StatedSetUp {
    gpus = List.copyOf(gpus);
    capabilities = List.copyOf(capabilities);
  }
}
