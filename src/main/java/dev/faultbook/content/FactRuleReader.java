package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.FactRule;
import dev.faultbook.signature.FactSection;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.PatternException;
import dev.faultbook.signature.SignatureParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the rules that extract facts from logs. */
final class FactRuleReader {
  /** The file of the rules. */
  static final String FILE = "facts/reading.yaml";

  private static final String SECTIONS = "sections";
  private static final String TYPES = "types";

  private final YamlMap yaml;
  private final ContentErrors faults;
  private final List<FactRule> rules = new ArrayList<>();

  FactRuleReader(Node root, ContentErrors faults) {
    this.yaml = new YamlMap(FILE, root, faults);
    this.faults = faults;
  }

  List<FactRule> readRules() {
    for (YamlMap section : yaml.readMaps(SECTIONS)) {
      section.allowOnly(Set.of("begins", "ends", "facts"));
      section.requireText("begins");
      Map<String, String> facts = new LinkedHashMap<>();
      section
          .readMap("facts")
          .fields()
          .forEach(
              (name, node) -> {
                if (node instanceof ScalarNode fact) {
                  facts.put(name, fact.getValue());
                } else {
                  faults.add(
                      FILE, YamlMap.lineOf(node), "'" + name + "' is already the name of a fact");
                }
              });
      addRule(
          SECTIONS,
          section.fields().get("begins"),
          Optional.of(new FactSection(section.requireText("ends"), facts)));
    }
    for (String fact : yaml.fields().keySet()) {
      if (!fact.equals(SECTIONS) && !fact.equals(TYPES)) {
        yaml.readItems(fact).forEach(node -> addRule(fact, node, Optional.empty()));
      }
    }
    return rules;
  }

  /** The types of facts, {@code types: {torch: version}}; a fact without a type is free text. */
  Map<String, CaptureType> readTypes() {
    Map<String, CaptureType> types = new LinkedHashMap<>();
    if (!yaml.has(TYPES)) {
      return types;
    }
    yaml.readMap(TYPES)
        .fields()
        .forEach(
            (fact, node) -> {
              String name = node instanceof ScalarNode scalar ? scalar.getValue() : "";
              CaptureType.findByName(name)
                  .ifPresentOrElse(
                      type -> types.put(fact, type),
                      () ->
                          faults.add(
                              FILE,
                              YamlMap.lineOf(node),
                              "types: '"
                                  + fact
                                  + "' must have one of the types "
                                  + CaptureType.declarableNames()));
            });
    return types;
  }

  private void addRule(String fact, @Nullable Node node, Optional<FactSection> section) {
    if (node == null) {
      return;
    }
    try {
      LinePattern pattern = SignatureParser.parse(node, false).getFirst().parts().getFirst();
      rules.add(new FactRule(fact, pattern, rules.size(), section));
    } catch (PatternException e) {
      faults.add(FILE, e.line(), e.getMessage());
    }
  }
}
