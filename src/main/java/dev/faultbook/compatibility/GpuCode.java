package dev.faultbook.compatibility;

import java.util.Optional;

/**
 * The target of a piece of GPU code.
 *
 * @param capability compute capability
 * @param suffix {@code a} for exactly that chip, {@code f} for its family, otherwise empty
 */
public record GpuCode(Version capability, String suffix) {
  /** Parses {@code 9.0}, {@code 9.0a} or {@code 10.0f}; empty for any other text. */
  public static Optional<GpuCode> of(String text) {
    boolean suffixed = text.endsWith("a") || text.endsWith("f");
    int end = suffixed ? text.length() - 1 : text.length();
    return Version.of(text.substring(0, end))
        .filter(version -> version.parts().size() == 2)
        .map(version -> new GpuCode(version, text.substring(end)));
  }

  @Override
  public String toString() {
    return capability + suffix;
  }
}
