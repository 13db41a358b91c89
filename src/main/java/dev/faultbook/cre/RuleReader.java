package dev.faultbook.cre;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/** Reads the rules of one file: one or several YAML documents of one or several rules each. */
final class RuleReader {
  private static final int MAX_RULES = 1000;

  /** Every scalar is a text: a value such as {@code 1e5} is searched as it stands. */
  private static final LoadSettings YAML =
      LoadSettings.builder().setSchema(new FailsafeSchema()).setAllowDuplicateKeys(true).build();

  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Object> named = new HashMap<>();

  /**
   * A rule.
   *
   * @param cre its texts for people
   * @param condition its {@code set} or {@code sequence}
   * @param terms terms of the file, which a condition may name
   */
  record Rule(String id, Fields cre, Fields condition, Map<String, Object> terms) {
    int line() {
      return cre.line();
    }
  }

  private RuleReader() {}

  /**
   * Reads the rules of a file's text.
   *
   * @param refused receives rules without a usable form
   * @throws RuleRefusedException if the file is not a list of rules
   */
  static List<Rule> readRules(String file, String text, Consumer<Refusal> refused)
      throws RuleRefusedException {
    RuleReader reader = new RuleReader();
    try {
      new Compose(YAML).composeAllFromString(text).forEach(reader::collectRules);
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      throw new RuleRefusedException(line, "this is not valid YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new RuleRefusedException(0, "this is not valid YAML: " + e.getMessage());
    } catch (StackOverflowError tooDeep) {
      throw new RuleRefusedException(0, "this YAML is nested too deeply");
    }
    if (reader.nodes.isEmpty()) {
      throw new RuleRefusedException(0, "it has no 'rules' list");
    }
    if (reader.nodes.size() > MAX_RULES) {
      throw new RuleRefusedException(0, "it holds more than " + MAX_RULES + " rules");
    }
    List<Rule> rules = new ArrayList<>();
    for (Node node : reader.nodes) {
      String id = "";
      try {
        Fields fields = Fields.of(construct(node), lineOf(node));
        Fields cre = fields.requireMap("cre");
        id = cre.readText("id");
        if (id.isBlank() || cre.readText("title").isBlank()) {
          throw new RuleRefusedException(cre.line(), "'id' and 'title' are needed");
        }
        rules.add(new Rule(id, cre, fields.requireMap("rule"), reader.named));
      } catch (RuleRefusedException e) {
        refused.accept(new Refusal(file, e.line(), id, e.getMessage()));
      }
    }
    return rules;
  }

  private void collectRules(Node document) {
    valueOf(document, "rules")
        .ifPresent(
            rules ->
                nodes.addAll(
                    rules instanceof SequenceNode list ? list.getValue() : List.of(rules)));
    valueOf(document, "terms")
        .map(RuleReader::construct)
        .filter(Map.class::isInstance)
        .ifPresent(
            terms -> ((Map<?, ?>) terms).forEach((name, term) -> named.put("" + name, term)));
  }

  private static Optional<Node> valueOf(Node node, String key) {
    return node instanceof MappingNode map
        ? map.getValue().stream()
            .filter(pair -> pair.getKeyNode() instanceof ScalarNode s && s.getValue().equals(key))
            .map(NodeTuple::getValueNode)
            .findFirst()
        : Optional.empty();
  }

  private static Object construct(Node node) {
    return new StandardConstructor(YAML).constructSingleDocument(Optional.of(node));
  }

  private static int lineOf(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
