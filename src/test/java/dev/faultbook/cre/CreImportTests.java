package dev.faultbook.cre;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.ExampleCheck;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies the import with our own rules in the format of the CRE collection. */
class CreImportTests {
  private static final Path RULES = Path.of("src/test/resources/cre");
  private static final LocalDate DAY = LocalDate.of(2026, 11, 21);

  @TempDir Path folder;

  private CreImport.Result run(Path rules) throws IOException {
    return CreImport.importRules(rules, folder.resolve("out"), DAY);
  }

  private KnowledgeReader.Result content() throws IOException {
    return KnowledgeReader.readFiles(ContentFiles.fromFolder(folder.resolve("out")));
  }

  private Entry entry(String id) throws IOException {
    return content().knowledge().entries().stream()
        .filter(entry -> entry.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Imports a folder with a single rule. */
  private CreImport.Result importRule(String rule, String log) throws IOException {
    Path rules = Files.createDirectories(folder.resolve("rules/one"));
    Files.writeString(
        rules.resolve("rule.yaml"),
        "rules:\n  - cre: {id: CRE-9002-0001, title: One, description: One.}\n    rule:\n"
            + rule.indent(6));
    Files.writeString(rules.resolve("test.log"), log);
    return run(folder.resolve("rules"));
  }

  /** Regression: a StackOverflowError ended the command with a stack trace. */
  @Test
  void yamlThatIsNestedTooDeeplyIsRefused() throws IOException {
    Path rules = Files.createDirectories(folder.resolve("rules/deep"));
    Files.writeString(rules.resolve("rule.yaml"), "[".repeat(30_000) + "]".repeat(30_000));
    Files.writeString(rules.resolve("test.log"), "any\n");
    assertThat(run(folder.resolve("rules")).refusals())
        .extracting(Refusal::reason)
        .containsExactly("this YAML is nested too deeply");
  }

  private List<String> check() throws IOException {
    return new ExampleCheck(content().knowledge(), new Diagnoser(content().knowledge()))
        .checkAll().stream().map(Object::toString).toList();
  }

  @Test
  void everyRuleThatIsImportedFindsItsOwnLogAndNotItsNearMiss() throws IOException {
    CreImport.Result result = run(RULES);
    assertThat(result.written()).isEqualTo(6);
    assertThat(content().errors()).isEmpty();
    assertThat(content().knowledge().entries())
        .extracting(Entry::id)
        .containsExactly(
            "cre-9001-0001",
            "cre-9001-0002",
            "cre-9001-0003",
            "cre-9001-0004",
            "cre-9001-0005",
            "cre-9001-0007");
    // The two rules of one file share a log, but only one of them can lead its findings.
    CreImport.foundToo(
        folder.resolve("out"), "cre-9001-0004", "test.log", List.of("cre-9001-0005"));
    CreImport.foundToo(
        folder.resolve("out"), "cre-9001-0005", "test.log", List.of("cre-9001-0004"));
    assertThat(check()).allMatch(fault -> fault.contains("does not lead its own log")).hasSize(1);
  }

  @Test
  void whatIsRefusedIsNamedWithItsPlaceAndTheReason() throws IOException {
    CreImport.Result result = run(RULES);
    assertThat(result.refusals().stream().map(Refusal::toString))
        .anyMatch(s -> s.startsWith("broken/rule.yaml:3: this is not valid YAML"))
        .anyMatch(
            s -> s.startsWith("refused/rule.yaml:2 (../../etc/evil): the id is not a folder name"))
        .anyMatch(s -> s.contains("(CRE-9001-0001): another rule has this id"))
        .anyMatch(s -> s.contains("(CRE-9001-0010): The regular expression has no literal"))
        .anyMatch(s -> s.contains("(CRE-9001-0011): 'glob' is not known"))
        .anyMatch(s -> s.contains("(CRE-9001-0012): 'set' within a rule"))
        .anyMatch(s -> s.contains("(CRE-9001-0013): 'correlations' join"))
        .anyMatch(s -> s.contains("(CRE-9001-0014): several lines need a 'window'"))
        .anyMatch(s -> s.contains("(CRE-9001-0015): 'soon' is not a duration"))
        .anyMatch(s -> s.contains("(CRE-9001-0016): a rule has 'set' or 'sequence'"))
        .anyMatch(s -> s.contains("(CRE-9001-0017): The regular expression is not RE2 syntax"))
        .anyMatch(s -> s.contains("(CRE-9001-0018): 'anchor' is beyond the last line"))
        .anyMatch(s -> s.contains("(CRE-9001-0019): json: ") && s.contains("'ltrimstr'"))
        .anyMatch(s -> s.startsWith("refused/rule.yaml:26: expected a map"))
        .anyMatch(s -> s.contains("(CRE-9001-0006): 'promql' within a rule"))
        .hasSize(15);
  }

  @Test
  void theirMarkdownIsDataAndNothingMore() throws IOException {
    run(RULES);
    Page page = entry("cre-9001-0001").pageIn(Language.EN);
    assertThat(page.language()).isEqualTo(Language.EN);
    assertThat(page.sections()).extracting(Page.Section::key).containsExactly("see", "why", "fix");
    String see = Markdown.toHtml(page.sections().getFirst().markdown());
    assertThat(see)
        .contains("<strong>The pump stops</strong>", "&lt;script&gt;", "<em>shut down</em>")
        .contains("gauge", "the page", "another", "Applications: pumpd 2.x")
        .contains("severity critical, impact 7 of 10", "the manual of the pump, page 12")
        .doesNotContain("<script", "<img", "javascript:", "href", "<h1", "<h2", "{{");
    assertThat(page.remedies()).hasSize(1);
    assertThat(page.remedies().getFirst().text()).contains("Replace the pump", "**First**");
    assertThat(page.remedies().getFirst().text() + page.remedies().getFirst().command())
        .contains("## and wait");
    assertThat(entry("cre-9001-0001").sources())
        .extracting(source -> source.url())
        .containsExactly("https://example.org/pumps", "https://github.com/prequel-dev/cre");
    assertThat(entry("cre-9001-0001").keywords()).contains("pumpd", "cooling", "pump-agent");
  }

  @Test
  void aPageInEnglishOnlyStandsInForTheOther() throws IOException {
    run(RULES);
    Entry entry = entry("cre-9001-0003");
    assertThat(entry.pageIn(Language.ZH)).isEqualTo(entry.pageIn(Language.EN));
    Knowledge knowledge = content().knowledge();
    assertThat(knowledge.pages().find("coolant pump stalls", Language.ZH, 3).hits().getFirst())
        .extracting(hit -> hit.entry())
        .isEqualTo("cre-9001-0001");
  }

  @Test
  void eachBranchOfAnAlternationIsASignature() throws IOException {
    run(RULES);
    assertThat(entry("cre-9001-0002").signatures())
        .extracting(signature -> signature.source())
        .containsExactly(
            "(?i)valve (seven|eight) is stuck open", "(?i)relief valve does not answer");
    assertThat(Alternation.splitBranches("a\\|b[|]c|(d|e)")).containsExactly("a\\|b[|]c", "(d|e)");
    assertThat(Alternation.splitBranches("[]|]a|b")).containsExactly("[]|]a", "b");
    assertThat(Alternation.splitBranches("(?s)a|b")).containsExactly("(?s)a|b");
    assertThat(Alternation.splitBranches("a|")).containsExactly("a|");
  }

  @Test
  void aShortTextOnlyHints() throws IOException {
    importRule("set: {match: [{value: valve}]}", "the valve\n");
    assertThat(entry("cre-9002-0001").signatures()).allMatch(signature -> signature.weak());
  }

  @Test
  void aTextOfShortWordsIsFoundByItsWhole() throws IOException {
    importRule("set: {match: [{value: 'no dog (id) at 5'}]}", "there is no dog (id) at 5\n");
    assertThat(check()).isEmpty();
    assertThat(entry("cre-9002-0001").signatures().getFirst().source())
        .isEqualTo("no dog \\(id\\) at 5");
  }

  @Test
  void ofASetAndASequenceTheSequenceCounts() throws IOException {
    importRule(
        "sequence: {window: 5s, order: [first it rains, then it pours]}\n"
            + "set: {match: [{value: some other text}]}",
        "2026-01-05 10:00:00 first it rains\n2026-01-05 10:00:01 then it pours\n");
    assertThat(check()).isEmpty();
    assertThat(entry("cre-9002-0001").signatures()).hasSize(1);
  }

  @Test
  void theFolderIsNeverOverwritten() throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out/mine.txt"), "mine");
    assertThatThrownBy(() -> run(RULES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not empty");
    assertThat(folder.resolve("out")).isDirectoryContaining("glob:**mine.txt");
    assertThatThrownBy(() -> run(folder.resolve("none"))).isInstanceOf(IOException.class);
    Path bare = Files.createDirectories(folder.resolve("bare"));
    assertThatThrownBy(() -> CreImport.importRules(bare, folder.resolve("out2"), DAY))
        .hasMessageContaining("holds no rules");
  }

  @Test
  void nothingIsWrittenOutsideTheFolder() throws IOException {
    run(RULES);
    try (Stream<Path> written = Files.walk(folder)) {
      assertThat(written.filter(Files::isRegularFile))
          .allMatch(file -> file.startsWith(folder.resolve("out")))
          .noneMatch(file -> file.toString().contains("evil"));
    }
  }

  @Test
  void hugeFilesAndLinksAreRefused() throws IOException {
    Path rules = folder.resolve("rules");
    String rule =
        "rules:\n  - cre: {id: CRE-9003-000%d, title: T, description: D}\n"
            + "    rule: {set: {match: [a harmless text]}}\n";
    for (int i = 1; i <= 4; i++) {
      Path ruleFolder = Files.createDirectories(rules.resolve("r" + i));
      Files.writeString(ruleFolder.resolve("rule.yaml"), rule.formatted(i));
      Files.writeString(ruleFolder.resolve("test.log"), "a harmless text\n");
    }
    Files.write(rules.resolve("r1/test.log"), new byte[CreImport.MAX_LOG_BYTES + 1]);
    Files.writeString(
        rules.resolve("r2/rule.yaml"), "#" + "x".repeat(CreImport.MAX_RULE_BYTES) + "\n");
    Path secret = Files.writeString(folder.resolve("secret"), "a harmless text\n");
    Files.delete(rules.resolve("r3/test.log"));
    Files.createSymbolicLink(rules.resolve("r3/test.log"), secret);
    CreImport.Result result = run(rules);
    assertThat(result.written()).isEqualTo(1);
    assertThat(result.refusals().stream().map(Refusal::toString))
        .containsExactly(
            "r1/rule.yaml: test.log is larger than 8192 KiB",
            "r2/rule.yaml: rule.yaml is larger than 1024 KiB",
            "r3/rule.yaml: test.log is not a regular file");
  }

  @Test
  void aliasesThatMultiplyEndSoon() throws IOException {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      yaml.append("a%d: &a%d [".formatted(i, i));
      yaml.append(("*a" + (i - 1) + ", ").repeat(8)).append("*a%d]\n".formatted(i - 1));
    }
    yaml.append("rules:\n  - cre: {id: CRE-9004-0001, title: T, description: D, tags: *a11}\n");
    yaml.append("    rule: {set: {match: *a11}}\n");
    Path rules = Files.createDirectories(folder.resolve("rules/laughs"));
    Files.write(rules.resolve("rule.yaml"), yaml.toString().getBytes(UTF_8));
    Files.writeString(rules.resolve("test.log"), "x\n");
    assertThat(run(folder.resolve("rules")).refusals())
        .extracting(Refusal::reason)
        .singleElement()
        .asString()
        .contains("this is not valid YAML: Number of aliases");
  }

  @Test
  void durationsAreThoseOfGo() throws RuleRefusedException {
    assertThat(RuleSignatures.toSeconds("1m30s", 1)).isEqualTo("90s");
    assertThat(RuleSignatures.toSeconds("-90m", 1)).isEqualTo("-5400s");
    assertThat(RuleSignatures.toSeconds("0.5s", 1)).isEqualTo("1s");
    assertThat(RuleSignatures.toSeconds("0", 1)).isEqualTo("0s");
    for (String bad :
        List.of("-", "5", "s", "5ms", "--5s", "1.2.3s", "5 s", "1e9h", "99999999h", "5d")) {
      assertThatThrownBy(() -> RuleSignatures.toSeconds(bad, 1))
          .isInstanceOf(RuleRefusedException.class);
    }
  }
}
