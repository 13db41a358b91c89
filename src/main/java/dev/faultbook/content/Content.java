package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.FactRule;
import java.util.List;
import java.util.Map;

/**
 * The entries of a folder and the rules that read facts from logs.
 *
 * @param entries by id, in alphabetical order
 * @param factRules the rules that read facts from logs
 * @param factTypes types of the facts that have one, by name; all others are free text
 * @param searchWords what a search knows about words
 */
public record Content(
    List<Entry> entries,
    List<FactRule> factRules,
    Map<String, CaptureType> factTypes,
    SearchWords searchWords) {
  public Content {
    entries = List.copyOf(entries);
    factRules = List.copyOf(factRules);
    factTypes = Map.copyOf(factTypes);
  }

  /** The same content with other entries. */
  public Content withEntries(List<Entry> others) {
    return new Content(others, factRules, factTypes, searchWords);
  }
}
