package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestContent;
import dev.faultbook.compatibility.Facts;
import dev.faultbook.compatibility.Inference;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.content.LocalizedText;
import dev.faultbook.failure.FailureReader;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.MatchLimits;
import dev.faultbook.matcher.Matcher;
import dev.faultbook.report.Report;
import dev.faultbook.run.RunReader;
import dev.faultbook.stream.RankView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RankingTests {
  private final Map<String, byte[]> files = new TreeMap<>();

  private void entry(String id, String kind, String signature, String further) {
    files.putAll(TestContent.entry(id, kind, signature, further));
  }

  private List<String> found(String log) {
    return diagnosis(log).findings().stream()
        .map(finding -> finding.role().tag() + " " + finding.entry().id())
        .toList();
  }

  private Diagnosis diagnosis(String log) {
    return new Diagnoser(TestContent.unchecked(files)).diagnose(log.getBytes(UTF_8));
  }

  @Test
  void aSymptomNeverStandsAboveTheCauseThatExplainsIt() {
    entry("the-symptom", "symptom", "- 'unhandled cuda error'", "");
    entry("the-cause", "cause", "- 'out of memory'", "explains: [the-symptom]\n");
    assertThat(found("unhandled cuda error\nunhandled cuda error\nout of memory\n"))
        .containsExactly("root_cause the-cause", "consequence the-symptom");
  }

  /**
   * Three causes that precede one another in a circle: c is printed after a and before b; of a and
   * b, which have a time, b is the earlier one. Which of them led used to depend on their order.
   */
  @Test
  void theOrderOfACycleDoesNotDependOnTheOrderOfTheSuspects() throws IOException {
    entry("cause-a", "cause", "- 'alpha fault happened'", "");
    entry("cause-b", "cause", "- 'gamma fault happened'", "");
    entry("cause-c", "cause", "- 'delta fault happened'", "");
    String log =
        "2026-11-20 03:00:09 alpha fault happened\n"
            + "delta fault happened\n"
            + "2026-11-20 03:00:01 gamma fault happened\n";
    assertThat(ordersOf(TestContent.unchecked(files), log.getBytes(UTF_8)))
        .containsExactly(List.of("cause-a", "cause-c", "cause-b"));
  }

  @Test
  void theOrderInExampleLogsDoesNotDependOnTheOrderOfTheSuspects() throws IOException {
    Knowledge knowledge = ShippedCatalogue.knowledge();
    int contested = 0;
    for (Entry entry : knowledge.entries()) {
      for (ExampleLog log : entry.logs().stream().limit(1).toList()) {
        Set<List<String>> orders = ordersOf(knowledge, log.bytes());
        assertThat(orders).as(entry.id() + " " + log.name()).hasSize(1);
        contested += orders.iterator().next().size() > 2 ? 1 : 0;
      }
    }
    assertThat(contested).isGreaterThan(10);
  }

  /** The orders of the findings in a log for several orders of its suspects. */
  private static Set<List<String>> ordersOf(Knowledge knowledge, byte[] log) throws IOException {
    RunReader runReader = new RunReader(List.of(""));
    FailureReader reader = knowledge.failureFormats.createReader();
    LogMatches found =
        new Matcher(knowledge.signatures(), knowledge.lineFilter())
            .match(
                LogFiles.of(new ByteArrayInputStream(log)),
                new LogReader(),
                (chunk, streams) -> {
                  runReader.acceptChunk(streams.latest());
                  reader.acceptChunk(chunk, streams);
                },
                MatchLimits.DEFAULT);
    Facts facts =
        new Inference(knowledge.compatibility()).inferFacts(Diagnoser.collectFacts(found));
    TableReasoning tables = new TableReasoning(knowledge, facts);
    Optional<RankView> view = RankView.fromEvidence(found.evidence());
    FailureAnalysis failures =
        new FailureAnalysis(
            new FailureAnalysis.Reading(reader.finish(), runReader.finish(), false),
            found,
            view,
            knowledge);
    List<Suspect> suspects =
        new ArrayList<>(
            new SuspectSearch(
                    knowledge, facts, tables, failures, new CodeAnalysis(List.of(), List.of()))
                .findSuspects(found));
    Set<List<String>> orders = new HashSet<>();
    for (int seed = 0; seed < 8; seed++) {
      Collections.shuffle(suspects, new Random(seed));
      orders.add(
          new Ranking(knowledge, suspects, view, failures)
              .rankFindings().stream().map(finding -> finding.entry().id()).toList());
    }
    return orders;
  }

  /**
   * Lines with and without a timestamp, specific and generic entries: no single order fits all
   * pairs.
   */
  @Test
  void manyCausesWhoseOrderIsNotTransitiveAreRankedAll() {
    StringBuilder log = new StringBuilder();
    for (int n = 0; n < 300; n++) {
      int at = (n * 7919) % 300;
      String word = "fault" + (char) ('a' + n / 26) + (char) ('a' + n % 26) + "happened";
      entry("cause-" + n, "cause", "- '" + word + "'", n % 5 == 0 ? "generic: true\n" : "");
      if (n % 3 != 0) {
        log.append(String.format("2026-11-20 03:%02d:%02d ", at / 60, at % 60));
      }
      log.append(word).append('\n');
    }
    assertThat(found(log.toString())).hasSize(300);
  }

  @Test
  void explainingReachesThroughWhatTheLogDoesNotShow() {
    entry("symptom-a", "symptom", "- 'watchdog timeout'", "");
    entry("between", "symptom", "- 'never in this log'", "explains: [symptom-a]\n");
    entry("the-cause", "cause", "- 'killed by the kernel'", "explains: [between]\n");
    Diagnosis diagnosis = diagnosis("watchdog timeout\nkilled by the kernel\n");
    assertThat(diagnosis.findings().getFirst().explains()).containsExactly("symptom-a");
    assertThat(diagnosis.findings().getLast().because())
        .isEqualTo(new Reason.FollowsFrom("the-cause"));
  }

  @Test
  void aCauseThatAnotherExplainsIsAConsequence() {
    entry("deeper", "cause", "- 'node is dead'", "explains: [shallow]\n");
    entry("shallow", "cause", "- 'connection refused'", "");
    assertThat(found("connection refused\nnode is dead\n"))
        .containsExactly("root_cause deeper", "consequence shallow");
  }

  @Test
  void theEarlierCauseStandsFirst() {
    entry("cause-a", "cause", "- 'first kind of fault'", "");
    entry("cause-b", "cause", "- 'second kind of fault'", "");
    assertThat(found("second kind of fault\nfirst kind of fault\n"))
        .containsExactly("root_cause cause-b", "contributing cause-a");
  }

  @Test
  void timesDecideBeforePlaces() {
    entry("cause-a", "cause", "- 'first kind of fault'", "");
    entry("cause-b", "cause", "- 'second kind of fault'", "");
    assertThat(
            found(
                "2024-01-01 10:00:05,000 second kind of fault\n"
                    + "2024-01-01 10:00:01,000 first kind of fault\n"))
        .containsExactly("root_cause cause-a", "contributing cause-b");
  }

  @Test
  void aHintAloneSaysThatItIsOne() {
    entry("hinted", "cause", "- {line: 'maybe a fault', weak: true}", "");
    assertThat(diagnosis("maybe a fault\n").findings().getFirst().because())
        .isEqualTo(Reason.Plain.HINT);
  }

  @Test
  void aHintStandsBelowAProof() {
    entry("hinted", "cause", "- {line: 'maybe a fault', weak: true}", "");
    entry("proven", "cause", "- 'surely a fault'", "");
    Diagnosis diagnosis = diagnosis("maybe a fault\nsurely a fault\n");
    assertThat(diagnosis.findings().getFirst().entry().id()).isEqualTo("proven");
    assertThat(diagnosis.findings().getFirst().because())
        .isEqualTo(new Reason.Ranked(true, Reason.Rule.PROVEN, "hinted", 2, false));
    assertThat(diagnosis.findings().getLast().confidence()).isLessThan(0.5);
  }

  @Test
  void aLineCountsForTheMostSpecificSignature() {
    entry("general", "cause", "- 'Cuda failure'", "");
    entry("special", "cause", "- \"Cuda failure ... 'out of memory'\"", "");
    assertThat(found("NCCL WARN Cuda failure 2 'out of memory'\n"))
        .containsExactly("root_cause special");
    assertThat(found("NCCL WARN Cuda failure 1 'x'\n")).containsExactly("root_cause general");
  }

  @Test
  void aSymptomTakesNoLineFromACause() {
    entry("wrapper", "symptom", "- 'error: out of memory in the end'", "");
    entry("the-cause", "cause", "- 'out of memory'", "");
    assertThat(found("error: out of memory in the end\n")).contains("root_cause the-cause");
  }

  @Test
  void benignLinesAloneAreNoMatch() {
    entry("harmless-line", "benign", "- 'no plugin found'", "");
    Diagnosis diagnosis = diagnosis("no plugin found\n");
    assertThat(diagnosis.isDiagnosed()).isFalse();
    assertThat(diagnosis.findings().getFirst().role()).isEqualTo(Role.HARMLESS);
  }

  @Test
  void factsConfirmAndRuleOut() {
    files.put(
        "facts/reading.yaml", "driver: [{regex: 'driver (?P<value>[0-9.]+)'}]\n".getBytes(UTF_8));
    String conditions =
        """
        conditions:
          confirm:
            - when: "driver < 500"
              because: {en: "The driver is old.", zh: "驱动太旧。"}
          exclude:
            - when: "driver >= 600"
              because: {en: "The driver is new.", zh: "驱动很新。"}
        """;
    entry("by-driver", "cause", "- 'some fault shows'", conditions);
    assertThat(diagnosis("driver 470.1\nsome fault shows\n").findings().getFirst().because())
        .isEqualTo(
            new Reason.Confirmed(
                new Reason.OnlyCause(0),
                new Statement(
                    Statement.Kind.RULE,
                    List.of(new LocalizedText("The driver is old.", "驱动太旧。")))));
    Diagnosis excluded = diagnosis("driver 610.1\nsome fault shows\n");
    assertThat(excluded.isDiagnosed()).isFalse();
    assertThat(excluded.ruledOut().getFirst().because())
        .containsExactly(
            new Statement(
                Statement.Kind.RULE, List.of(new LocalizedText("The driver is new.", "驱动很新。"))));
    assertThat(diagnosis("some fault shows\n").isDiagnosed()).isTrue();
  }

  @Test
  void mutualExplanationDecidesNothing() {
    entry("cause-a", "cause", "- 'first kind of fault'", "explains: [cause-b]\n");
    entry("cause-b", "cause", "- 'second kind of fault'", "explains: [cause-a]\n");
    assertThat(found("first kind of fault\nsecond kind of fault\n"))
        .containsExactly("root_cause cause-a", "contributing cause-b");
  }

  @Test
  void aRemedyThatTheFactsSpeakAgainstIsNotOffered() {
    files.put(
        "facts/reading.yaml", "driver: [{regex: 'driver (?P<value>[0-9.]+)'}]\n".getBytes(UTF_8));
    entry("by-driver", "cause", "- 'some fault shows'", "");
    for (String page : List.of("en.md", "zh.md")) {
      String path = "entries/by-driver/" + page;
      String text = new String(files.get(path), UTF_8);
      String remedies =
          """
          ### 1. For new drivers [restart]
          <!-- when: driver >= 525 -->
          ```bash
          new
          ```
          ### 2. For all [restart]
          ```bash
          all
          ```
          ### 3. For old drivers [restart]
          <!-- when: driver < 525 -->
          ```bash
          old
          ```
          """;
      int from = text.indexOf("### 1. Do it");
      int to = text.indexOf("## ", from + 4);
      files.put(path, (text.substring(0, from) + remedies + text.substring(to)).getBytes(UTF_8));
    }
    assertThat(commands("driver 470.1\nsome fault shows\n")).containsExactly("old", "all");
    assertThat(commands("driver 550.1\nsome fault shows\n")).containsExactly("new", "all");
    // A remedy whose condition is undecided comes after those that always apply.
    assertThat(commands("some fault shows\n")).containsExactly("all", "new", "old");
  }

  private List<String> commands(String log) {
    return Report.fromDiagnosis(diagnosis(log), Language.EN)
        .findings()
        .getFirst()
        .remedies()
        .stream()
        .map(Report.Fix::command)
        .toList();
  }
}
