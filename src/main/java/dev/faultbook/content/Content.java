package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.FactRule;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The entries of a folder and the rules that read facts from logs.
 *
 * @param entries by id, in alphabetical order
 * @param factRules the rules that read facts from logs
 * @param factTypes types of the facts that have one, by name; all others are free text
 * @param searchWords what a search knows about words
 * @param layers the names of the layers from which entries come, by id; the others are shipped
 */
public record Content(
    List<Entry> entries,
    List<FactRule> factRules,
    Map<String, CaptureType> factTypes,
    SearchWords searchWords,
    Map<String, String> layers) {
  /** The layer of the entries that Faultbook ships. */
  public static final String SHIPPED = "shipped";

  public Content {
    entries = List.copyOf(entries);
    factRules = List.copyOf(factRules);
    factTypes = Map.copyOf(factTypes);
    layers = Map.copyOf(layers);
  }

  /** The same content with other entries. */
  public Content withEntries(List<Entry> others) {
    return new Content(others, factRules, factTypes, searchWords, layers);
  }

  /** The same content, in which the entries with these ids come from a layer. */
  public Content withLayer(String name, Collection<String> ids) {
    Map<String, String> all = new HashMap<>(layers);
    ids.forEach(id -> all.put(id, name));
    return new Content(entries, factRules, factTypes, searchWords, all);
  }

  /** The name of the layer from which an entry comes. */
  public String layerOf(String id) {
    return layers.getOrDefault(id, SHIPPED);
  }
}
