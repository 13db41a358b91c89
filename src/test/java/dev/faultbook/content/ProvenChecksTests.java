package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the check of each entry that has a proof, with stand-ins for the tools that it calls: it
 * must fail while the fault is present, succeed after the fix, and fail when a tool fails, is
 * missing or a file is absent. {@code -Dproof=ID,ID} runs only these entries.
 */
class ProvenChecksTests {
  private static final Path PROOFS = Path.of("src/test/resources/proofs");

  /** Entries whose check no stand-in can answer, with the reason. */
  private static final Map<String, String> UNPROVEN =
      Map.of("conda-environment-not-active", "asks the real interpreter for its prefix");

  @Test
  void everyCheckHasAProof() {
    assertThat(checks().keySet().stream().filter(id -> !Files.exists(PROOFS.resolve(id + ".yaml"))))
        .containsExactlyInAnyOrderElementsOf(UNPROVEN.keySet());
  }

  @TestFactory
  Stream<DynamicTest> aCheckFailsWithTheFaultAndSucceedsAfterTheFix(@TempDir Path folder)
      throws IOException {
    Path programs = Files.createDirectory(folder.resolve("real"));
    Sandbox.linkRealPrograms(programs);
    Map<String, Set<String>> checks = checks();
    String chosen = System.getProperty("proof", "");
    List<String> ids;
    try (Stream<Path> files = Files.list(PROOFS)) {
      ids =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".yaml"))
              .map(name -> name.replace(".yaml", ""))
              .filter(id -> chosen.isEmpty() || List.of(chosen.split(",")).contains(id))
              .sorted()
              .toList();
    }
    Map<String, Future<List<String>>> results = new LinkedHashMap<>();
    try (ExecutorService pool =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      ids.forEach(
          id ->
              results.put(
                  id, pool.submit(() -> judge(folder, id, checks.getOrDefault(id, Set.of())))));
    }
    Sandbox.removeLinks(programs);
    return ids.stream()
        .map(id -> DynamicTest.dynamicTest(id, () -> assertThat(results.get(id).get()).isEmpty()));
  }

  /** The bash blocks of the sections that say how to check, without comments, by entry. */
  private static Map<String, Set<String>> checks() {
    Content content = ContentReader.readContent(TestContent.shipped(), new ContentErrors());
    return FencedBlock.allOf(content).stream()
        .filter(block -> block.section().equals("check") && block.language().equals("bash"))
        .collect(
            Collectors.groupingBy(
                block -> block.entry().id(),
                Collectors.mapping(
                    block ->
                        new CommandTemplate(block.text())
                            .fill(TemplateValues.NONE)
                            .replaceAll("(?m)^ *#.*\n", ""),
                    Collectors.toCollection(LinkedHashSet::new))));
  }

  /** What is wrong with the checks of an entry; each line names a state. */
  private static List<String> judge(Path folder, String id, Set<String> commands) throws Exception {
    Proof proof = Proof.read(PROOFS.resolve(id + ".yaml"));
    List<String> wrong = new ArrayList<>();
    if (commands.isEmpty()) {
      wrong.add("the entry has no check");
    }
    Set<Integer> used = new LinkedHashSet<>();
    // A file or a tool may be one of a single block's only.
    Set<Sandbox.Defect> noticed = new HashSet<>();
    Map<Sandbox.Defect, String> missed = new LinkedHashMap<>();
    for (String command : commands) {
      Path place = Files.createTempDirectory(folder, id);
      Sandbox sandbox = new Sandbox(place, proof);
      String text = command;
      for (Map.Entry<String, String> value : proof.values().entrySet()) {
        text = text.replaceAll("\\b" + Pattern.quote(value.getKey()) + "\\b", value.getValue());
      }
      sandbox.prepare("fault", text, false, null);
      sandbox.prepare("fixed", text, true, null);
      List<Sandbox.Defect> defects = sandbox.defects();
      for (int number = 0; number < defects.size(); number++) {
        sandbox.prepare("defect" + number, text, true, defects.get(number));
      }
      Map<String, Sandbox.Outcome> outcomes = sandbox.run();
      expect(wrong, "fault", text, false, outcomes.get("fault"));
      Sandbox.Outcome fixed = outcomes.get("fixed");
      expect(wrong, "fixed", text, true, fixed);
      used.addAll(outcomes.get("fault").used());
      used.addAll(fixed.used());
      Set<String> called =
          fixed.used().stream()
              .map(number -> proof.tools().get(number).name())
              .collect(Collectors.toSet());
      for (int number = 0; number < defects.size(); number++) {
        Sandbox.Defect defect = defects.get(number);
        Sandbox.Outcome outcome = outcomes.get("defect" + number);
        if (outcome.status() != 0) {
          noticed.add(defect);
        } else if (defect.kind().equals("absent") || called.contains(defect.name())) {
          missed.putIfAbsent(defect, "succeeds though %s:\n%s".formatted(defect, outcome.output()));
        }
      }
    }
    missed.keySet().removeAll(noticed);
    wrong.addAll(missed.values());
    for (int tool = 0; tool < proof.tools().size(); tool++) {
      if (!used.contains(tool)) {
        wrong.add("never called: " + proof.tools().get(tool).run());
      }
    }
    return wrong;
  }

  private static void expect(
      List<String> wrong, String state, String text, boolean success, Sandbox.Outcome outcome) {
    if ((outcome.status() == 0) != success) {
      wrong.add(
          "%s: exit status %d of\n%s%s".formatted(state, outcome.status(), text, outcome.output()));
    }
    outcome.unexpected().forEach(call -> wrong.add(state + ": no answer for: " + call));
  }
}
