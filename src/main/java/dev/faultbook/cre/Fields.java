package dev.faultbook.cre;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A mapping of a rule's YAML. Values of an unexpected form are rejected. */
final class Fields {
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final int line;

  Fields(@Nullable Node node) throws RuleRefusedException {
    this.line = lineOf(node);
    if (!(node instanceof MappingNode mapping)) {
      throw new RuleRefusedException(line, "expected a map of names and values");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      if (tuple.getKeyNode() instanceof ScalarNode key) {
        nodes.put(key.getValue(), tuple.getValueNode());
      }
    }
  }

  int line() {
    return line;
  }

  int lineOf(String name) {
    return nodes.containsKey(name) ? lineOf(nodes.get(name)) : line;
  }

  boolean has(String name) {
    return nodes.containsKey(name) && !isNull(nodes.get(name));
  }

  /** Rejects keys that are not in {@code known}. */
  void allowOnly(Set<String> known) throws RuleRefusedException {
    for (String name : nodes.keySet()) {
      if (!known.contains(name)) {
        throw new RuleRefusedException(lineOf(name), "'" + name + "' is not known");
      }
    }
  }

  Fields requireMap(String name) throws RuleRefusedException {
    if (!has(name)) {
      throw new RuleRefusedException(line, "'" + name + "' is missing");
    }
    return new Fields(nodes.get(name));
  }

  /** The text; empty if the field is missing. */
  String readText(String name) throws RuleRefusedException {
    return has(name) ? textOf(nodes.get(name), name) : "";
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
    if (!has(name)) {
      return List.of();
    }
    return nodes.get(name) instanceof SequenceNode list
        ? list.getValue()
        : List.of(nodes.get(name));
  }

  /** An integer from 0. */
  int readNumber(String name, int otherwise) throws RuleRefusedException {
    if (!has(name)) {
      return otherwise;
    }
    String digits = readText(name);
    if (digits.isEmpty()
        || digits.length() > 9
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new RuleRefusedException(lineOf(name), "'" + name + "' is not a whole number");
    }
    return Integer.parseInt(digits);
  }

  private static String textOf(@Nullable Node node, String name) throws RuleRefusedException {
    if (!(node instanceof ScalarNode scalar)) {
      throw new RuleRefusedException(lineOf(node), "'" + name + "' is not text");
    }
    return scalar.getValue();
  }

  private static boolean isNull(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.isPlain()
        && (scalar.getValue().isEmpty()
            || scalar.getValue().equals("null")
            || scalar.getValue().equals("~"));
  }

  static int lineOf(@Nullable Node node) {
    return node == null ? 0 : node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
