package dev.faultbook.compatibility;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether a GPU, a driver and a build of PyTorch go together.
 *
 * @param outcome the verdict in a word
 * @param reasons why, the deciding one first
 * @param remedies what to do, the nearest first
 * @param layers driver, CUDA runtime and PyTorch build, in this order
 * @param facts what it was decided on, by name
 * @param basis the rules and rows that decided it
 */
public record Verdict(
    Outcome outcome,
    List<Statement> reasons,
    List<SetUpRemedy> remedies,
    List<Layer> layers,
    Map<String, List<String>> facts,
    List<Basis> basis) {
  /** The collections cannot be changed. */
  public Verdict {
    reasons = List.copyOf(reasons);
    remedies = List.copyOf(remedies);
    layers = List.copyOf(layers);
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    basis = List.copyOf(basis);
  }

  /** What a verdict can be. */
  public enum Outcome {
    /** They go together. */
    OK,
    /** The build has no code for the GPU. */
    ARCH_NOT_IN_BUILD,
    /** The driver is older than the build or the GPU asks for. */
    DRIVER_TOO_OLD,
    /** The build has no CUDA at all. */
    TORCH_CPU_BUILD,
    /** The tables do not say, or something was not given. */
    UNKNOWN;

    /** The name in JSON. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** How a layer stands. */
  public enum State {
    /** It holds. */
    OK,
    /** Here it breaks. */
    BROKEN,
    /** It is not known. */
    UNKNOWN;

    /** The name in JSON. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One of the layers between the GPU and a program.
   *
   * @param name {@code driver}, {@code cuda} or {@code torch}
   * @param value what is there; empty when it is not known
   * @param state how it stands
   * @param text why
   */
  public record Layer(String name, String value, State state, Statement text) {}

  /**
   * A rule or a row.
   *
   * @param text what it says
   * @param sources where it can be checked
   */
  public record Basis(Statement text, List<String> sources) {
    /** The list cannot be changed. */
    public Basis {
      sources = new ArrayList<>(sources).stream().distinct().toList();
    }
  }
}
