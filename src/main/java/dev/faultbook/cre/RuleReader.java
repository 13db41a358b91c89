package dev.faultbook.cre;

import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.YamlMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the rules of one file: one or several YAML documents of one or several rules each. */
final class RuleReader {
  private static final int MAX_RULES = 1000;

  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Node> named = new HashMap<>();

  /**
   * A rule.
   *
   * @param cre its texts for people
   * @param condition its {@code set} or {@code sequence}
   * @param terms terms of the file, which a condition may name
   */
  record Rule(String id, Fields cre, Fields condition, Map<String, Node> terms) {
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
      new Compose(LoadSettings.builder().build())
          .composeAllFromString(text)
          .forEach(reader::collectRules);
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
        Fields fields = Fields.of(node, YamlMap.lineOf(node));
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
    Map<String, Node> fields = fieldsOf(document);
    Node rules = fields.get("rules");
    if (rules != null) {
      nodes.addAll(rules instanceof SequenceNode list ? list.getValue() : List.of(rules));
    }
    Node terms = fields.get("terms");
    if (terms != null) {
      named.putAll(fieldsOf(terms));
    }
  }

  private static Map<String, Node> fieldsOf(Node node) {
    return new YamlMap("", node, new ContentErrors()).fields();
  }
}
