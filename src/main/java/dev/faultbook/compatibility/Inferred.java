package dev.faultbook.compatibility;

/** How a fact was derived that no line states. */
public sealed interface Inferred {
  /**
   * The tables state a GPU's compute capability.
   *
   * @param gpu its model
   * @param capability such as 9.0
   */
  record Capability(String gpu, String capability) implements Inferred {}

  /** The suffix of PyTorch's version names the build: 2.0.0+cu118. */
  record VersionSuffix() implements Inferred {}

  /**
   * The tables have exactly one build of a release for the CUDA version that the log states.
   *
   * @param release the release of PyTorch
   */
  record BuildForCuda(String release) implements Inferred {}

  /** The CUDA runtime that pip installed. */
  record CudaOfPip() implements Inferred {}

  /** The CUDA that NCCL was built with. */
  record CudaOfNccl() implements Inferred {}

  /** The toolkit on the machine, used if PyTorch's own CUDA version is not stated. */
  record CudaOfToolkit() implements Inferred {}
}
