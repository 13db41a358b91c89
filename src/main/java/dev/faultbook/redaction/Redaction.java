package dev.faultbook.redaction;

import java.util.Map;
import java.util.Objects;

/**
 * A redacted text.
 *
 * @param text the text with placeholders; it has the same number of lines as the original
 * @param counts number of distinct redacted values by type: {@code secret}, {@code email}, {@code
 *     ip}, {@code user}; types without values are omitted
 */
public record Redaction(String text, Map<String, Integer> counts) {
  public Redaction {
    Objects.requireNonNull(text, "text");
    counts = Map.copyOf(counts);
  }
}
