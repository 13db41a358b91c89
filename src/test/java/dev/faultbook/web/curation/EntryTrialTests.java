package dev.faultbook.web.curation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.ContentError;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.Entry;
import dev.faultbook.diagnosis.Editions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EntryTrialTests {
  private static final String SHIPPED = "nccl-shared-memory";
  private static final String REST =
      """
      kind: cause
      component: application
      layer: program
      severity: fatal
      sources:
        - {url: "https://example.org/", title: t, supports: s}
      reviewed: 2026-11-21
      """;

  private final EntryTrial trial = withBudget(Duration.ofMinutes(5));

  private static EntryTrial withBudget(Duration budget) {
    return new EntryTrial(
        Editions.of(ShippedCatalogue.knowledge()), ShippedCatalogue.diagnoser(), budget);
  }

  private static EntryTexts entry(String signature, String log) {
    return new EntryTexts(
        "my-fault", REST + "signatures:\n  - " + signature + "\n", "", "", log, "");
  }

  private static EntryTexts shipped(String log) throws IOException {
    Path folder = Path.of("content/entries", SHIPPED);
    return new EntryTexts(
        SHIPPED,
        Files.readString(folder.resolve("entry.yaml")),
        Files.readString(folder.resolve("en.md")),
        Files.readString(folder.resolve("zh.md")),
        log,
        "");
  }

  @Test
  void aShippedEntryIsAcceptedAsItIs() throws IOException {
    String log =
        Files.readString(Path.of("content/entries", SHIPPED, "logs/docker-64m-torch27.log"));
    EntryTrial.Result result = trial.tryEntry(shipped(log));
    assertThat(result.mistakes()).isEmpty();
    assertThat(result.missing()).isEmpty();
    EntryTrial.OnLog onLog = result.onLog().orElseThrow();
    assertThat(onLog.findings().getFirst().entry().id()).isEqualTo(SHIPPED);
    assertThat(onLog.matched().orElseThrow().evidence().getFirst().line().line()).isEqualTo(23);
    EntryTrial.OnCorpus onCorpus = result.onCorpus().orElseThrow();
    assertThat(onCorpus.wasCut()).isFalse();
    assertThat(onCorpus.total()).isGreaterThan(2000);
    assertThat(onCorpus.matches())
        .as("logs of others that it matches already")
        .extracting(EntryTrial.CorpusMatch::effect)
        .containsOnly(EntryTrial.Effect.ACCEPTED);
  }

  /** Both readers must report the same, or the desk would be a second validator. */
  @Test
  void everyShippedEntryReadsAloneAsAmongTheOthers() throws IOException {
    for (Entry entry : ShippedCatalogue.knowledge().entries()) {
      Map<String, byte[]> folder = new TreeMap<>();
      for (String file : new String[] {"entry.yaml", "en.md", "zh.md"}) {
        Path path = Path.of("content/entries", entry.id(), file);
        if (Files.exists(path)) {
          folder.put(file, Files.readAllBytes(path));
        }
      }
      entry.logs().forEach(log -> folder.put("logs/" + log.name(), log.bytes()));
      assertThat(
              ContentReader.readEntry(entry.id(), folder, ShippedCatalogue.knowledge().content())
                  .faults())
          .isEmpty();
    }
  }

  @Test
  void aBroadSignatureTakesTheLeadOfOthers() {
    EntryTrial.Result result = trial.tryEntry(entry("'NCCL WARN'", ""));
    assertThat(result.onLog()).isEmpty();
    assertThat(result.onCorpus().orElseThrow().matches())
        .extracting(EntryTrial.CorpusMatch::effect)
        .contains(EntryTrial.Effect.TAKES_LEAD, EntryTrial.Effect.REFUSED);
  }

  @Test
  void aMoreSpecificEntryCoversAVagueOne() throws IOException {
    String log =
        Files.readString(Path.of("content/entries", SHIPPED, "logs/docker-64m-torch27.log"));
    EntryTrial.OnLog onLog =
        trial.tryEntry(entry("'failed to extend /dev/shm/nccl-'", log)).onLog().orElseThrow();
    assertThat(onLog.matched()).isPresent();
    assertThat(onLog.findings())
        .extracting(finding -> finding.entry().id())
        .contains(SHIPPED)
        .doesNotContain("my-fault");
  }

  @Test
  void anExceptionOfTheCorpusIsFoundToo() {
    EntryTrial.Result result =
        trial.tryEntry(entry("exception: ModuleNotFoundError\n    message: \"No module\"", ""));
    assertThat(result.onCorpus().orElseThrow().matches()).isNotEmpty();
  }

  @Test
  void aNewMessageMatchesItsLogAlone() {
    EntryTrial.Result result =
        trial.tryEntry(entry("'the flux of loader {n:int} collapsed'", log("loader 7 collapsed")));
    assertThat(result.onLog().orElseThrow().matched()).isEmpty();
    result =
        trial.tryEntry(
            entry("'flux of loader {n:int} collapsed'", log("the flux of loader 7 collapsed")));
    EntryTrial.OnLog onLog = result.onLog().orElseThrow();
    assertThat(onLog.findings().getFirst().entry().id()).isEqualTo("my-fault");
    assertThat(onLog.matched().orElseThrow().captures()).containsEntry("n", "7");
    assertThat(result.onCorpus().orElseThrow().matches()).isEmpty();
    assertThat(result.mistakes()).isEmpty();
    assertThat(result.missing())
        .extracting(ContentError::file)
        .containsExactly(
            "entries/my-fault/en.md", "entries/my-fault/entry.yaml", "entries/my-fault/zh.md");
  }

  private static String log(String line) {
    return "step 1\nFATAL: " + line + "\n";
  }

  @Test
  void mistakesHaveTheirLines() {
    EntryTexts wrong =
        new EntryTexts(
            "my-fault",
            REST + "explains:\n  - nothing-such\nsignatures:\n  - 'flux {n:foo} collapsed'\n",
            "no title\n",
            "",
            "",
            "");
    EntryTrial.Result result = trial.tryEntry(wrong);
    assertThat(result.mistakes())
        .extracting(ContentError::toString)
        .contains(
            "entries/my-fault/entry.yaml:11: 'foo' is not a capture type: use int, hex, size,"
                + " version, path, reference, host, port, device, name or word")
        .anyMatch(text -> text.startsWith("entries/my-fault/en.md:1: A page must begin"));
    assertThat(result.onCorpus()).as("no signature is left to try").isEmpty();
  }

  @Test
  void whatIsNoYamlIsOneMistake() {
    EntryTexts wrong = new EntryTexts("my-fault", "kind: [cause\n", "", "", "x\n", "");
    EntryTrial.Result result = trial.tryEntry(wrong);
    assertThat(result.mistakes())
        .singleElement()
        .extracting(ContentError::message)
        .asString()
        .startsWith("Invalid YAML");
    assertThat(result.onLog()).isEmpty();
    EntryTrial.Result nothing = trial.tryEntry(EntryTexts.NONE.withId("my-fault"));
    assertThat(nothing.mistakes()).isEmpty();
    assertThat(nothing.missing()).extracting(ContentError::message).contains("The file is missing");
  }

  @Test
  void aTrialThatTakesTooLongSaysHowFarItCame() {
    EntryTrial.OnCorpus cut =
        withBudget(Duration.ofNanos(1)).tryEntry(entry("'NCCL WARN'", "")).onCorpus().orElseThrow();
    assertThat(cut.wasCut()).isTrue();
    assertThat(cut.checked()).isLessThan(cut.total());
  }

  @Test
  void anArchiveNeedsTheNameOfAFolder() {
    for (String id : new String[] {"", "../x", "A", "a--b", "-a", "a-", "a b", "a/b", "ä"}) {
      assertThat(EntryTexts.NONE.withId(id).hasValidId()).as(id).isFalse();
    }
    assertThat(EntryTexts.NONE.withId("gpu-2-lost").hasValidId()).isTrue();
    assertThat(new String(entry("x", "y").toZip(), StandardCharsets.ISO_8859_1))
        .contains("content/entries/my-fault/entry.yaml", "content/entries/my-fault/logs/");
  }
}
