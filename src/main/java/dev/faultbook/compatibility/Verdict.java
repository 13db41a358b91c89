package dev.faultbook.compatibility;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether a GPU, a driver and a build of PyTorch are compatible.
 *
 * @param outcome the verdict
 * @param reasons the reasons, decisive one first
 * @param remedies what to do, closest first
 * @param layers driver, CUDA runtime and PyTorch build, in this order
 * @param facts the facts on which it is based, by name
 * @param basis the rules and rows on which it is based
 */
public record Verdict(
    Outcome outcome,
    List<Statement> reasons,
    List<SetUpRemedy> remedies,
    List<Layer> layers,
    Map<String, List<String>> facts,
    List<Basis> basis) {
  public Verdict {
    reasons = List.copyOf(reasons);
    remedies = List.copyOf(remedies);
    layers = List.copyOf(layers);
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    basis = List.copyOf(basis);
  }

  public enum Outcome {
    /** They are compatible. */
    OK,
    /** The build has no code for the GPU. */
    ARCH_NOT_IN_BUILD,
    /** The driver is older than the build or the GPU requires. */
    DRIVER_TOO_OLD,
    /** The build has no CUDA at all. */
    TORCH_CPU_BUILD,
    /** The tables do not contain it, or something was not given. */
    UNKNOWN;

    /** The name in JSON. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public enum State {
    /** It works. */
    OK,
    /** It breaks here. */
    BROKEN,
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
   * @param value the version; empty if unknown
   * @param state its state
   * @param text the reason
   */
  public record Layer(String name, String value, State state, Statement text) {}

  /**
   * A rule or a row of the tables.
   *
   * @param text the rule
   * @param sources URLs that support it
   */
  public record Basis(Statement text, List<String> sources) {
    public Basis {
      sources = new ArrayList<>(sources).stream().distinct().toList();
    }
  }
}
