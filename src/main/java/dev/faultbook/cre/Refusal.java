package dev.faultbook.cre;

import org.jspecify.annotations.Nullable;

/**
 * A rule that was not converted to an entry.
 *
 * @param file its file, as a path within the imported folder
 * @param line the line in the file, from 1; 0 if it concerns the whole file
 * @param rule the rule's id; empty if it could not be read
 * @param reason the reason
 */
public record Refusal(String file, int line, String rule, @Nullable String reason) {
  @Override
  public String toString() {
    return (line > 0 ? file + ":" + line : file)
        + (rule.isEmpty() ? "" : " (" + rule + ")")
        + ": "
        + reason;
  }
}
