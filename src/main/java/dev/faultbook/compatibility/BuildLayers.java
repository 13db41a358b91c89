package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Architecture;
import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.CubinCompatibility.Fit;
import dev.faultbook.compatibility.Statement.Kind;
import dev.faultbook.compatibility.Verdict.Layer;
import dev.faultbook.compatibility.Verdict.State;
import java.util.List;
import java.util.Optional;

/** The two layers of a PyTorch build: its own code, and CUDA. */
final class BuildLayers {
  private final CompatibilityContext given;

  BuildLayers(CompatibilityContext given) {
    this.given = given;
  }

  Layer torchLayer(Fit fit) {
    if (given.torch.isEmpty()) {
      return createTorchLayer(State.UNKNOWN, Statement.of(Kind.NOT_GIVEN));
    }
    if (given.torch.get().cpu()) {
      return createTorchLayer(State.BROKEN, Statement.of(Kind.TORCH_CPU, given.torch.get().text()));
    }
    if (given.build.isEmpty()) {
      return createTorchLayer(State.UNKNOWN, Statement.of(Kind.BUILD_UNLISTED));
    }
    Build build = given.build.get();
    String name = given.buildName();
    List<String> codes = CompatibilityContext.listCodes(build);
    if (given.device.isEmpty()) {
      return createTorchLayer(State.UNKNOWN, Statement.of(Kind.BUILD_CODE, name, codes));
    }
    String gpu = given.device.get().name();
    Version capability = given.device.get().capability();
    return switch (fit) {
      case CODE ->
          createTorchLayer(
              State.OK,
              Statement.of(Kind.BUILD_RUNS, name, nearestCode(build, capability), gpu, capability));
      case PTX -> createTorchLayer(State.OK, Statement.of(Kind.BUILD_PTX, name, gpu, capability));
      case NONE ->
          createTorchLayer(
              State.BROKEN, Statement.of(Kind.BUILD_NONE, name, codes, gpu, capability));
      case UNKNOWN -> createTorchLayer(State.UNKNOWN, Statement.of(Kind.BUILD_CODE, name, codes));
    };
  }

  private Layer createTorchLayer(State state, Statement why) {
    return new Layer("torch", given.torch.map(TorchName::text).orElse(""), state, why);
  }

  Layer cudaLayer(Fit fit) {
    if (given.torch.isPresent() && given.torch.get().cpu()) {
      return new Layer("cuda", "", State.BROKEN, Statement.of(Kind.CUDA_CPU));
    }
    if (given.build.isEmpty()) {
      return new Layer("cuda", "", State.UNKNOWN, withoutBuild());
    }
    Toolkit toolkit = given.toolkit();
    String cuda = toolkit.cuda().text();
    Statement makes = Statement.of(Kind.CUDA_MAKES, cuda, toolkit.from(), toolkit.to());
    if (given.device.isEmpty()) {
      return new Layer("cuda", cuda, State.UNKNOWN, makes);
    }
    Version capability = given.device.get().capability();
    boolean knows = capability.isAtLeast(toolkit.from()) && toolkit.to().isAtLeast(capability);
    if (fit != Fit.NONE || knows) {
      return new Layer("cuda", cuda, State.OK, makes);
    }
    return new Layer(
        "cuda",
        cuda,
        State.BROKEN,
        findRequiredToolkits(capability)
            .map(
                range ->
                    Statement.of(
                        Kind.CUDA_LACKS_NEEDS,
                        cuda,
                        toolkit.from(),
                        toolkit.to(),
                        capability,
                        range))
            .orElse(makes));
  }

  /** The toolkits that support a GPU are known even without a build. */
  private Statement withoutBuild() {
    return given
        .device
        .map(GpuDevice::capability)
        .flatMap(
            capability ->
                findRequiredToolkits(capability)
                    .map(range -> Statement.of(Kind.CUDA_OF_BUILD_NEEDS, capability, range)))
        .orElse(Statement.of(Kind.CUDA_OF_BUILD));
  }

  /** The toolkits that generate code for a capability; records their row as used. */
  private Optional<Statement> findRequiredToolkits(Version capability) {
    Optional<Architecture> row = given.tables.findArchitecture(capability);
    Optional<Statement> range = row.flatMap(BuildLayers::describeRange);
    range.ifPresent(
        known ->
            given.addBasis(
                row.orElseThrow(), Statement.of(Kind.CUDA_FOR_CAPABILITY, capability, known)));
    return range;
  }

  private static Optional<Statement> describeRange(Architecture row) {
    if (row.first().isPresent() && row.last().isPresent()) {
      return Optional.of(Statement.of(Kind.RANGE, row.first().get(), row.last().get()));
    }
    return row.first()
        .map(first -> Statement.of(Kind.RANGE_FROM, first))
        .or(() -> row.last().map(last -> Statement.of(Kind.RANGE_TO, last)));
  }

  private static String nearestCode(Build build, Version capability) {
    return build.code().stream()
        .filter(code -> CubinCompatibility.canRun(code, capability, build.cuda()))
        .reduce((one, two) -> two)
        .map(GpuCode::toString)
        .orElseThrow();
  }
}
