package dev.faultbook.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A YAML mapping that reports what it is asked for and does not hold. */
public final class YamlMap {
  private final String file;
  private final ContentErrors faults;
  private final Map<String, Node> fields = new LinkedHashMap<>();
  private final int line;

  public YamlMap(String file, Node node, ContentErrors faults) {
    this.file = file;
    this.faults = faults;
    this.line = line(node);
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key
            && fields.put(key.getValue(), tuple.getValueNode()) != null) {
          faults.add(file, line(key), "'" + key.getValue() + "' stands twice");
        }
      }
    } else {
      faults.add(file, line, "Expected a map of `name: value` lines");
    }
  }

  /** Reports every key that is not among the known ones. */
  public void allow(Set<String> known) {
    fields.forEach(
        (key, node) -> {
          if (!known.contains(key)) {
            faults.add(
                file,
                line(node),
                "'" + key + "' is not known here; known are " + known.stream().sorted().toList());
          }
        });
  }

  public boolean has(String key) {
    return fields.containsKey(key);
  }

  public boolean isMap(String key) {
    return fields.get(key) instanceof MappingNode;
  }

  public Map<String, Node> fields() {
    return fields;
  }

  public int line(String key) {
    Node node = fields.get(key);
    return node == null ? line : line(node);
  }

  public String required(String key) {
    String value = text(key);
    if (value.isEmpty()) {
      faults.add(file, line, "'" + key + "' is missing");
    }
    return value;
  }

  /** The scalar, or an empty text. */
  public String text(String key) {
    return fields.get(key) instanceof ScalarNode scalar ? scalar.getValue().strip() : "";
  }

  public String oneOf(String key, List<String> allowed) {
    String value = required(key);
    if (!value.isEmpty() && !allowed.contains(value)) {
      faults.add(file, line(key), "'" + key + "' is one of " + allowed + ", not '" + value + "'");
      return "";
    }
    return value;
  }

  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (Node item : items(key)) {
      if (item instanceof ScalarNode scalar) {
        texts.add(scalar.getValue());
      } else {
        faults.add(file, line(item), "'" + key + "' is a list of texts");
      }
    }
    return texts;
  }

  public List<Node> items(String key) {
    Node node = fields.get(key);
    if (node == null) {
      return List.of();
    }
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    faults.add(file, line(node), "'" + key + "' is a list: each item on a line of its own with -");
    return List.of();
  }

  public List<YamlMap> maps(String key) {
    return items(key).stream().map(node -> new YamlMap(file, node, faults)).toList();
  }

  public YamlMap map(String key) {
    return new YamlMap(file, fields.get(key), faults);
  }

  public static int line(Node node) {
    return node == null ? 0 : node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
