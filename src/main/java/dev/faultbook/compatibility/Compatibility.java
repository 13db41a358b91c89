package dev.faultbook.compatibility;

import dev.faultbook.content.Lazy;
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

  /** The answer for a machine of which nothing is stated, as for most logs. */
  private final Lazy<SetUpNeeds> withoutStatement =
      new Lazy<>(() -> findStatedNeeds(StatedSetUp.NOTHING));

  public Compatibility(CompatibilityTables tables) {
    this.tables = tables;
    this.names = new GpuNames(tables.gpus());
  }

  public CompatibilityTables tables() {
    return tables;
  }

  /** The GPUs of the tables by their names. */
  public GpuNames gpuNames() {
    return names;
  }

  /**
   * Judges a set-up; unknown parts may be empty.
   *
   * @param gpu a model as nvidia-smi or people write it, or a capability such as {@code sm_120}
   * @param driver a driver version
   * @param torch a version of PyTorch as in {@code torch.__version__}
   */
  public Verdict judgeSetUp(Optional<String> gpu, Optional<String> driver, Optional<String> torch) {
    CompatibilityContext given = new CompatibilityContext(tables);
    withText(gpu).ifPresent(text -> given.setGpu(text, names.findDevice(text)));
    withText(driver).ifPresent(text -> given.setDriver(text, Version.of(text)));
    withText(torch).ifPresent(text -> given.setTorch(TorchName.of(text, tables)));
    return new CompatibilityCheck(given).reachVerdict();
  }

  private static Optional<String> withText(Optional<String> part) {
    return part.map(String::strip).filter(text -> !text.isEmpty());
  }

  /**
   * What a machine needs for PyTorch. The stated values are only used for lookups; the answer
   * consists of text from the tables.
   */
  public SetUpNeeds findNeeds(StatedSetUp stated) {
    return stated.equals(StatedSetUp.NOTHING) ? withoutStatement.get() : findStatedNeeds(stated);
  }

  private SetUpNeeds findStatedNeeds(StatedSetUp stated) {
    return new NeedsFinder(tables, names, stated).findNeeds();
  }
}
