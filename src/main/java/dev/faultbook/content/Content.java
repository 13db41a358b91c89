package dev.faultbook.content;

import java.util.List;

/**
 * A content folder, read.
 *
 * @param entries by id, in alphabetical order
 * @param factRules how facts are read from logs
 * @param compatibility which GPU runs which build under which driver
 */
public record Content(
    List<Entry> entries, List<FactRule> factRules, CompatibilityTables compatibility) {
  /** Copies the lists. */
  public Content {
    entries = List.copyOf(entries);
    factRules = List.copyOf(factRules);
  }
}
