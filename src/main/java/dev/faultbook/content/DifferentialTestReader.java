package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the tests that distinguish an entry from its look-alikes:
 *
 * <pre>
 * apart:
 *   - from: other-entry
 *     command: df -h /dev/shm
 *     this: {en: …, zh: …}
 *     other: {en: …, zh: …}
 * </pre>
 */
final class DifferentialTestReader {
  private final Set<String> ids;
  private final Map<String, CaptureType> facts;
  private final List<Open> open = new ArrayList<>();

  /** Variables of a command, checked once the captures of both entries are known. */
  private record Open(String id, String from, YamlMap item, List<Variable> variables) {}

  /**
   * @param ids ids of all entries
   * @param facts names and types of the facts that can fill a variable
   */
  DifferentialTestReader(Set<String> ids, Map<String, CaptureType> facts) {
    this.ids = ids;
    this.facts = facts;
  }

  List<DifferentialTest> readTests(String id, YamlMap yaml) {
    List<DifferentialTest> tests = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (YamlMap item : yaml.readMaps("apart")) {
      item.allowOnly(Set.of("from", "command", "this", "other"));
      String from = item.requireText("from");
      if (from.equals(id)) {
        item.report("from", "apart: an entry cannot be distinguished from itself");
      } else if (!from.isEmpty() && !ids.contains(from)) {
        item.report("from", "apart: there is no entry '" + from + "'");
      } else if (!from.isEmpty() && !seen.add(from)) {
        item.report("from", "apart: '" + from + "' occurs twice");
      }
      CommandTemplate command = new CommandTemplate(item.requireText("command"));
      open.add(new Open(id, from, item, command.variables()));
      tests.add(
          new DifferentialTest(
              from, command, readOutcome(item, "this"), readOutcome(item, "other")));
    }
    return tests;
  }

  private static LocalizedText readOutcome(YamlMap item, String key) {
    if (item.has(key)) {
      return item.readLocalized(key);
    }
    item.report(
        "from",
        "apart: expected the outcome in `%s: {en: …, zh: …}`; '%s' is missing".formatted(key, key));
    return new LocalizedText("", "");
  }

  /**
   * Reports every variable that neither a capture of the two entries nor a fact fills, and every
   * one whose capture has no type.
   *
   * @param captures types of captures by entry
   */
  void checkVariables(Map<String, Map<String, CaptureType>> captures) {
    for (Open test : open) {
      for (Variable variable : test.variables()) {
        List<CaptureType> types =
            Stream.of(
                    captures.getOrDefault(test.id(), Map.of()),
                    captures.getOrDefault(test.from(), Map.of()),
                    facts)
                .map(known -> known.get(variable.name()))
                .filter(Objects::nonNull)
                .toList();
        if (types.isEmpty()) {
          test.item()
              .report(
                  "command",
                  ("{{%s|…}}: no signature of the two entries captures '%s', and no fact has this"
                          + " name")
                      .formatted(variable.name(), variable.name()));
        } else if (types.contains(CaptureType.TEXT)) {
          test.item().report("command", variable.untypedMessage());
        }
      }
    }
  }
}
