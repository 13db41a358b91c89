package dev.faultbook.compatibility;

import java.util.Optional;

/**
 * What a piece of GPU code was made for.
 *
 * @param capability compute capability
 * @param suffix {@code a} for exactly that chip, {@code f} for its family, else empty
 */
public record GpuCode(Version capability, String suffix) {
  /** Reads {@code 9.0}, {@code 9.0a} or {@code 10.0f}; empty when the text is none of these. */
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
