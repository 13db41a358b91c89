package dev.faultbook.redaction;

import java.util.Map;
import java.util.Objects;

/**
 * A text without what is nobody's business.
 *
 * @param text the text with placeholders, line by line the original's
 * @param counts how many different values of each type were taken out, by type: {@code secret},
 *     {@code email}, {@code ip}, {@code user}
 */
public record Redaction(String text, Map<String, Integer> counts) {

  /** The counts cannot be changed. */
  public Redaction {
    Objects.requireNonNull(text, "text");
    counts = Map.copyOf(counts);
  }
}
