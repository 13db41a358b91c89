package dev.faultbook.content;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.compatibility.CompatibilityTables;
import dev.faultbook.signature.CaptureType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The content of a folder.
 *
 * @param entries by id, in alphabetical order
 * @param factRules the rules that read facts from logs
 * @param factTypes types of the facts that have one, by name
 * @param compatibility which GPU runs which build with which driver
 * @param codes meanings of the codes that software prints
 * @param searchIndex supplies the files of the full-text index of the entries, by name; empty if it
 *     was not built in advance
 */
public record Content(
    List<Entry> entries,
    List<FactRule> factRules,
    Map<String, CaptureType> factTypes,
    CompatibilityTables compatibility,
    CodeTables codes,
    Optional<Supplier<Map<String, byte[]>>> searchIndex) {
  public Content {
    entries = List.copyOf(entries);
    factRules = List.copyOf(factRules);
    factTypes = Map.copyOf(factTypes);
  }

  /** Content whose full-text index is built on demand. */
  public Content(
      List<Entry> entries,
      List<FactRule> factRules,
      Map<String, CaptureType> factTypes,
      CompatibilityTables compatibility,
      CodeTables codes) {
    this(entries, factRules, factTypes, compatibility, codes, Optional.empty());
  }

  /** This content with one more entry, which replaces the one with the same id. */
  public Content withEntry(Entry entry) {
    return withEntries(
        Stream.concat(
                entries.stream().filter(other -> !other.id().equals(entry.id())), Stream.of(entry))
            .sorted(Comparator.comparing(Entry::id))
            .toList());
  }

  /** This content with one entry alone. */
  public Content withOnly(Entry entry) {
    return withEntries(List.of(entry));
  }

  private Content withEntries(List<Entry> others) {
    return new Content(others, factRules, factTypes, compatibility, codes);
  }
}
