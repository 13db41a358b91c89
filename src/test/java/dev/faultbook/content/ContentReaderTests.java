package dev.faultbook.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentReaderTests {
  private static final String SIGNATURES = "- 'CUDA out of memory of {size:size}'";

  private static Map<String, byte[]> complete() {
    Map<String, byte[]> files = TestContent.entry("my-entry", "cause", SIGNATURES, "");
    for (String log : List.of("a.log", "b.log", "c.not.log", "d.not.log")) {
      files.put("entries/my-entry/logs/" + log, "text\n".getBytes(UTF_8));
    }
    return files;
  }

  private static List<String> faults(Map<String, byte[]> files) {
    return KnowledgeReader.readFiles(TestContent.folder(files)).errors().stream()
        .map(ContentError::toString)
        .toList();
  }

  private static void edit(Map<String, byte[]> files, String file, String from, String to) {
    String path = "entries/my-entry/" + file;
    String text = new String(files.get(path), UTF_8);
    assertThat(text).contains(from);
    files.put(path, text.replace(from, to).getBytes(UTF_8));
  }

  @Test
  void aCompleteEntryHasNoFaults() {
    KnowledgeReader.Result result = KnowledgeReader.readFiles(TestContent.folder(complete()));
    assertThat(result.errors()).isEmpty();
    Entry entry = result.knowledge().entries().getFirst();
    assertThat(entry.id()).isEqualTo("my-entry");
    Page page = entry.pageIn(Language.EN);
    assertThat(page.summary()).isEqualTo("A summary of the cause.");
    assertThat(page.remedies())
        .containsExactly(
            new Remedy(
                "Do it",
                List.of(Risk.RESTART),
                false,
                "Because.",
                new CommandTemplate("do it"),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void anEntryStatesItsCodeWhetherToRetryAndAHeadline() {
    Map<String, byte[]> files = complete();
    edit(
        files,
        "entry.yaml",
        "reviewed: 2026-11-21",
        """
        code: FB-0017
        generic: true
        retry:
          verdict: after_action
          action: free_resources
          because: {en: Free memory first., zh: 先释放内存。}
        headline: {en: "{{size}} is missing", zh: "缺 {{size}}"}
        reviewed:
          date: 2026-11-21
          checked: the message against the source
        """);
    edit(files, "en.md", "[restart]", "[restart, others]\n<!-- verified: source -->");
    edit(files, "zh.md", "[restart]", "[restart, others]\n<!-- verified: source -->");
    KnowledgeReader.Result result = KnowledgeReader.readFiles(TestContent.folder(files));
    assertThat(result.errors()).isEmpty();
    Entry entry = result.knowledge().entries().getFirst();
    assertThat(entry.code()).contains("FB-0017");
    assertThat(entry.isGeneric()).isTrue();
    assertThat(entry.retry().orElseThrow().action()).isEqualTo(Retry.Action.FREE_RESOURCES);
    assertThat(entry.reviewed()).isEqualTo("2026-11-21");
    Remedy remedy = entry.pageIn(Language.EN).remedies().getFirst();
    assertThat(remedy.risks()).containsExactly(Risk.RESTART, Risk.OTHERS);
    String headline = entry.headline().orElseThrow().en();
    assertThat(Headline.fill(headline, Map.of("size", "2 GiB"))).contains("2 GiB is missing");
    assertThat(Headline.fill(headline, Map.of())).isEmpty();
  }

  @Test
  void exceptionSignaturesTakeOneClassOrSeveral() {
    Map<String, byte[]> files =
        TestContent.entry(
            "my-entry",
            "cause",
            "- exception: [KeyError, a.b.LookupError]\n  message: \"no '{what:word}'\"",
            "");
    for (String log : List.of("a.log", "b.log", "c.not.log", "d.not.log")) {
      files.put("entries/my-entry/logs/" + log, "text\n".getBytes(UTF_8));
    }
    KnowledgeReader.Result result = KnowledgeReader.readFiles(TestContent.folder(files));
    assertThat(result.errors()).isEmpty();
    assertThat(result.knowledge().entries().getFirst().signatures())
        .extracting(signature -> signature.source())
        .containsExactly("KeyError: no '{what:word}'", "a.b.LookupError: no '{what:word}'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "entry.yaml | kind: cause       | kind: causes                  | entry.yaml:1: 'kind'"
            + " must be one of",
        "entry.yaml | layer: network    | layers: nccl                  | entry.yaml:3: 'layers' is"
            + " not a known key",
        "entry.yaml | 2026-11-21        | yesterday                     | 'reviewed' must be a"
            + " date",
        "entry.yaml | reviewed:         | code: FB-17§reviewed:          | is not a code such as"
            + " FB-0017",
        "entry.yaml | reviewed:         | headline: {en: '{{x}}', zh: x}§reviewed: | headline: no"
            + " signature of the entry captures 'x'",
        "entry.yaml | https://example   | example                       | is not a web address",
        "entry.yaml | size:size         | size:bytes                    | entry.yaml:6: 'bytes' is not"
            + " a capture type",
        "entry.yaml | reviewed:         | explains: [nobody]§reviewed:   | there is no other entry"
            + " 'nobody'",
        "entry.yaml | sources:          | sources: {                    | Invalid YAML",
        "entry.yaml | sources:          | asked: {fr: [quoi]}§sources:  | 'fr' is not a known key;"
            + " known keys are [en, zh]",
        "en.md      | # A title         | A title                       | en.md:1: A page must"
            + " begin with `# Title`",
        "en.md      | Because.          | It needs {{driver.newest}}.   | Unknown function"
            + " {{driver.newest}}; known functions are torch.install, torch.install.gpu,"
            + " driver.minimum",
        "en.md      | Because.          | Run `{{torch.install}}`.      | it must be alone on a"
            + " line",
        "en.md      | Because.          | It needs {{driver}}.          | has no default",
        "en.md      | do it             | pip install torch==2.7.1      | This becomes outdated: a"
            + " pinned release",
        "en.md      | do it             | sudo apt install nvidia-driver-570 | This becomes"
            + " outdated: a package with a branch",
        "en.md      | Because.          | See download.pytorch.org/whl/cu128. | This becomes"
            + " outdated: the index",
        "zh.md      | [restart]         | [root]                        | differs from the English"
            + " page",
        "en.md      | ## Prevent        | ## Prevention                 | Expected the section"
            + " 'Prevent', not 'Prevention'",
        "en.md      | [restart]         | [danger]                      | 'danger' is not a risk",
        "en.md      | [restart]         | [check]                       | One pair of brackets",
        "en.md      | [restart]         | [restart] [others]            | One pair of brackets",
        "zh.md      | [restart]         | [check, restart]              | differs from the English"
            + " page",
        "en.md      | ~ [restart]~      | ~~                            | The heading of a remedy"
            + " must end with its risk",
        "zh.md      | ## 原因            | ## Why it happens             | Expected the section '原因'",
        "zh.md      | Because.          | [x](entry:nobody)             | There is no entry"
            + " 'nobody' to link to",
      })
  void aFaultNamesFileAndLine(String file, String from, String to, String message) {
    Map<String, byte[]> files = complete();
    edit(files, file, from.replace('§', '\n'), to == null ? "" : to.replace('§', '\n'));
    assertThat(faults(files)).anySatisfy(fault -> assertThat(fault).contains(message));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "name: 'NVIDIA H100'     | model: 'NVIDIA H100'  | 'model' is not a known key",
        "capability: '9.0'       | capability: '9'       | '9' is not a compute capability",
        "driver: '570.26'        | driver: 'r570'        | 'r570' is not a version",
        "sources: ['https       | sources: ['ftp         | is not a web address",
        "variant: cu126          | variant: cu125         | 'cu125' does not go with CUDA 12.6",
        "capabilities: ['7.5'    | capabilities: ['sm_75' | 'sm_75' is not a compute capability",
        "default: cu126          | default: cu999         | there is no build 'cu999'",
        "patches: ['2.7.0'       | patches: ['2.8.0'      | '2.8.0' is not a patch release of 2.7",
        "cuda: '12.8'            | cuda: '12.7'           | does not go with CUDA 12.7",
        "confidence: primary     | confidence: sure       | 'confidence' must be one of",
        "gpus:                   | cards:                 | 'cards' is not a known key",
      })
  void aFaultInTheTablesNamesFileAndLine(String from, String to, String message)
      throws java.io.IOException {
    String path = "facts/compatibility.yaml";
    String text =
        java.nio.file.Files.readString(java.nio.file.Path.of("src/test/resources/doors", path));
    Map<String, byte[]> files = complete();
    files.put(path, text.getBytes(UTF_8));
    assertThat(faults(files)).isEmpty();
    assertThat(text).contains(from);
    files.put(path, text.replace(from, to).getBytes(UTF_8));
    assertThat(faults(files))
        .anySatisfy(fault -> assertThat(fault).contains(message).containsPattern(path + ":[1-9]"));
    files.put(path, text.replace(", sources: [", ", also: [").getBytes(UTF_8));
    assertThat(faults(files)).anySatisfy(f -> assertThat(f).contains("at least one source"));
  }

  @Test
  void aPlaceMustNameACapture() {
    Map<String, byte[]> files = complete();
    edit(files, "en.md", "do it\n```", "do it {{colour|red}} {{size|1g}}\n```");
    assertThat(faults(files))
        .singleElement()
        .asString()
        .contains("en.md:13", "no signature of the entry captures 'colour'");
  }

  private static Map<String, byte[]> withApart(String item) {
    Map<String, byte[]> files = complete();
    files.putAll(TestContent.entry("other-entry", "cause", "- 'bus error in {path:path}'", ""));
    for (String log : List.of("a.log", "b.log", "c.not.log", "d.not.log")) {
      files.put("entries/other-entry/logs/" + log, "text\n".getBytes(UTF_8));
    }
    files.put(
        "facts/reading.yaml",
        "types: {driver: version}\ndriver: ['driver version {value:version}']".getBytes(UTF_8));
    edit(files, "entry.yaml", "reviewed:", item.replace('§', '\n') + "\nreviewed:");
    return files;
  }

  @Test
  void aTestTellsTwoEntriesApart() {
    KnowledgeReader.Result result =
        KnowledgeReader.readFiles(
            TestContent.folder(
                withApart(
                    "apart:§  - from: other-entry§    command: |§      df -h {{path|/dev/shm}}§"
                        + "      echo {{size|1g}} {{driver|535}}§    this: {en: a, zh: b}§"
                        + "    other: {en: c, zh: d}")));
    assertThat(result.errors()).isEmpty();
    assertThat(result.knowledge().entries().getFirst().differentialTests())
        .containsExactly(
            new DifferentialTest(
                "other-entry",
                new CommandTemplate("df -h {{path|/dev/shm}}\necho {{size|1g}} {{driver|535}}"),
                new LocalizedText("a", "b"),
                new LocalizedText("c", "d")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "from: nobody      | entry.yaml:10: apart: there is no entry 'nobody'",
        "from: my-entry    | entry.yaml:10: apart: an entry cannot be distinguished from itself",
        "fro: other-entry  | entry.yaml:10: 'fro' is not a known key",
        "fro: other-entry  | 'from' is missing",
        "comand: df        | 'command' is missing",
        "command: df {{x#y}} | entry.yaml:11: {{x#…}}: no signature of the two entries captures"
            + " 'x'",
        "this: {en: a}     | 'zh' is missing",
        "thiss: {en: a, zh: b} | 'this' is missing",
        "other: text       | Expected a map",
      })
  void aFaultyTestNamesFileAndLine(String faulty, String message) {
    String key = faulty.substring(0, faulty.indexOf(':'));
    StringBuilder item = new StringBuilder("apart:");
    List<String> good =
        List.of(
            "from: other-entry", "command: df", "this: {en: a, zh: b}", "other: {en: c, zh: d}");
    for (int i = 0; i < good.size(); i++) {
      String line = good.get(i);
      boolean replaced = line.startsWith(key.substring(0, 3));
      item.append(i == 0 ? "§  - " : "§    ").append(replaced ? faulty : line);
    }
    assertThat(faults(withApart(item.toString().replace('#', '|'))))
        .anySatisfy(fault -> assertThat(fault).contains(message.replace('#', '|')));
  }

  @Test
  void aPairHasOneTestAnEntry() {
    String item =
        "§  - {from: other-entry, command: df, this: {en: a, zh: b}, other: {en: c, zh: d}}";
    assertThat(faults(withApart("apart:" + item + item)))
        .singleElement()
        .asString()
        .contains("entry.yaml:11: apart: 'other-entry' occurs twice");
  }

  private static Remedy firstRemedy(Map<String, byte[]> files) {
    return KnowledgeReader.readFiles(TestContent.folder(files))
        .knowledge()
        .entries()
        .getFirst()
        .pageIn(Language.EN)
        .remedies()
        .getFirst();
  }

  @Test
  void aFurtherBlockOfARemedyStaysABlock() {
    Map<String, byte[]> files = complete();
    for (String page : List.of("en.md", "zh.md")) {
      edit(files, page, "Because.", "Because.\n```bash\nfirst\n```\n```bash\nsecond\n```");
    }
    Remedy remedy = firstRemedy(files);
    assertThat(remedy.text()).startsWith("Because.\n\n    second");
  }

  @Test
  void aRemedyMayBeMeantForCertainFacts() {
    Map<String, byte[]> files = complete();
    String when = "[restart]\n<!-- when: driver < 525.60.13 -->";
    edit(files, "en.md", "[restart]", when);
    assertThat(faults(files)).singleElement().asString().contains("meant for different facts");
    edit(files, "zh.md", "[restart]", when);
    Remedy remedy = firstRemedy(files);
    assertThat(remedy.when()).isPresent();
    assertThat(remedy.text()).isEqualTo("Because.");
    edit(files, "zh.md", "driver <", "driver");
    assertThat(faults(files)).anySatisfy(fault -> assertThat(fault).contains("Expected one of"));
  }

  @Test
  void aConditionOnACaptureIsWrittenWithBraces() {
    Map<String, byte[]> files = complete();
    for (String page : List.of("en.md", "zh.md")) {
      edit(files, page, "[restart]", "[restart]\n<!-- when: present(size) -->");
    }
    assertThat(faults(files))
        .hasSize(2)
        .allSatisfy(fault -> assertThat(fault).contains("'size' is a capture, not a fact"));
    for (String page : List.of("en.md", "zh.md")) {
      edit(files, page, "present(size)", "{size} != 'none' or present({size})");
    }
    assertThat(faults(files)).isEmpty();
    for (String page : List.of("en.md", "zh.md")) {
      edit(files, page, "present({size})", "present({sise})");
    }
    assertThat(faults(files))
        .hasSize(2)
        .allSatisfy(
            fault -> assertThat(fault).contains("No signature of the entry captures 'sise'"));
  }

  @Test
  void allFaultsAreReportedAtOnce() {
    Map<String, byte[]> files = complete();
    edit(files, "entry.yaml", "kind: cause", "kind: x");
    edit(files, "en.md", "## Prevent", "## Avoid");
    files.remove("entries/my-entry/zh.md");
    files.remove("entries/my-entry/logs/a.log");
    assertThat(faults(files)).hasSizeGreaterThanOrEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "size:size  | do it            | run {{size!SIZE}}          |",
        "size       | do it            | run {{size!SIZE}}          | en.md:13: {{size!…}} is used"
            + " in",
        "size       | Because.         | Run `a {{size!SIZE}}` now. | en.md:11: {{size!…}} is used"
            + " in",
        "size       | Because.         | Size `{{size!SIZE}}`.      |",
        "size       | Because.         | Size {{size!SIZE}}.        |",
        "size:size  | do it            | run {{gpu!GPU}}            | en.md:13: {{gpu!…}} is used"
            + " in",
        "size:size  | do it            | run {{driver!DRIVER}}      |",
        "size:size  | do it            | run {{other!OTHER}}        | captures 'other'",
      })
  void aCaptureInACommandHasAType(String capture, String from, String to, String message) {
    Map<String, byte[]> files = complete();
    files.put(
        "facts/reading.yaml",
        "types: {driver: version}\ndriver: ['driver {value:version}']\ngpu: ['card {value:word}']"
            .getBytes(UTF_8));
    edit(files, "entry.yaml", "{size:size}", "{" + capture + "}");
    edit(files, "en.md", from, to.replace('!', '|'));
    edit(files, "zh.md", from, to.replace('!', '|'));
    if (message == null) {
      assertThat(faults(files)).isEmpty();
    } else {
      assertThat(faults(files))
          .anySatisfy(fault -> assertThat(fault).contains(message.replace('!', '|')));
    }
  }

  @Test
  void aPinWithAReasonIsAllowedInItsRemedy() {
    Map<String, byte[]> files = complete();
    edit(files, "en.md", "do it", "pip install demo==2.7.1");
    assertThat(faults(files)).hasSize(1);
    edit(files, "en.md", "[restart]", "[restart]\n<!-- pinned: 2.7.1 repairs 2.7.0 -->");
    assertThat(faults(files)).isEmpty();
  }

  @Test
  void aCaptureWithTwoTypesHasNone() {
    Map<String, byte[]> files = complete();
    edit(files, "en.md", "do it", "run {{size|SIZE}}");
    edit(files, "zh.md", "do it", "run {{size|SIZE}}");
    assertThat(faults(files)).isEmpty();
    edit(files, "entry.yaml", "sources:", "  - 'memory is out at {size:int}'\nsources:");
    assertThat(faults(files)).hasSize(2).allMatch(fault -> fault.contains("has no type"));
    edit(files, "entry.yaml", "{size:int}", "{size:size}");
    assertThat(faults(files)).isEmpty();
  }

  @Test
  void factsHaveKnownTypesOnly() {
    Map<String, byte[]> files = complete();
    files.put("facts/reading.yaml", "types:\n  driver: number\n".getBytes(UTF_8));
    assertThat(faults(files))
        .anySatisfy(
            fault -> assertThat(fault).contains("reading.yaml:2: types: 'driver' must have one"));
  }

  @Test
  void anEntryMaySayItsLanguages() {
    Map<String, byte[]> files = complete();
    files.remove("entries/my-entry/zh.md");
    assertThat(faults(files)).anyMatch(fault -> fault.contains("zh.md: The page is missing"));
    edit(files, "entry.yaml", "kind: cause", "kind: cause\nlanguages: [en]");
    KnowledgeReader.Result result = KnowledgeReader.readFiles(TestContent.folder(files));
    assertThat(result.errors()).isEmpty();
    Entry entry = result.knowledge().entries().getFirst();
    assertThat(entry.pages()).containsOnlyKeys(Language.EN);
    assertThat(entry.pageIn(Language.ZH).language()).isEqualTo(Language.EN);
    edit(files, "entry.yaml", "[en]", "[zh, fr]");
    assertThat(faults(files))
        .anyMatch(fault -> fault.contains("languages: must be a list of en and zh"))
        .anyMatch(fault -> fault.contains("en.md: `languages:` of the entry does not name"));
  }

  @Test
  void anImportedEntryMaySayLess() {
    Map<String, byte[]> files = TestContent.entry("my-entry", "cause", SIGNATURES, "");
    files.put("entries/my-entry/logs/test.log", "text\n".getBytes(UTF_8));
    String page = "# Title\n\nSummary.\n\n## Why it happens\nx\n\n## Fix\n### Do it\nBy hand.\n";
    files.put("entries/my-entry/en.md", page.getBytes(UTF_8));
    files.remove("entries/my-entry/zh.md");
    edit(files, "entry.yaml", "kind: cause", "kind: cause\nlanguages: [en]");
    assertThat(faults(files))
        .anyMatch(fault -> fault.contains("Expected the section 'What you see'"))
        .anyMatch(fault -> fault.contains("at least two logs/NAME.log"));
    edit(files, "entry.yaml", "kind: cause", "kind: cause\nimported: RULE-1");
    KnowledgeReader.Result result = KnowledgeReader.readFiles(TestContent.folder(files));
    assertThat(result.errors()).isEmpty();
    assertThat(result.knowledge().entries().getFirst().pageIn(Language.EN).remedies())
        .containsExactly(
            new Remedy(
                "Do it",
                List.of(),
                false,
                "By hand.",
                new CommandTemplate(""),
                Optional.empty(),
                Optional.empty()));
    edit(files, "en.md", "## Fix", "## Fixes");
    assertThat(faults(files)).anyMatch(fault -> fault.contains("'Fixes' is one too many"));
    files.remove("entries/my-entry/logs/test.log");
    assertThat(faults(files)).anyMatch(fault -> fault.contains("needs at least one logs/NAME.log"));
  }
}
