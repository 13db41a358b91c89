package dev.faultbook.api.mcp;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.comparison.Comparer;
import dev.faultbook.comparison.Comparison;
import dev.faultbook.comparison.TextComparison;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Source;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.EntryMarkdown;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportCitations;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.report.SearchResult;
import dev.faultbook.report.StatementText;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.ErrorAnswer;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;

/** The tools and the resources, as text for a model. */
final class McpTools {
  /** Put before the path of a page, it gives the address of a resource. */
  private static final String SCHEME = "faultbook:/";

  /** Commands keep their placeholder for the address of a server. */
  private static final String NO_SERVER = "";

  private static final String ENTRIES = SCHEME + "/entries/";
  private static final String CODES = SCHEME + "/codes/";

  /** Most characters of an answer: some 6,000 tokens. */
  private static final int MAX_TEXT = 24_000;

  private static final int MAX_NAME = 200;
  private static final int MAX_QUERY = 4000;
  private static final int MAX_HITS = 20;
  private static final int USUAL_HITS = 5;
  private static final int PROPOSALS = 3;
  private static final Report.Detail DETAIL = new Report.Detail(5, false);

  private static final Set<String> NAMES =
      Set.of("diagnose_log", "search_faults", "explain", "check_compatibility", "compare_runs");

  private final Knowledge knowledge;
  private final Diagnoser diagnoser;
  private final DiagnosisGate gate;
  private final McpLogs logs;
  private final UnaryOperator<Report> seen;

  /**
   * @param seen adds how often the same failure was met; a tool itself counts nothing
   */
  McpTools(
      Knowledge knowledge,
      Diagnoser diagnoser,
      DiagnosisGate gate,
      McpLogs logs,
      UnaryOperator<Report> seen) {
    this.seen = seen;
    this.knowledge = knowledge;
    this.diagnoser = diagnoser;
    this.gate = gate;
    this.logs = logs;
  }

  /**
   * What a tool says.
   *
   * @param failed whether the text is the reason why it did nothing
   */
  record Answer(String text, boolean failed) {}

  boolean has(String name) {
    return NAMES.contains(name);
  }

  /** The entries, each of which is a resource. */
  List<Entry> entries() {
    return knowledge.entries();
  }

  static String uriOf(Entry entry) {
    return ENTRIES + entry.id();
  }

  String titleOf(Entry entry) {
    return entry.pageIn(Language.EN).title();
  }

  /** The page of a resource; empty if there is none. */
  Optional<String> read(String uri) {
    if (uri.startsWith(ENTRIES)) {
      return findEntry(uri.substring(ENTRIES.length())).map(entry -> page(entry, Language.EN));
    }
    int slash = uri.indexOf('/', CODES.length());
    if (!uri.startsWith(CODES) || slash < 0) {
      return Optional.empty();
    }
    return knowledge
        .codes()
        .findFamily(uri.substring(CODES.length(), slash))
        .flatMap(family -> family.findCode(uri.substring(slash + 1)))
        .map(code -> explain(code, Language.EN));
  }

  /** Calls a tool that {@link #has} names. */
  Answer call(String name, JsonNode arguments) {
    try {
      Language language =
          Language.fromTag(arguments.path("lang").asString("en"))
              .orElseThrow(() -> new ToolRefusedException("lang must be en or zh."));
      String text =
          switch (name) {
            case "diagnose_log" -> diagnose(arguments, language);
            case "search_faults" -> search(arguments, language);
            case "explain" -> explain(require(arguments, "name", MAX_NAME), language);
            case "check_compatibility" -> checkCompatibility(arguments, language);
            default -> compare(arguments, language);
          };
      return new Answer(bound(text), false);
    } catch (ToolRefusedException e) {
      return new Answer(String.valueOf(e.getMessage()), true);
    } catch (IOException | RuntimeException e) {
      return new Answer(ErrorAnswer.of(e).text(Locale.ENGLISH), true);
    }
  }

  private String diagnose(JsonNode arguments, Language language) throws IOException {
    try (InMemoryLog log = logs.open(arguments, "text", "path")) {
      Report report =
          seen.apply(
              Report.fromDiagnosis(
                  gate.call(log.byteCount(), () -> diagnoser.diagnose(log)), language, DETAIL));
      return withCitations(ReportWriter.toText(report, language, NO_SERVER), report, language);
    }
  }

  private String compare(JsonNode arguments, Language language) throws IOException {
    try (InMemoryLog good = logs.open(arguments, "good", "good_path");
        InMemoryLog bad = logs.open(arguments, "bad", "bad_path")) {
      Comparison comparison =
          gate.call(
              good.byteCount() + bad.byteCount(),
              () -> Comparer.compare(good, bad, diagnoser, language));
      String text = TextComparison.toText(comparison, language, NO_SERVER);
      return withCitations(text, comparison.diagnosis(), language);
    }
  }

  /** The pages and their sources come first, so that a long report cannot cut them off. */
  private String withCitations(String text, Report report, Language language) {
    return ReportCitations.toText(report, knowledge, language, SCHEME) + "\n" + text;
  }

  private String search(JsonNode arguments, Language language) {
    int limit = Math.clamp(arguments.path("limit").asInt(USUAL_HITS), 1, MAX_HITS);
    String query = require(arguments, "query", MAX_QUERY);
    List<SearchResult> found =
        SearchResult.listAll(knowledge.search(query, language, limit), knowledge, language);
    StringBuilder out = new StringBuilder();
    for (SearchResult hit : found) {
      String snippet = hit.snippet().replace("<mark>", "").replace("</mark>", "");
      out.append("- ").append(hit.title()).append(" (").append(hit.kind()).append(")\n  ");
      out.append(HtmlUtils.htmlUnescape(snippet).replace('\n', ' ').strip()).append('\n');
      out.append("  ").append(SCHEME).append(hit.url()).append('\n');
      hit.entry().flatMap(knowledge::findEntry).ifPresent(entry -> cite(out, entry));
      hit.code().flatMap(Code::source).ifPresent(url -> cite(out, url));
    }
    return found.isEmpty() ? "Nothing was found." : out.toString();
  }

  private static void cite(StringBuilder out, Entry entry) {
    entry.code().ifPresent(code -> out.append("  ").append(code).append(' '));
    out.append(entry.id()).append('\n');
    entry.sources().stream().limit(PROPOSALS).map(Source::url).forEach(url -> cite(out, url));
  }

  private static void cite(StringBuilder out, String url) {
    out.append("  ").append(url).append('\n');
  }

  private String explain(String name, Language language) {
    Optional<Entry> entry = findEntry(name);
    if (entry.isPresent()) {
      return page(entry.get(), language);
    }
    List<Code> codes = new CodeSearch(knowledge.codes()).findCodes(name, PROPOSALS);
    if (!codes.isEmpty()) {
      return String.join("\n", codes.stream().map(code -> explain(code, language)).toList());
    }
    throw new ToolRefusedException("There is no entry or code of this name; try search_faults.");
  }

  private String explain(Code code, Language language) {
    StringBuilder out = new StringBuilder(CodeReport.toMarkdown(code, language));
    code.entry().flatMap(knowledge::findEntry).ifPresent(entry -> cite(out, entry));
    code.source().ifPresent(url -> cite(out, url));
    knowledge.codes().findFamily(code.family()).map(CodeFamily::sources).stream()
        .flatMap(List::stream)
        .forEach(url -> cite(out, url));
    return out.toString();
  }

  private Optional<Entry> findEntry(String name) {
    return knowledge.entryOfCode(name).or(() -> knowledge.findEntry(name.toLowerCase(Locale.ROOT)));
  }

  private String page(Entry entry, Language language) {
    return EntryMarkdown.toMarkdown(entry, knowledge, language, TemplateValues.NONE, SCHEME);
  }

  private String checkCompatibility(JsonNode arguments, Language language) {
    Verdict verdict =
        knowledge
            .compatibility()
            .judgeSetUp(
                find(arguments, "gpu", MAX_NAME),
                find(arguments, "driver", MAX_NAME),
                find(arguments, "torch", MAX_NAME));
    StatementText statements = new StatementText(language);
    StringBuilder out = new StringBuilder(verdict.outcome().tag()).append("\n");
    statements.describeAll(verdict.reasons()).forEach(text -> out.append(text).append('\n'));
    verdict.remedies().stream()
        .map(statements::describeRemedy)
        .forEach(text -> out.append("→ ").append(text).append('\n'));
    verdict
        .basis()
        .forEach(
            row -> {
              out.append("- ").append(statements.describeStatement(row.text())).append('\n');
              row.sources().forEach(url -> cite(out, url));
            });
    return out.toString();
  }

  private static Optional<String> find(JsonNode arguments, String name, int most) {
    String value = arguments.path(name).asString("");
    if (value.length() > most) {
      throw new ToolRefusedException(name + " is longer than " + most + " characters.");
    }
    return Optional.of(value).filter(text -> !text.isBlank());
  }

  private static String require(JsonNode arguments, String name, int most) {
    return find(arguments, name, most)
        .orElseThrow(() -> new ToolRefusedException("\"" + name + "\" is missing."));
  }

  private static String bound(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    int end = Math.max(text.lastIndexOf('\n', MAX_TEXT), MAX_TEXT / 2);
    return text.substring(0, end) + "\n… " + (text.length() - end) + " more characters\n";
  }
}
