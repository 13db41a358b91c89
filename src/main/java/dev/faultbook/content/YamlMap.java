package dev.faultbook.content;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A YAML mapping that reports a required key that is missing and a value that has the wrong type.
 */
public final class YamlMap {
  private final String file;
  private final ContentErrors faults;
  private final Map<String, Node> fields = new LinkedHashMap<>();
  private final int line;

  public YamlMap(String file, Node node, ContentErrors faults) {
    this.file = file;
    this.faults = faults;
    this.line = lineOf(node);
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key
            && fields.put(key.getValue(), tuple.getValueNode()) != null) {
          faults.add(file, lineOf(key), "'" + key.getValue() + "' occurs twice");
        }
      }
    } else {
      faults.add(file, line, "Expected a mapping of `name: value` lines");
    }
  }

  /**
   * Parses a file. Reports a file that is empty or not valid YAML.
   *
   * @return its root node
   */
  public static Optional<Node> parse(String file, byte[] bytes, ContentErrors faults) {
    try {
      Compose compose = new Compose(LoadSettings.builder().setLabel(file).build());
      Optional<Node> node = compose.composeString(new String(bytes, StandardCharsets.UTF_8));
      if (node.isEmpty()) {
        faults.add(file, 0, "The file is empty");
      }
      return node;
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      faults.add(file, line, "Invalid YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      faults.add(file, 0, "Invalid YAML: " + e.getMessage());
    } catch (StackOverflowError tooDeep) {
      // The parser is recursive and has no depth limit of its own.
      faults.add(file, 0, "This YAML is nested too deeply");
    }
    return Optional.empty();
  }

  /** Reports every key that is not among {@code known}. */
  public void allowOnly(Set<String> known) {
    fields.forEach(
        (key, node) -> {
          if (!known.contains(key)) {
            faults.add(
                file,
                lineOf(node),
                "'"
                    + key
                    + "' is not a known key; known keys are "
                    + known.stream().sorted().toList());
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

  public int lineOf(String key) {
    Node node = fields.get(key);
    return node == null ? line : lineOf(node);
  }

  /** Reports a mistake in the value of a key, or in the mapping if it lacks the key. */
  public void report(String key, String message) {
    faults.add(file, lineOf(key), message);
  }

  public String requireText(String key) {
    String value = readText(key);
    if (value.isEmpty()) {
      faults.add(file, line, "'" + key + "' is missing");
    }
    return value;
  }

  /** The scalar value; empty if the key is missing. */
  public String readText(String key) {
    return fields.get(key) instanceof ScalarNode scalar ? scalar.getValue().strip() : "";
  }

  public String oneOf(String key, List<String> allowed) {
    String value = requireText(key);
    if (!value.isEmpty() && !allowed.contains(value)) {
      faults.add(
          file, lineOf(key), "'" + key + "' must be one of " + allowed + ", not '" + value + "'");
      return "";
    }
    return value;
  }

  /** The constant whose name, in lower case, is the value; a missing or other value is reported. */
  public <E extends Enum<E>> Optional<E> readEnum(String key, Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    List<String> tags =
        constants.stream().map(constant -> constant.name().toLowerCase(Locale.ROOT)).toList();
    int number = tags.indexOf(oneOf(key, tags));
    return number < 0 ? Optional.empty() : Optional.of(constants.get(number));
  }

  /** A text in both languages: {@code {en: …, zh: …}}. */
  public LocalizedText readLocalized(String key) {
    YamlMap both = readMap(key);
    both.allowOnly(Set.of("en", "zh"));
    return new LocalizedText(both.requireText("en"), both.requireText("zh"));
  }

  public List<String> readTexts(String key) {
    List<String> texts = new ArrayList<>();
    for (Node item : readItems(key)) {
      if (item instanceof ScalarNode scalar) {
        texts.add(scalar.getValue());
      } else {
        faults.add(file, lineOf(item), "'" + key + "' must be a list of texts");
      }
    }
    return texts;
  }

  public List<Node> readItems(String key) {
    Node node = fields.get(key);
    if (node == null) {
      return List.of();
    }
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    faults.add(
        file, lineOf(node), "'" + key + "' must be a list, with each item on its own line after -");
    return List.of();
  }

  public List<YamlMap> readMaps(String key) {
    return readItems(key).stream().map(node -> new YamlMap(file, node, faults)).toList();
  }

  public YamlMap readMap(String key) {
    return new YamlMap(file, Objects.requireNonNull(fields.get(key)), faults);
  }

  public static int lineOf(Node node) {
    return node == null ? 0 : node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
