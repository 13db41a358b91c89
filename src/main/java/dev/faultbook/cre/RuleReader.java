package dev.faultbook.cre;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the rules of one file: one or several YAML documents of one or several rules each. */
final class RuleReader {
  private static final int MOST_RULES = 1000;
  private static final int MOST_TERMS = 64;
  private static final List<String> SEVERITIES =
      List.of("critical", "high", "medium", "low", "informational");
  private static final Set<String> GROUP =
      Set.of("window", "event", "match", "order", "negate", "correlations", "origin");
  // The name of a field does not take part in matching in the format's own engine either, and
  // extracted values are only for its reports.
  private static final Set<String> TERM =
      Set.of(
          "field",
          "extract",
          "value",
          "regex",
          "jq",
          "count",
          "window",
          "slide",
          "anchor",
          "absolute");

  private final String file;
  private final Consumer<Refusal> refused;
  private final Map<String, Node> named = new LinkedHashMap<>();

  private RuleReader(String file, Consumer<Refusal> refused) {
    this.file = file;
    this.refused = refused;
  }

  /** Reads the rules of a file's text; errors are passed to {@code refused}. */
  static List<Rule> readRules(String file, String text, Consumer<Refusal> refused) {
    return new RuleReader(file, refused).readDocuments(text);
  }

  private List<Rule> readDocuments(String text) {
    List<Node> nodes = new ArrayList<>();
    try {
      Compose compose = new Compose(LoadSettings.builder().setLabel(file).build());
      for (Node document : compose.composeAllFromString(text)) {
        collectRules(document, nodes);
      }
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      refused.accept(new Refusal(file, line, "", "this is not valid YAML: " + e.getProblem()));
      return List.of();
    } catch (YamlEngineException e) {
      refused.accept(new Refusal(file, 0, "", "this is not valid YAML: " + e.getMessage()));
      return List.of();
    } catch (StackOverflowError tooDeep) {
      refused.accept(new Refusal(file, 0, "", "this YAML is nested too deeply"));
      return List.of();
    } catch (RuleRefusedException e) {
      refused.accept(new Refusal(file, e.line(), "", e.getMessage()));
      return List.of();
    }
    if (nodes.isEmpty()) {
      refused.accept(new Refusal(file, 0, "", "it has no 'rules' list"));
    }
    List<Rule> rules = new ArrayList<>();
    for (Node node : nodes.subList(0, Math.min(nodes.size(), MOST_RULES))) {
      String id = "";
      try {
        Fields fields = new Fields(node);
        id = fields.requireMap("cre").readText("id");
        rules.add(readRule(fields, id));
      } catch (RuleRefusedException e) {
        refused.accept(new Refusal(file, e.line(), id, e.getMessage()));
      }
    }
    if (nodes.size() > MOST_RULES) {
      refused.accept(
          new Refusal(
              file, 0, "", "it holds more than " + MOST_RULES + " rules; the rest is left"));
    }
    return rules;
  }

  private void collectRules(Node document, List<Node> rules) throws RuleRefusedException {
    Fields fields = new Fields(document);
    if (fields.readText("section").equals("version")) {
      return;
    }
    rules.addAll(fields.readItems("rules"));
    for (Node terms : fields.readItems("terms")) {
      if (!(terms instanceof MappingNode mapping)) {
        throw new RuleRefusedException(Fields.lineOf(terms), "'terms' is a map of names and terms");
      }
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
          named.put(key.getValue(), tuple.getValueNode());
        }
      }
    }
  }

  private Rule readRule(Fields fields, String id) throws RuleRefusedException {
    Fields cre = fields.requireMap("cre");
    if (id.isBlank() || cre.readText("title").isBlank()) {
      throw new RuleRefusedException(cre.line(), "'id' and 'title' are needed");
    }
    Set<String> keywords = new LinkedHashSet<>();
    List<String> applications = readApplications(cre, keywords);
    keywords.addAll(cre.readTexts("tags"));
    keywords.add(cre.readText("category"));
    keywords.add(id);
    keywords.removeIf(String::isBlank);
    int severity = cre.readNumber("severity", SEVERITIES.size());
    return new Rule(
        id,
        fields.line(),
        new Rule.Prose(
            cre.readText("title").strip(),
            cre.readText("author").strip(),
            cre.readText("description"),
            String.join("\n\n", cre.readTexts("cause")),
            String.join("\n\n", cre.readTexts("impact")),
            String.join("\n\n", cre.readTexts("mitigation"))),
        describeScores(cre, severity),
        severity == 0,
        new Rule.Index(applications, List.copyOf(keywords), cre.readTexts("references")),
        readCondition(fields.requireMap("rule")));
  }

  private static String describeScores(Fields cre, int severity) throws RuleRefusedException {
    List<String> scores = new ArrayList<>();
    if (severity < SEVERITIES.size()) {
      scores.add("severity " + SEVERITIES.get(severity));
    }
    if (cre.has("impactScore")) {
      scores.add("impact " + cre.readNumber("impactScore", 0) + " of 10");
    }
    if (cre.has("mitigationScore")) {
      scores.add("effort of the mitigation " + cre.readNumber("mitigationScore", 0) + " of 10");
    }
    return String.join(", ", scores);
  }

  private static List<String> readApplications(Fields cre, Set<String> keywords)
      throws RuleRefusedException {
    List<String> applications = new ArrayList<>();
    for (Node node : cre.readItems("applications")) {
      Fields application = new Fields(node);
      String name = application.readText("name");
      if (!name.isBlank()) {
        keywords.add(name);
        applications.add((name + " " + application.readText("version")).strip());
      }
      keywords.add(application.readText("processName"));
      keywords.add(application.readText("containerName"));
    }
    return applications;
  }

  private Rule.Condition readCondition(Fields rule) throws RuleRefusedException {
    rule.allowOnly(Set.of("set", "sequence"));
    if (!rule.has("set") && !rule.has("sequence")) {
      throw new RuleRefusedException(rule.line(), "a rule has 'set' or 'sequence'");
    }
    // If both are present, the format's own engine uses the sequence.
    boolean ordered = rule.has("sequence");
    Fields group = rule.requireMap(ordered ? "sequence" : "set");
    group.allowOnly(GROUP);
    if (!group.readTexts("correlations").isEmpty()) {
      throw new RuleRefusedException(
          group.lineOf("correlations"),
          "'correlations' join events of several hosts or pods, which one log does not tell apart");
    }
    List<Rule.Term> match = readTerms(group, ordered ? "order" : "match", false);
    List<Rule.Term> negate = readTerms(group, "negate", true);
    long window = millis(group, "window");
    Rule.Condition condition = new Rule.Condition(ordered, window, match, negate);
    check(condition, group.line());
    return condition;
  }

  private static void check(Rule.Condition condition, int line) throws RuleRefusedException {
    if (condition.match().isEmpty()) {
      throw new RuleRefusedException(line, "there is nothing to match");
    }
    if (condition.countLines() > 1 && condition.windowMillis() <= 0) {
      throw new RuleRefusedException(line, "several lines need a 'window'");
    }
    if (condition.ordered() && condition.countLines() < 2) {
      throw new RuleRefusedException(line, "a sequence needs two lines");
    }
    for (Rule.Term term : condition.negate()) {
      if (term.anchor() >= condition.countLines()) {
        throw new RuleRefusedException(
            term.line(), "'anchor' is beyond the last line of the match");
      }
    }
  }

  private List<Rule.Term> readTerms(Fields group, String name, boolean negated)
      throws RuleRefusedException {
    List<Rule.Term> terms = new ArrayList<>();
    List<Node> items = group.readItems(name);
    if (items.size() > MOST_TERMS) {
      throw new RuleRefusedException(
          group.lineOf(name), "'" + name + "' has more than " + MOST_TERMS + " terms");
    }
    for (Node item : items) {
      terms.add(readTerm(item, negated));
    }
    return terms;
  }

  /** The term that an item names, or the item itself. */
  private Node named(Node item) throws RuleRefusedException {
    if (item instanceof MappingNode) {
      return named.getOrDefault(new Fields(item).readText("value"), item);
    }
    return item instanceof ScalarNode scalar ? named.getOrDefault(scalar.getValue(), item) : item;
  }

  private static long millis(Fields fields, String name) throws RuleRefusedException {
    return fields.has(name) ? Durations.parseMillis(fields.readText(name), fields.lineOf(name)) : 0;
  }

  private Rule.Term readTerm(Node item, boolean negated) throws RuleRefusedException {
    int line = Fields.lineOf(item);
    Node node = named(item);
    if (node instanceof ScalarNode scalar) {
      return new Rule.Term("value", nonEmpty(scalar.getValue(), line), 1, 0, 0, 0, false, line);
    }
    Fields fields = new Fields(node);
    for (String level : List.of("set", "sequence", "promql")) {
      if (fields.has(level)) {
        throw new RuleRefusedException(
            fields.lineOf(level), "'" + level + "' within a rule speaks of more than one log");
      }
    }
    fields.allowOnly(TERM);
    List<String> forms = List.of("value", "regex", "jq").stream().filter(fields::has).toList();
    if (forms.size() != 1) {
      throw new RuleRefusedException(line, "a term has one of value, regex and jq; found " + forms);
    }
    int count = fields.readNumber("count", 1);
    if (negated && count > 1) {
      throw new RuleRefusedException(line, "a negated term has no 'count'");
    }
    // The line of a named term is where it is used, not where it is defined.
    Fields near = item instanceof MappingNode ? new Fields(item) : fields;
    return new Rule.Term(
        forms.getFirst(),
        nonEmpty(fields.readText(forms.getFirst()), line),
        Math.max(1, count),
        near.readNumber("anchor", 0),
        millis(near, "slide"),
        millis(near, "window"),
        near.readText("absolute").equals("true"),
        line);
  }

  private static String nonEmpty(String text, int line) throws RuleRefusedException {
    if (text.isBlank()) {
      throw new RuleRefusedException(line, "a term is empty");
    }
    return text;
  }
}
