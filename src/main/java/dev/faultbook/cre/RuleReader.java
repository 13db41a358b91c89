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
  // The name of a field does not take part in matching in the format's own engine either, and what
  // is extracted is for its reports.
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

  /** The rules of a file's text; what cannot be read is told to {@code refused}. */
  static List<Rule> read(String file, String text, Consumer<Refusal> refused) {
    return new RuleReader(file, refused).read(text);
  }

  private List<Rule> read(String text) {
    List<Node> nodes = new ArrayList<>();
    try {
      Compose compose = new Compose(LoadSettings.builder().setLabel(file).build());
      for (Node document : compose.composeAllFromString(text)) {
        collect(document, nodes);
      }
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      refused.accept(new Refusal(file, line, "", "this is no YAML: " + e.getProblem()));
      return List.of();
    } catch (YamlEngineException e) {
      refused.accept(new Refusal(file, 0, "", "this is no YAML: " + e.getMessage()));
      return List.of();
    } catch (StackOverflowError tooDeep) {
      refused.accept(new Refusal(file, 0, "", "this YAML is nested too deeply"));
      return List.of();
    } catch (RuleRefusedException e) {
      refused.accept(new Refusal(file, e.line(), "", e.getMessage()));
      return List.of();
    }
    if (nodes.isEmpty()) {
      refused.accept(new Refusal(file, 0, "", "there is no 'rules' list in it"));
    }
    List<Rule> rules = new ArrayList<>();
    for (Node node : nodes.subList(0, Math.min(nodes.size(), MOST_RULES))) {
      String id = "";
      try {
        Fields fields = new Fields(node);
        id = fields.map("cre").text("id");
        rules.add(rule(fields, id));
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

  private void collect(Node document, List<Node> rules) throws RuleRefusedException {
    Fields fields = new Fields(document);
    if (fields.text("section").equals("version")) {
      return;
    }
    rules.addAll(fields.items("rules"));
    for (Node terms : fields.items("terms")) {
      if (!(terms instanceof MappingNode mapping)) {
        throw new RuleRefusedException(Fields.line(terms), "'terms' is a map of names and terms");
      }
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
          named.put(key.getValue(), tuple.getValueNode());
        }
      }
    }
  }

  private Rule rule(Fields fields, String id) throws RuleRefusedException {
    Fields cre = fields.map("cre");
    if (id.isBlank() || cre.text("title").isBlank()) {
      throw new RuleRefusedException(cre.line(), "'id' and 'title' are needed");
    }
    Set<String> keywords = new LinkedHashSet<>();
    List<String> applications = applications(cre, keywords);
    keywords.addAll(cre.texts("tags"));
    keywords.add(cre.text("category"));
    keywords.add(id);
    keywords.removeIf(String::isBlank);
    int severity = cre.number("severity", SEVERITIES.size());
    return new Rule(
        id,
        fields.line(),
        new Rule.Prose(
            cre.text("title").strip(),
            cre.text("author").strip(),
            cre.text("description"),
            String.join("\n\n", cre.texts("cause")),
            String.join("\n\n", cre.texts("impact")),
            String.join("\n\n", cre.texts("mitigation"))),
        scores(cre, severity),
        severity == 0,
        new Rule.Index(applications, List.copyOf(keywords), cre.texts("references")),
        condition(fields.map("rule")));
  }

  private static String scores(Fields cre, int severity) throws RuleRefusedException {
    List<String> scores = new ArrayList<>();
    if (severity < SEVERITIES.size()) {
      scores.add("severity " + SEVERITIES.get(severity));
    }
    if (cre.has("impactScore")) {
      scores.add("impact " + cre.number("impactScore", 0) + " of 10");
    }
    if (cre.has("mitigationScore")) {
      scores.add("effort of the mitigation " + cre.number("mitigationScore", 0) + " of 10");
    }
    return String.join(", ", scores);
  }

  private static List<String> applications(Fields cre, Set<String> keywords)
      throws RuleRefusedException {
    List<String> applications = new ArrayList<>();
    for (Node node : cre.items("applications")) {
      Fields application = new Fields(node);
      String name = application.text("name");
      if (!name.isBlank()) {
        keywords.add(name);
        applications.add((name + " " + application.text("version")).strip());
      }
      keywords.add(application.text("processName"));
      keywords.add(application.text("containerName"));
    }
    return applications;
  }

  private Rule.Condition condition(Fields rule) throws RuleRefusedException {
    rule.allow(Set.of("set", "sequence"));
    if (!rule.has("set") && !rule.has("sequence")) {
      throw new RuleRefusedException(rule.line(), "a rule has 'set' or 'sequence'");
    }
    // Where both stand, the format's own engine takes the sequence.
    boolean ordered = rule.has("sequence");
    Fields group = rule.map(ordered ? "sequence" : "set");
    group.allow(GROUP);
    if (!group.texts("correlations").isEmpty()) {
      throw new RuleRefusedException(
          group.line("correlations"),
          "'correlations' join events of several hosts or pods, which one log does not tell apart");
    }
    List<Rule.Term> match = terms(group, ordered ? "order" : "match", false);
    List<Rule.Term> negate = terms(group, "negate", true);
    long window = millis(group, "window");
    Rule.Condition condition = new Rule.Condition(ordered, window, match, negate);
    check(condition, group.line());
    return condition;
  }

  private static void check(Rule.Condition condition, int line) throws RuleRefusedException {
    if (condition.match().isEmpty()) {
      throw new RuleRefusedException(line, "there is nothing to match");
    }
    if (condition.lines() > 1 && condition.windowMillis() <= 0) {
      throw new RuleRefusedException(line, "several lines need a 'window'");
    }
    if (condition.ordered() && condition.lines() < 2) {
      throw new RuleRefusedException(line, "a sequence needs two lines");
    }
    for (Rule.Term term : condition.negate()) {
      if (term.anchor() >= condition.lines()) {
        throw new RuleRefusedException(
            term.line(), "'anchor' is beyond the last line of the match");
      }
    }
  }

  private List<Rule.Term> terms(Fields group, String name, boolean negated)
      throws RuleRefusedException {
    List<Rule.Term> terms = new ArrayList<>();
    List<Node> items = group.items(name);
    if (items.size() > MOST_TERMS) {
      throw new RuleRefusedException(
          group.line(name), "'" + name + "' has more than " + MOST_TERMS + " terms");
    }
    for (Node item : items) {
      terms.add(term(item, negated));
    }
    return terms;
  }

  /** The term that an item names, or the item itself. */
  private Node named(Node item) throws RuleRefusedException {
    if (item instanceof MappingNode) {
      return named.getOrDefault(new Fields(item).text("value"), item);
    }
    return item instanceof ScalarNode scalar ? named.getOrDefault(scalar.getValue(), item) : item;
  }

  private static long millis(Fields fields, String name) throws RuleRefusedException {
    return fields.has(name) ? Durations.millis(fields.text(name), fields.line(name)) : 0;
  }

  private Rule.Term term(Node item, boolean negated) throws RuleRefusedException {
    int line = Fields.line(item);
    Node node = named(item);
    if (node instanceof ScalarNode scalar) {
      return new Rule.Term("value", nonEmpty(scalar.getValue(), line), 1, 0, 0, 0, false, line);
    }
    Fields fields = new Fields(node);
    for (String level : List.of("set", "sequence", "promql")) {
      if (fields.has(level)) {
        throw new RuleRefusedException(
            fields.line(level), "'" + level + "' within a rule speaks of more than one log");
      }
    }
    fields.allow(TERM);
    List<String> forms = List.of("value", "regex", "jq").stream().filter(fields::has).toList();
    if (forms.size() != 1) {
      throw new RuleRefusedException(line, "a term has one of value, regex and jq; found " + forms);
    }
    int count = fields.number("count", 1);
    if (negated && count > 1) {
      throw new RuleRefusedException(line, "a negated term has no 'count'");
    }
    // The place of a named term stands where it is used, not where it is defined.
    Fields near = item instanceof MappingNode ? new Fields(item) : fields;
    return new Rule.Term(
        forms.getFirst(),
        nonEmpty(fields.text(forms.getFirst()), line),
        Math.max(1, count),
        near.number("anchor", 0),
        millis(near, "slide"),
        millis(near, "window"),
        near.text("absolute").equals("true"),
        line);
  }

  private static String nonEmpty(String text, int line) throws RuleRefusedException {
    if (text.isBlank()) {
      throw new RuleRefusedException(line, "a term is empty");
    }
    return text;
  }
}
