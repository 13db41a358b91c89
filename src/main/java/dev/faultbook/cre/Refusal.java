package dev.faultbook.cre;

import org.jspecify.annotations.Nullable;

/**
 * A rule that was not turned into an entry.
 *
 * @param file its file, as a path within the imported folder
 * @param line the line in the file, from 1; 0 when it concerns the whole file
 * @param rule the rule's id; empty when it was not read that far
 * @param reason why not
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
