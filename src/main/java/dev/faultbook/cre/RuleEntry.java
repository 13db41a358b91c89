package dev.faultbook.cre;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.ContentError;
import java.net.URI;
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

/** Writes the files of an entry for a rule, and validates them like any other content. */
final class RuleEntry {
  private static final int LONGEST_TITLE = 96;
  private static final int LONGEST_SUMMARY = 380;
  private static final String FORMAT = "https://github.com/prequel-dev/cre";

  private final Rule rule;
  private final LocalDate day;

  RuleEntry(Rule rule, LocalDate day) {
    this.rule = rule;
    this.day = day;
  }

  /**
   * The id of the entry, which is the name of its folder.
   *
   * @throws RuleRefusedException when the rule's id makes no such name
   */
  String entryId() throws RuleRefusedException {
    String id = rule.id().toLowerCase(Locale.ROOT);
    boolean dashed = id.startsWith("-") || id.endsWith("-") || id.contains("--");
    if (dashed || id.isEmpty() || id.length() > 80 || !id.chars().allMatch(RuleEntry::isOfId)) {
      throw new RuleRefusedException(
          rule.line(), "the id is not a folder name: letters, digits and single dashes");
    }
    return id;
  }

  private static boolean isOfId(int c) {
    return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-';
  }

  /**
   * The files by their paths within a content folder.
   *
   * @param logs example logs by file name
   * @throws RuleRefusedException when the entry cannot be read as content
   */
  Map<String, byte[]> toFiles(Map<String, byte[]> logs) throws RuleRefusedException {
    String folder = "entries/" + entryId() + "/";
    Map<String, byte[]> files = new TreeMap<>();
    files.put(folder + "entry.yaml", toYaml().getBytes(UTF_8));
    files.put(folder + "en.md", toPage().getBytes(UTF_8));
    logs.forEach((name, bytes) -> files.put(folder + "logs/" + name, bytes));
    Optional<ContentError> fault =
        ContentReader.readContent(new ContentFiles(rule.id(), files)).faults().stream()
            .filter(one -> one.file().startsWith(folder))
            .findFirst();
    if (fault.isPresent()) {
      throw new RuleRefusedException(rule.line(), fault.get().message());
    }
    return files;
  }

  private String toYaml() {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("kind", "cause");
    entry.put("component", "application");
    entry.put("layer", "program");
    entry.put("severity", rule.severe() ? "fatal" : "degraded");
    entry.put("imported", rule.id());
    entry.put("languages", List.of("en"));
    entry.put("keywords", rule.index().keywords());
    entry.put("signatures", RuleSignatures.toSignatures(rule.condition()));
    entry.put("sources", listSources());
    entry.put("reviewed", day.toString());
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setSplitLines(false)
            .setDereferenceAliases(true)
            .build();
    return new Dump(settings).dumpToString(entry);
  }

  private List<Map<String, String>> listSources() {
    Set<String> addresses = new LinkedHashSet<>();
    for (String reference : rule.index().references()) {
      if (isAddress(reference.strip())) {
        addresses.add(reference.strip());
      }
    }
    List<Map<String, String>> sources = new ArrayList<>();
    addresses.forEach(url -> sources.add(Map.of("url", url, "title", url)));
    sources.add(
        Map.of(
            "url",
            FORMAT,
            "title",
            rule.id()
                + (rule.text().author().isEmpty()
                    ? ""
                    : " by " + PlainText.oneLine(rule.text().author()))
                + ", a rule in the format of the Common Reliability Enumerations"));
    return sources;
  }

  private static boolean isAddress(String text) {
    try {
      URI uri = URI.create(text);
      return ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private String toPage() {
    String title = PlainText.oneLine(rule.text().title());
    StringBuilder page = new StringBuilder();
    page.append("# ").append(shortTitle(title)).append("\n\n").append(summaryFor(title));
    List<String> see = new ArrayList<>();
    if (title.length() > LONGEST_TITLE) {
      see.add(PlainText.escapeLine(title));
    }
    see.add(PlainText.toMarkdown(rule.text().description()));
    if (!rule.text().impact().isBlank()) {
      see.add("**Impact**\n\n" + PlainText.toMarkdown(rule.text().impact()));
    }
    if (!rule.index().applications().isEmpty()) {
      see.add(
          "Applications: " + PlainText.escapeLine(String.join(", ", rule.index().applications())));
    }
    if (!rule.scores().isEmpty()) {
      see.add("As its authors rate it: " + rule.scores());
    }
    rule.index().references().stream()
        .filter(reference -> !isAddress(reference.strip()) && !reference.isBlank())
        .forEach(reference -> see.add("See also: " + PlainText.escapeLine(reference)));
    appendSection(page, "What you see", String.join("\n\n", see).strip());
    appendSection(page, "Why it happens", PlainText.toMarkdown(rule.text().cause()));
    String mitigation = PlainText.toMarkdown(rule.text().mitigation());
    appendSection(page, "Fix", mitigation.isBlank() ? "" : "### Mitigation\n\n" + mitigation);
    return page.append('\n').toString();
  }

  private static void appendSection(StringBuilder page, String heading, String text) {
    if (!text.isBlank()) {
      page.append("\n\n## ").append(heading).append("\n\n").append(text);
    }
  }

  private static String shortTitle(String title) {
    return PlainText.cut(title, LONGEST_TITLE).replace("{{", "{ {").replace("](", "] (");
  }

  private String summaryFor(String title) {
    String text = PlainText.firstParagraph(rule.text().description());
    if (text.isBlank()) {
      text = PlainText.firstParagraph(rule.text().cause());
    }
    String escaped =
        PlainText.escapeLine(PlainText.cut(text.isBlank() ? title : text, LONGEST_SUMMARY));
    // Backslashes count towards the length; a text of only special characters is cut roughly.
    return escaped.length() <= 420 ? escaped : PlainText.escapeLine(PlainText.cut(text, 200));
  }
}
