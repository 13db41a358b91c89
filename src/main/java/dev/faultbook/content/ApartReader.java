package dev.faultbook.content;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the tests that tell an entry from its look-alikes:
 *
 * <pre>
 * apart:
 *   - from: other-entry
 *     command: df -h /dev/shm
 *     this: {en: …, zh: …}
 *     other: {en: …, zh: …}
 * </pre>
 */
final class ApartReader {
  private final Set<String> ids;
  private final Set<String> facts;
  private final Faults faults;
  private final List<Open> open = new ArrayList<>();

  /** Places of a command, to be judged when the captures of both entries are known. */
  private record Open(String id, String from, String file, int line, List<Places.Place> places) {}

  /**
   * @param ids of all entries
   * @param facts names of the facts that can stand in a place
   */
  ApartReader(Set<String> ids, Set<String> facts, Faults faults) {
    this.ids = ids;
    this.facts = facts;
    this.faults = faults;
  }

  List<Apart> read(String id, String file, YamlMap yaml) {
    List<Apart> tests = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (YamlMap item : yaml.maps("apart")) {
      item.allow(Set.of("from", "command", "this", "other"));
      String from = item.required("from");
      if (from.equals(id)) {
        faults.add(file, item.line("from"), "apart: an entry is not told from itself");
      } else if (!from.isEmpty() && !ids.contains(from)) {
        faults.add(file, item.line("from"), "apart: there is no entry '" + from + "'");
      } else if (!from.isEmpty() && !seen.add(from)) {
        faults.add(file, item.line("from"), "apart: '" + from + "' stands twice");
      }
      String command = item.required("command");
      open.add(new Open(id, from, file, item.line("command"), Places.in(command)));
      Text own = outcome(file, item, "this");
      tests.add(new Apart(from, command, own, outcome(file, item, "other")));
    }
    return tests;
  }

  private Text outcome(String file, YamlMap item, String key) {
    if (!item.has(key)) {
      faults.add(
          file,
          item.line("from"),
          "apart: the outcome stands in `" + key + ": {en: …, zh: …}`; '" + key + "' is missing");
      return new Text("", "");
    }
    YamlMap text = item.map(key);
    text.allow(Set.of("en", "zh"));
    return new Text(text.required("en"), text.required("zh"));
  }

  /**
   * Reports every place that neither a signature of the two entries nor a fact fills.
   *
   * @param captures names of captures by entry
   */
  void checkPlaces(Map<String, Set<String>> captures) {
    for (Open test : open) {
      for (Places.Place place : test.places()) {
        boolean known =
            facts.contains(place.name())
                || captures.getOrDefault(test.id(), Set.of()).contains(place.name())
                || captures.getOrDefault(test.from(), Set.of()).contains(place.name());
        if (!known) {
          faults.add(
              test.file(),
              test.line(),
              "{{"
                  + place.name()
                  + "|…}}: no signature of the two entries captures '"
                  + place.name()
                  + "', and no fact has this name");
        }
      }
    }
  }
}
