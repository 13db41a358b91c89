package dev.faultbook.cre;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.ContentError;
import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.WebAddress;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.Node;

/** Writes the files of an entry for a rule, and validates them like any other content. */
final class RuleEntry {
  private static final int MAX_TITLE = 96;
  private static final int MAX_SUMMARY = 380;
  private static final String FORMAT = "https://github.com/prequel-dev/cre";
  private static final List<String> SEVERITIES =
      List.of("critical", "high", "medium", "low", "informational");

  private final RuleReader.Rule rule;
  private final Fields cre;
  private final LocalDate day;

  RuleEntry(RuleReader.Rule rule, LocalDate day) {
    this.rule = rule;
    this.cre = rule.cre();
    this.day = day;
  }

  /**
   * The id of the entry, which is the name of its folder.
   *
   * @throws RuleRefusedException when the rule's id makes no such name
   */
  String entryId() throws RuleRefusedException {
    String id = rule.id().toLowerCase(Locale.ROOT);
    if (id.length() > 80 || !ContentReader.isId(id)) {
      throw new RuleRefusedException(
          rule.line(), "the id is not a folder name: letters, digits and single dashes");
    }
    return id;
  }

  /**
   * The files by their paths within a content folder.
   *
   * @param logs example logs by file name
   * @throws RuleRefusedException when the entry cannot be read as content
   */
  Map<String, byte[]> toFiles(Map<String, byte[]> logs) throws RuleRefusedException {
    String folder = "entries/" + entryId() + "/";
    List<String> references = cre.readTexts("references").stream().map(String::strip).toList();
    Map<String, byte[]> files = new TreeMap<>();
    files.put(folder + "entry.yaml", toYaml(references).getBytes(UTF_8));
    files.put(folder + "en.md", toPage(references).getBytes(UTF_8));
    logs.forEach((name, bytes) -> files.put(folder + "logs/" + name, bytes));
    ContentErrors errors = new ContentErrors();
    ContentReader.readContent(new ContentFiles(rule.id(), files), errors);
    Optional<ContentError> fault =
        errors.sortedErrors().stream().filter(one -> one.file().startsWith(folder)).findFirst();
    if (fault.isPresent()) {
      throw new RuleRefusedException(rule.line(), fault.get().message());
    }
    return files;
  }

  private String toYaml(List<String> references) throws RuleRefusedException {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("kind", "cause");
    entry.put("component", "application");
    entry.put("layer", "program");
    entry.put("severity", severity() == 0 ? "fatal" : "degraded");
    entry.put("imported", rule.id());
    entry.put("languages", List.of("en"));
    entry.put("keywords", listKeywords());
    entry.put("signatures", RuleSignatures.toSignatures(rule));
    entry.put("sources", listSources(references));
    entry.put("reviewed", day.toString());
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setSplitLines(false)
            .setDereferenceAliases(true)
            .build();
    return new Dump(settings).dumpToString(entry);
  }

  private int severity() throws RuleRefusedException {
    return cre.readNumber("severity", SEVERITIES.size());
  }

  private List<Fields> applications() throws RuleRefusedException {
    List<Fields> applications = new ArrayList<>();
    for (Node item : cre.readItems("applications")) {
      applications.add(Fields.of(item, rule.line()));
    }
    return applications;
  }

  private List<String> listKeywords() throws RuleRefusedException {
    Set<String> keywords = new LinkedHashSet<>();
    for (Fields application : applications()) {
      keywords.add(application.readText("name"));
      keywords.add(application.readText("processName"));
      keywords.add(application.readText("containerName"));
    }
    keywords.addAll(cre.readTexts("tags"));
    keywords.add(cre.readText("category"));
    keywords.add(rule.id());
    keywords.removeIf(String::isBlank);
    return List.copyOf(keywords);
  }

  private List<Map<String, String>> listSources(List<String> references)
      throws RuleRefusedException {
    List<Map<String, String>> sources = new ArrayList<>();
    references.stream()
        .filter(WebAddress::isValid)
        .distinct()
        .forEach(url -> sources.add(Map.of("url", url, "title", url)));
    String author = PlainText.oneLine(cre.readText("author"));
    String title =
        rule.id()
            + (author.isEmpty() ? "" : " by " + author)
            + ", a rule in the format of the Common Reliability Enumerations";
    sources.add(Map.of("url", FORMAT, "title", title));
    return sources;
  }

  private String toPage(List<String> references) throws RuleRefusedException {
    String title = PlainText.oneLine(cre.readText("title"));
    StringBuilder page = new StringBuilder();
    page.append("# ")
        .append(PlainText.cut(title, MAX_TITLE).replace("{{", "{ {").replace("](", "] ("))
        .append("\n\n")
        .append(summaryFor(title));
    List<String> see = new ArrayList<>();
    see.add(title.length() > MAX_TITLE ? PlainText.escapeLine(title) : "");
    see.add(PlainText.toMarkdown(cre.readText("description")));
    see.add(headed("**Impact**", readParagraphs("impact")));
    List<String> applications = new ArrayList<>();
    for (Fields one : applications()) {
      applications.add((one.readText("name") + " " + one.readText("version")).strip());
    }
    applications.removeIf(String::isBlank);
    if (!applications.isEmpty()) {
      see.add("Applications: " + PlainText.escapeLine(String.join(", ", applications)));
    }
    see.add(describeScores());
    references.stream()
        .filter(reference -> !WebAddress.isValid(reference) && !reference.isBlank())
        .forEach(reference -> see.add("See also: " + PlainText.escapeLine(reference)));
    see.removeIf(String::isBlank);
    appendSection(page, "What you see", String.join("\n\n", see));
    appendSection(page, "Why it happens", PlainText.toMarkdown(readParagraphs("cause")));
    appendSection(page, "Fix", headed("### Mitigation", readParagraphs("mitigation")));
    return page.append('\n').toString();
  }

  private String readParagraphs(String name) throws RuleRefusedException {
    return String.join("\n\n", cre.readTexts(name));
  }

  private static String headed(String heading, String source) {
    String text = PlainText.toMarkdown(source);
    return text.isBlank() ? "" : heading + "\n\n" + text;
  }

  private String describeScores() throws RuleRefusedException {
    List<String> scores = new ArrayList<>();
    if (severity() < SEVERITIES.size()) {
      scores.add("severity " + SEVERITIES.get(severity()));
    }
    if (cre.has("impactScore")) {
      scores.add("impact " + cre.readNumber("impactScore", 0) + " of 10");
    }
    if (cre.has("mitigationScore")) {
      scores.add("effort of the mitigation " + cre.readNumber("mitigationScore", 0) + " of 10");
    }
    return scores.isEmpty() ? "" : "As its authors rate it: " + String.join(", ", scores);
  }

  private static void appendSection(StringBuilder page, String heading, String text) {
    if (!text.isBlank()) {
      page.append("\n\n## ").append(heading).append("\n\n").append(text);
    }
  }

  private String summaryFor(String title) throws RuleRefusedException {
    String text = PlainText.firstParagraph(cre.readText("description"));
    if (text.isBlank()) {
      text = PlainText.firstParagraph(readParagraphs("cause"));
    }
    String escaped =
        PlainText.escapeLine(PlainText.cut(text.isBlank() ? title : text, MAX_SUMMARY));
    // Backslashes count towards the length; a text of only special characters is cut roughly.
    return escaped.length() <= 420 ? escaped : PlainText.escapeLine(PlainText.cut(text, 200));
  }
}
