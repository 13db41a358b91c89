package dev.faultbook.cre;

import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A map of a rule's YAML, whose scalars are texts. Values of an unexpected form are rejected.
 *
 * @param line where the rule begins in its file
 */
record Fields(Map<String, Node> values, int line) {
  private static final Set<String> NULLS = Set.of("", "~", "null");

  static Fields of(Node node, int line) throws RuleRefusedException {
    if (!(node instanceof MappingNode)) {
      throw new RuleRefusedException(line, "expected a map of names and values");
    }
    // The format's own engine lets the last of two equal names count, so this is no mistake.
    return new Fields(new YamlMap("", node, new ContentErrors()).fields(), line);
  }

  boolean has(String name) {
    return find(name) != null;
  }

  /** The value of a field; null if the field is missing or null. */
  private @Nullable Node find(String name) {
    Node value = values.get(name);
    return value instanceof ScalarNode text && NULLS.contains(text.getValue()) ? null : value;
  }

  /** Rejects keys that are not in {@code known}. */
  void allowOnly(Set<String> known) throws RuleRefusedException {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new RuleRefusedException(line, "'" + name + "' is not known");
      }
    }
  }

  Fields requireMap(String name) throws RuleRefusedException {
    Node value = find(name);
    if (value == null) {
      throw new RuleRefusedException(line, "'" + name + "' is missing");
    }
    return of(value, line);
  }

  /** The text; empty if the field is missing. */
  String readText(String name) throws RuleRefusedException {
    Node value = find(name);
    return value == null ? "" : textOf(value, name);
  }

  /** The texts of a list, or of a single text; none if the field is missing. */
  List<String> readTexts(String name) throws RuleRefusedException {
    List<String> texts = new ArrayList<>();
    for (Node item : readItems(name)) {
      texts.add(textOf(item, name));
    }
    return texts;
  }

  /** The items of a list; a single value is a list of one. */
  List<Node> readItems(String name) {
    Node value = find(name);
    if (value == null) {
      return List.of();
    }
    return value instanceof SequenceNode list ? list.getValue() : List.of(value);
  }

  /** An integer from 0. */
  int readNumber(String name, int otherwise) throws RuleRefusedException {
    String digits = readText(name);
    if (digits.length() > 9 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new RuleRefusedException(line, "'" + name + "' is not a whole number");
    }
    return digits.isEmpty() ? otherwise : Integer.parseInt(digits);
  }

  private String textOf(Node value, String name) throws RuleRefusedException {
    if (!(value instanceof ScalarNode text)) {
      throw new RuleRefusedException(line, "'" + name + "' is not text");
    }
    return text.getValue();
  }
}
