package dev.faultbook.content;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.compatibility.CompatibilityTables;
import dev.faultbook.signature.CaptureType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A content folder, read.
 *
 * @param entries by id, in alphabetical order
 * @param factRules how facts are read from logs
 * @param factTypes types of the facts that have one, by name
 * @param compatibility which GPU runs which build under which driver
 * @param codes what the codes mean that software prints
 * @param searchIndex gives the files of the full-text index of the entries, by name, where it was
 *     built beforehand
 */
public record Content(
    List<Entry> entries,
    List<FactRule> factRules,
    Map<String, CaptureType> factTypes,
    CompatibilityTables compatibility,
    CodeTables codes,
    Optional<Supplier<Map<String, byte[]>>> searchIndex) {
  /** The collections cannot be changed. */
  public Content {
    entries = List.copyOf(entries);
    factRules = List.copyOf(factRules);
    factTypes = Map.copyOf(factTypes);
  }

  /** Content whose full-text index is built when it is needed. */
  public Content(
      List<Entry> entries,
      List<FactRule> factRules,
      Map<String, CaptureType> factTypes,
      CompatibilityTables compatibility,
      CodeTables codes) {
    this(entries, factRules, factTypes, compatibility, codes, Optional.empty());
  }
}
