package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.Signature;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.ui.ExtendedModelMap;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies that a value from a log or a link never becomes more than part of one word of a command.
 * Every command in every output must equal its template, with each variable replaced by its default
 * or by a word of its type.
 */
class HostileValuesTests {
  private static final Formatter WORDS = new Formatter(Language.EN);

  private static final List<String> HOSTILE =
      List.of(
          "x --privileged -v /:/host evil.example/miner:latest sh /run",
          "x --no-preserve-root /",
          "127.0.0.1 4444 -e /bin/sh",
          "12 /srv/evil.deb",
          "1 --trust-remote-code --model evil/model",
          "x:host --privileged",
          "-rf",
          "--no-preserve-root",
          "-1",
          "..",
          "../../../Documents",
          "a/../../b",
          "/",
          "/etc/shadow",
          "~root",
          "$(reboot)",
          "x$(reboot)",
          "`reboot`",
          "${IFS}reboot",
          "x;reboot",
          "x&&reboot",
          "x|sh",
          "x>/etc/passwd",
          "'x",
          "x' reboot '",
          "\"x",
          "x\" reboot \"",
          "x\\",
          "x\nreboot",
          "x\rreboot",
          "x\treboot",
          "x\u0000reboot",
          "x\u0085reboot",
          "x\u009breboot",
          "x\u202ereboot",
          "x\u00a0reboot",
          "x\u2028reboot",
          "x\u3000reboot",
          "n\u043ede",
          "\uff4e\uff4f\uff44\uff45",
          "\uff0d\uff52\uff46",
          "\u2010\u2010privileged",
          "node\uff11",
          "1\u0662",
          "*",
          "x?",
          "{a,b}",
          "!x",
          "#x",
          "@file",
          "=ls",
          "[::1]$(id)",
          "fe80::1%eth0;id",
          "fe80::1%-x",
          "10.0.0.1<$(id)>",
          "2.00 GiB -v /:/host",
          "2 --output=/etc/passwd",
          "{{torch.install}}",
          "{{x|$(id)}}",
          "9".repeat(300),
          "a".repeat(3000));

  /** The form of a word of each type, defined independently of the code under test. */
  private static final Map<CaptureType, String> FORMS =
      Map.ofEntries(
          Map.entry(CaptureType.INT, "[0-9]{1,19}"),
          Map.entry(CaptureType.HEX, "(?:0[xX])?[0-9a-fA-F]{1,32}"),
          Map.entry(CaptureType.SIZE, "[0-9.]{1,39}[A-Za-z]{0,5}"),
          Map.entry(CaptureType.VERSION, "[0-9](?:[.+_-]?[A-Za-z0-9]){0,63}"),
          Map.entry(CaptureType.PORT, "[1-9][0-9]{0,4}"),
          Map.entry(
              CaptureType.HOST,
              "(?:'?\\[)?(?!-)(?!\\S*\\.\\.)[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}(?:\\]'?)?"),
          Map.entry(
              CaptureType.DEVICE, "(?:/dev/)?(?!\\S*\\.\\.)[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}"),
          Map.entry(CaptureType.PATH, "(?!\\S*\\.\\.)/?[A-Za-z0-9_.][A-Za-z0-9_.+@%=,:/-]{0,254}"),
          Map.entry(
              CaptureType.REFERENCE, "(?!\\S*\\.\\.)/?[A-Za-z0-9_.][A-Za-z0-9_.+@%=,:/-]{0,254}"),
          Map.entry(CaptureType.NAME, "(?!\\S*\\.\\.)[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}"),
          Map.entry(CaptureType.WORD, "(?!\\S*\\.\\.)[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}"));

  private static final Map<CaptureType, String> VALID =
      Map.ofEntries(
          Map.entry(CaptureType.INT, "76543"),
          Map.entry(CaptureType.HEX, "0x7f"),
          Map.entry(CaptureType.SIZE, "7 GiB"),
          Map.entry(CaptureType.VERSION, "7.6.5"),
          Map.entry(CaptureType.PORT, "7654"),
          Map.entry(CaptureType.HOST, "fd00::7"),
          Map.entry(CaptureType.DEVICE, "mlx5_7"),
          Map.entry(CaptureType.PATH, "data7"),
          Map.entry(CaptureType.REFERENCE, "team7/model_7:v7"),
          Map.entry(CaptureType.NAME, "name_7"),
          Map.entry(CaptureType.WORD, "word_7"));

  private static final Set<CaptureType> DESTINATIONS =
      Set.of(
          CaptureType.DEVICE,
          CaptureType.HOST,
          CaptureType.PATH,
          CaptureType.REFERENCE,
          CaptureType.NAME,
          CaptureType.WORD);

  private static final Pattern FENCE = Pattern.compile("(?ms)^```\\w+$.*?^```$");
  private static final Pattern VARIABLE =
      Pattern.compile("\\{\\{([a-z][a-z0-9_]*)(?:\\*[0-9.]+)?\\|(.*?)\\}\\}");
  private static final Pattern CAPTURE =
      Pattern.compile("(?<!\\\\)\\{([a-z][a-z0-9_]*)(?::[a-z]+)?\\}");
  private static final Pattern FUNCTION = Pattern.compile("\\{\\{[a-z]+\\.[a-z.]+\\}\\}");

  /** The reader's program in a command; the log names it, and whether torchrun starts it. */
  private static final Pattern PROGRAM = Pattern.compile("(python )?\\btrain\\.py\\b");

  /** What stands before the words of a page about a class where no page is about the device. */
  private static final Pattern UNCOVERED =
      Pattern.compile(
          Arrays.stream(Language.values())
              .map(language -> Phrases.of(language).say("uncovered.note", "DEVICE"))
              .map(note -> Pattern.quote(note).replace("DEVICE", "\\E[^.。]{1,40}\\Q"))
              .collect(joining("|", "^(?:", ") ?")));

  private static final Pattern MARK =
      Pattern.compile("<span class=\"word\">|</span>|<em class=\"command__blank\">|</em>");

  private static final Pattern BLOCK =
      Pattern.compile("<pre[^>]*><code[^>]*>(.*?)</code></pre>", Pattern.DOTALL);

  /** Cached, because compiling the patterns takes longer than the rest of the tests. */
  private static final Map<Key, Pattern> PATTERNS = new HashMap<>();

  private record Key(String text, Map<String, CaptureType> types, boolean command) {}

  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final EntryPages PAGES = new EntryPages(Editions.of(KNOWLEDGE), null, null);

  @AfterAll
  static void release() {
    RequestContextHolder.resetRequestAttributes();
  }

  static List<String> entries() {
    return KNOWLEDGE.entries().stream().map(Entry::id).toList();
  }

  static List<String> entriesWithVariables() {
    return KNOWLEDGE.entries().stream()
        .filter(entry -> !commandVariables(entry).isEmpty())
        .map(Entry::id)
        .toList();
  }

  private static Entry entry(String id) {
    return KNOWLEDGE.findEntry(id).orElseThrow();
  }

  /**
   * Entries without a variable in a command get only a few of the values, all others get every one.
   */
  private static List<String> hostileValues(Entry entry) {
    int at = Math.floorMod(entry.id().hashCode(), HOSTILE.size());
    return commandVariables(entry).isEmpty() ? List.of(HOSTILE.get(0), HOSTILE.get(at)) : HOSTILE;
  }

  @ParameterizedTest
  @MethodSource("entries")
  void aLogBringsNothingIntoACommand(String id) {
    Entry entry = entry(id);
    Set<String> logs = new LinkedHashSet<>();
    List<String> values = hostileValues(entry);
    values.forEach(value -> logs.add(signaturesWith(entry, value)));
    Set<String> left = new HashSet<>(commandVariables(entry).keySet());
    for (ExampleLog log : entry.logs()) {
      logs.addAll(examplesWith(entry, log, values, left));
    }
    logs.forEach(HostileValuesTests::check);
  }

  /** Returns one line for each pattern of the entry, with the value in place of every capture. */
  private static String signaturesWith(Entry entry, String value) {
    StringBuilder log = new StringBuilder();
    for (Signature signature : entry.signatures()) {
      for (LinePattern pattern : signature.parts()) {
        String line = pattern.isRegularExpression() ? "" : pattern.source();
        line = CAPTURE.matcher(line).replaceAll(Matcher.quoteReplacement(value));
        log.append(line.replace("...", " ").replace("\\{", "{").replace("\\}", "}")).append('\n');
      }
    }
    return log.toString();
  }

  /**
   * Returns copies of the example in which one captured text is replaced by one of the values.
   *
   * @param left the variables of commands that no log captured before; they get every value, and
   *     are removed
   */
  private static Set<String> examplesWith(
      Entry entry, ExampleLog log, List<String> values, Set<String> left) {
    String text = new String(log.bytes(), UTF_8);
    Set<String> logs = new LinkedHashSet<>();
    DIAGNOSER.diagnose(log.bytes()).findings().stream()
        .filter(finding -> finding.entry() == entry)
        .flatMap(finding -> finding.captures().entrySet().stream())
        .filter(capture -> !capture.getValue().isBlank())
        .forEach(
            capture -> {
              boolean first = left.remove(capture.getKey());
              values.stream()
                  .limit(first ? values.size() : 3)
                  .forEach(value -> logs.add(text.replace(capture.getValue(), value)));
            });
    return logs;
  }

  private static void check(String log) {
    var diagnosis = DIAGNOSER.diagnose(log.getBytes(UTF_8));
    if (diagnosis.findings().isEmpty()) {
      return;
    }
    for (Language language : Language.values()) {
      Report report = Report.fromDiagnosis(diagnosis, language);
      JsonNode json = JSON.readTree(JSON.writeValueAsString(report));
      List<String> commands = new ArrayList<>();
      for (JsonNode found : json.get("findings")) {
        Entry entry = entry(found.get("entry").asString());
        List<Pattern> templates = new ArrayList<>();
        List<Pattern> texts = new ArrayList<>();
        String answer = "";
        for (var remedy : entry.pageIn(language).remedies()) {
          templates.add(template(remedy.command().text(), types(entry)));
          for (String before : List.of("", answer)) {
            String body = plainText(before + remedy.text());
            String text = remedy.title() + (body.isEmpty() ? "" : ". " + body);
            texts.add(text(text, types(entry)));
          }
          answer = remedy.answer().map(known -> known + "\n\n").orElse("");
        }
        for (JsonNode fix : found.get("remedies")) {
          assertOneOf(fix.get("command").asString(), templates);
          assertOneOf(fix.get("text").asString(), texts);
          commands.add(fix.get("command").asString());
        }
        assertOneOf(
            UNCOVERED.matcher(found.get("summary").asString()).replaceFirst(""),
            List.of(text(entry.pageIn(language).summary(), types(entry))));
      }
      for (JsonNode check : json.get("checks")) {
        String command = check.get("command").asString();
        assertOneOf(command, differentialTemplates(check.get("between")));
        commands.add(command);
      }
      report.collect().forEach(step -> commands.add(step.command()));
      checkTexts(report, language, commands);
    }
  }

  /**
   * Verifies that the text report, for the command line and curl, and the ticket contain exactly
   * these commands.
   */
  private static void checkTexts(Report report, Language language, List<String> commands) {
    String text = ReportWriter.toText(report, language, "");
    for (Report.Check check : report.checks()) {
      check.command().lines().forEach(line -> assertThat(text).contains("      " + line));
    }
    Matcher block =
        Pattern.compile("(?m)^```bash\\n(.*?)\\n```$", Pattern.DOTALL)
            .matcher(ReportWriter.toMarkdown(report, language, "http://localhost"));
    while (block.find()) {
      assertThat(commands).contains(block.group(1));
    }
  }

  /** Writes links as text and leaves one empty line where a command separated two paragraphs. */
  private static String plainText(String markdown) {
    return markdown
        .replaceAll("\\[([^\\]\\n]*)\\]\\(entry:([^)]*)\\)", "$1 (/entries/$2)")
        .replaceAll("\\[([^\\]\\n]*)\\]\\((http[^)]*)\\)", "$1 ($2)")
        .replaceAll("\\n{3,}", "\n\n");
  }

  private static List<Pattern> differentialTemplates(JsonNode between) {
    List<Pattern> templates = new ArrayList<>();
    Entry first = entry(between.get(0).asString());
    Entry second = entry(between.get(1).asString());
    for (Entry holder : List.of(first, second)) {
      Entry from = holder == first ? second : first;
      Map<String, CaptureType> types = types(from);
      types.putAll(holder.captureTypes());
      holder.differentialTests().stream()
          .filter(test -> test.from().equals(from.id()))
          .forEach(test -> templates.add(template(test.command().text(), types)));
    }
    return templates;
  }

  @ParameterizedTest
  @MethodSource("entries")
  void aLinkBringsNothingIntoACommand(String id) {
    Entry entry = entry(id);
    for (String value : hostileValues(entry)) {
      String query = query(names(entry), value);
      for (Language language : Language.values()) {
        ExtendedModelMap model = page(id, query, language);
        checkPage(entry.pageIn(language), types(entry), model);
        checkMarkdown(entry.pageIn(language), types(entry), markdown(id, query, language));
      }
    }
  }

  private static void checkPage(Page page, Map<String, CaptureType> types, ExtendedModelMap model) {
    List<?> fixes = (List<?>) model.get("fixes");
    for (int i = 0; i < fixes.size(); i++) {
      var fix = (Report.Fix) fixes.get(i);
      assertOneOf(fix.command(), List.of(template(page.remedies().get(i).command().text(), types)));
      checkBlocks(WORDS.article(fix.explanation()), page.remedies().get(i).text(), types);
    }
    List<?> parts = (List<?>) model.get("parts");
    for (int i = 0; i < parts.size(); i++) {
      String html = ((EntryPages.Part) parts.get(i)).html();
      checkBlocks(html, html.isEmpty() ? "" : page.inReadingOrder().get(i).markdown(), types);
    }
  }

  private static void checkBlocks(String html, String markdown, Map<String, CaptureType> types) {
    List<String> blocks = blocks(html);
    List<String> templates = blocks(CodeWrapping.wrapHtml(Markdown.toHtml(markdown)));
    assertThat(blocks).hasSameSizeAs(templates);
    for (int i = 0; i < blocks.size(); i++) {
      assertOneOf(blocks.get(i), List.of(template(templates.get(i), types)));
    }
  }

  /** Removes the markup of words and placeholders, whose position depends on the value. */
  private static List<String> blocks(String html) {
    return BLOCK
        .matcher(html)
        .results()
        .map(block -> MARK.matcher(block.group(1)).replaceAll(""))
        .toList();
  }

  private static void checkMarkdown(Page page, Map<String, CaptureType> types, String markdown) {
    for (Page.Section section : page.sections()) {
      int from = markdown.indexOf("\n## " + section.heading() + "\n");
      int to = markdown.indexOf("\n## ", from + 4);
      String body = markdown.substring(from, to).strip();
      assertOneOf(
          body.replace("](http://localhost/entries/", "](entry:"),
          List.of(text("## " + section.heading() + "\n\n" + section.markdown().strip(), types)));
    }
  }

  /** A link from a stranger must not choose what a command connects to, repairs or installs. */
  @ParameterizedTest
  @MethodSource("entriesWithVariables")
  void aValueOfALinkStandsInACommandUnlessItIsADestination(String id) {
    Entry entry = entry(id);
    Map<String, CaptureType> types = types(entry);
    commandVariables(entry)
        .forEach(
            (name, language) -> {
              CaptureType type = types.get(name);
              String valid = VALID.get(type);
              String word = valid.replace(" ", "");
              String commands = commands(markdown(id, query(Set.of(name), valid), language));
              if (DESTINATIONS.contains(type)) {
                assertThat(commands).doesNotContain(word);
              } else {
                // A command may hold the value times 1.5.
                assertThat(commands).containsAnyOf(word, "11GiB");
              }
              assertThat(markdown(id, "", language)).doesNotContain(word);
            });
  }

  private static String commands(String markdown) {
    return FENCE.matcher(markdown).results().map(MatchResult::group).collect(joining());
  }

  @Test
  void aPageSaysThatItsValuesComeFromTheLink() {
    String id = "host-compiler-unsupported";
    assertThat(page(id, "v.max_gcc=11", Language.EN).get("filled")).isEqualTo(true);
    assertThat(page(id, "v.max_gcc=11+/srv/evil.deb", Language.EN).get("filled")).isEqualTo(false);
    assertThat(page(id, "v.nothing=11", Language.EN).get("filled")).isEqualTo(false);
    assertThat(page(id, "v.torch.install=11", Language.EN).get("filled")).isEqualTo(false);
  }

  private static ExtendedModelMap page(String id, String query, Language language) {
    ExtendedModelMap model = new ExtendedModelMap();
    PAGES.entry(id, request(query, language), new MockHttpServletResponse(), model);
    return model;
  }

  private static String markdown(String id, String query, Language language) {
    return PAGES.markdown(id, request(query, language)).getBody();
  }

  private static MockHttpServletRequest request(String query, Language language) {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/entries/any");
    request.setQueryString("lang=" + language.tag() + "&" + query);
    RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
    return request;
  }

  private static String query(Set<String> names, String value) {
    String encoded = URLEncoder.encode(value, UTF_8);
    return String.join("&", names.stream().map(name -> "v." + name + "=" + encoded).toList());
  }

  private static Set<String> names(Entry entry) {
    Set<String> names = new TreeSet<>(types(entry).keySet());
    names.addAll(Set.of("x", "torch.install", "driver.minimum"));
    return names;
  }

  private static Map<String, CaptureType> types(Entry entry) {
    Map<String, CaptureType> types = new HashMap<>(KNOWLEDGE.factTypes());
    types.putAll(entry.captureTypes());
    return types;
  }

  /**
   * Returns the variables in the commands of an entry's pages, each with a language that uses it.
   */
  private static Map<String, Language> commandVariables(Entry entry) {
    Map<String, Language> variables = new LinkedHashMap<>();
    entry
        .pages()
        .forEach(
            (language, page) ->
                page.remedies()
                    .forEach(
                        remedy ->
                            VARIABLE
                                .matcher(remedy.command().text())
                                .results()
                                .forEach(found -> variables.put(found.group(1), language))));
    return variables;
  }

  private static void assertOneOf(String rendered, List<Pattern> templates) {
    assertThat(templates).as(rendered).anyMatch(template -> template.matcher(rendered).matches());
  }

  /**
   * Returns the pattern of a command in which each variable is its default or a word of its type.
   */
  private static Pattern template(String command, Map<String, CaptureType> types) {
    return PATTERNS.computeIfAbsent(
        new Key(command, types, true), key -> Pattern.compile(pattern(command, types, true)));
  }

  /** Returns the pattern of a text in which inline code and indented lines are commands. */
  private static Pattern text(String markdown, Map<String, CaptureType> types) {
    return PATTERNS.computeIfAbsent(
        new Key(markdown, types, false), key -> Pattern.compile(textPattern(markdown, types)));
  }

  private static String textPattern(String markdown, Map<String, CaptureType> types) {
    StringBuilder pattern = new StringBuilder();
    boolean fenced = false;
    for (String line : markdown.split("\n", -1)) {
      boolean fence = line.strip().startsWith("```");
      if (fenced || fence || line.startsWith("    ")) {
        pattern.append(pattern(line, types, true));
      } else {
        String[] spans = line.split("`", -1);
        for (int i = 0; i < spans.length; i++) {
          boolean quote = VARIABLE.matcher(spans[i]).matches();
          pattern.append(i == 0 ? "" : "`");
          pattern.append(pattern(spans[i], types, i % 2 == 1 && !quote));
        }
      }
      fenced ^= fence;
      pattern.append('\n');
    }
    pattern.setLength(pattern.length() - 1);
    return pattern.toString();
  }

  private static String pattern(String text, Map<String, CaptureType> types, boolean command) {
    StringBuilder pattern = new StringBuilder();
    Matcher variable = VARIABLE.matcher(text);
    int from = 0;
    while (variable.find()) {
      CaptureType type = types.getOrDefault(variable.group(1), CaptureType.TEXT);
      String value =
          command ? FORMS.get(type) : "[\\p{L}\\p{N}._:/+@\\[\\]%-][\\p{L}\\p{N}._:/+ @\\[\\]%-]*";
      pattern.append(adjacentText(text.substring(from, variable.start()), command));
      pattern.append("(?:").append(Pattern.quote(variable.group(2)));
      pattern.append(value == null ? "" : "|" + value).append(")");
      from = variable.end();
    }
    return pattern.append(adjacentText(text.substring(from), command)).toString();
  }

  /**
   * Returns the pattern of the text next to a variable. In prose, the space beside a Chinese word
   * is optional.
   */
  private static String adjacentText(String text, boolean command) {
    if (command) {
      return commandText(text);
    }
    if (text.length() < 2) {
      return literal(text);
    }
    int from = text.startsWith(" ") ? 1 : 0;
    int to = text.length() - (text.endsWith(" ") ? 1 : 0);
    return (from > 0 ? " ?" : "")
        + literal(text.substring(from, to))
        + (to < text.length() ? " ?" : "");
  }

  /** The pattern of the fixed text of a command, in which the reader's program has any name. */
  private static String commandText(String text) {
    StringBuilder pattern = new StringBuilder();
    Matcher program = PROGRAM.matcher(text);
    int from = 0;
    while (program.find()) {
      pattern.append(literal(text.substring(from, program.start())));
      pattern.append(program.group(1) == null ? "" : "(?:python|torchrun --nproc_per_node=gpu) ");
      pattern.append("[A-Za-z0-9_][A-Za-z0-9_-]*\\.py");
      from = program.end();
    }
    return pattern.append(literal(text.substring(from))).toString();
  }

  /**
   * Returns the pattern of fixed text. A template function yields comments and a line of restricted
   * characters.
   */
  private static String literal(String text) {
    StringBuilder pattern = new StringBuilder();
    Matcher function = FUNCTION.matcher(text);
    int from = 0;
    while (function.find()) {
      pattern.append(Pattern.quote(text.substring(from, function.start())));
      pattern.append("(?:# [^\n$`'\"|<>]+\n *)*[A-Za-z0-9 .:/=+_\"&;-]+");
      from = function.end();
    }
    return pattern.append(Pattern.quote(text.substring(from))).toString();
  }
}
