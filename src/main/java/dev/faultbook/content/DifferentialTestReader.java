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
  private final ContentErrors faults;
  private final List<Open> open = new ArrayList<>();

  /** Variables of a command, checked once the captures of both entries are known. */
  private record Open(String id, String from, String file, int line, List<Variable> variables) {}

  /**
   * @param ids ids of all entries
   * @param facts names and types of the facts that can fill a variable
   */
  DifferentialTestReader(Set<String> ids, Map<String, CaptureType> facts, ContentErrors faults) {
    this.ids = ids;
    this.facts = facts;
    this.faults = faults;
  }

  List<DifferentialTest> readTests(String id, String file, YamlMap yaml) {
    List<DifferentialTest> tests = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (YamlMap item : yaml.readMaps("apart")) {
      item.allowOnly(Set.of("from", "command", "this", "other"));
      String from = item.requireText("from");
      if (from.equals(id)) {
        faults.add(
            file, item.lineOf("from"), "apart: an entry cannot be distinguished from itself");
      } else if (!from.isEmpty() && !ids.contains(from)) {
        faults.add(file, item.lineOf("from"), "apart: there is no entry '" + from + "'");
      } else if (!from.isEmpty() && !seen.add(from)) {
        faults.add(file, item.lineOf("from"), "apart: '" + from + "' occurs twice");
      }
      CommandTemplate command = new CommandTemplate(item.requireText("command"));
      open.add(new Open(id, from, file, item.lineOf("command"), command.variables()));
      LocalizedText own = readOutcome(file, item, "this");
      tests.add(new DifferentialTest(from, command, own, readOutcome(file, item, "other")));
    }
    return tests;
  }

  private LocalizedText readOutcome(String file, YamlMap item, String key) {
    if (!item.has(key)) {
      faults.add(
          file,
          item.lineOf("from"),
          "apart: expected the outcome in `" + key + ": {en: …, zh: …}`; '" + key + "' is missing");
      return new LocalizedText("", "");
    }
    YamlMap text = item.readMap(key);
    text.allowOnly(Set.of("en", "zh"));
    return new LocalizedText(text.requireText("en"), text.requireText("zh"));
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
          faults.add(
              test.file(),
              test.line(),
              "{{"
                  + variable.name()
                  + "|…}}: no signature of the two entries captures '"
                  + variable.name()
                  + "', and no fact has this name");
        } else if (types.contains(CaptureType.TEXT)) {
          faults.add(test.file(), test.line(), variable.untypedMessage());
        }
      }
    }
  }
}
