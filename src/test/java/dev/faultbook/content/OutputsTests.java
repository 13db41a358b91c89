package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.report.HangReport;
import dev.faultbook.report.Report;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a page or the guide to hangs tells people to run is read: of each program that looks for
 * a fault there is an output of a healthy machine, in which nothing is found, and one that shows
 * the fault. The programs of the pages are those of {@code options.tsv}.
 */
class OutputsTests {
  private static final Path FOLDER = Path.of("src/test/resources/commands");
  private static final Path OUTPUTS = FOLDER.resolve("output");

  private static Stream<Path> outputs(String state) throws IOException {
    try (Stream<Path> files = Files.list(OUTPUTS)) {
      return files
          .filter(file -> file.toString().endsWith(state + ".txt"))
          .sorted()
          .toList()
          .stream();
    }
  }

  static Stream<Path> healthy() throws IOException {
    return outputs(".ok");
  }

  static Stream<Path> faulty() throws IOException {
    return outputs(".fault");
  }

  private static Report diagnose(String name, byte[] text) throws IOException {
    try (InMemoryLog log = TestLogs.holdFiles(Map.of(name, text))) {
      return Report.fromDiagnosis(ShippedCatalogue.diagnoser().diagnose(log), Language.EN);
    }
  }

  private static List<String> rows(String file) throws IOException {
    return Files.readAllLines(FOLDER.resolve(file)).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static String programOf(String command) {
    int end = command.indexOf(' ');
    return end < 0 ? command : command.substring(0, end);
  }

  @Test
  void everyProgramIsReadOrPrintsNoFault() throws IOException {
    Set<String> programs =
        rows("options.tsv").stream()
            .map(row -> programOf(row.substring(0, row.indexOf('\t'))))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> known = new TreeSet<>();
    rows("unread.txt").forEach(line -> known.addAll(List.of(line.strip().split(" +"))));
    Set<String> read = new TreeSet<>();
    for (Path file : Stream.concat(healthy(), faulty()).toList()) {
      String name = file.getFileName().toString();
      read.add(name.substring(0, name.indexOf('.')));
    }
    assertThat(known).as("in both").doesNotContainAnyElementsOf(read);
    programs.addAll(collected());
    known.addAll(read);
    assertThat(programs.stream().filter(program -> !known.contains(program)))
        .as("neither an example of its output nor a line in unread.txt")
        .isEmpty();
  }

  /** The programs whose output the script of the guide saves. */
  private static List<String> collected() throws IOException {
    return Files.readAllLines(Path.of("src/main/resources/scripts/collect-hang.sh")).stream()
        .map(String::strip)
        .filter(line -> line.startsWith("save ") || line.startsWith("limited "))
        .map(line -> line.split(" ")[line.startsWith("save ") ? 2 : 1])
        .filter(program -> !program.equals("\"$@\""))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("healthy")
  void findsNothingInTheOutputOfAHealthyMachine(Path file) throws IOException {
    Report report = diagnose("output.txt", Files.readAllBytes(file));
    assertThat(report.lead()).isNull();
    assertThat(report.failure()).isNull();
    HangReport hang = report.hang();
    assertThat(hang == null || hang.machine().isEmpty() && hang.awaited().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("faulty")
  void findsTheFault(Path file) throws IOException {
    Map<String, String> expected = new LinkedHashMap<>();
    rows("outputs.tsv").forEach(row -> expected.put(row.split("\t")[0], row.split("\t")[1]));
    String name = file.getFileName().toString();
    Report report = diagnose("output.txt", Files.readAllBytes(file));
    Set<String> found = new TreeSet<>();
    report.findings().forEach(finding -> found.add(finding.entry()));
    HangReport hang = report.hang();
    if (hang != null) {
      hang.machine().forEach(one -> found.add("machine " + one.what()));
      hang.awaited().forEach(rank -> found.add("rank " + rank));
    }
    report.codes().forEach(code -> found.add("code " + code.family() + " " + code.code()));
    assertThat(found).as(name).contains(expected.get(name.replace(".fault.txt", "")));
  }

  @Test
  void tiesTheStateOfAMachineToTheAwaitedRank() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int rank = 0; rank < 4; rank++) {
      String frame =
          rank == 2
              ? "read (data/mixture.py:88)"
              : "all_reduce (torch/distributed/distributed_c10d.py:2696)";
      String text =
          "Process %d: python train.py%nPython v3.11.7 (/usr/bin/python3.11)%n%nThread %d (idle): \"MainThread\"%n    %s%n    train (train.py:120)%n"
              .formatted(4100 + rank, 4100 + rank, frame);
      files.put(
          "hang/node%d/rank-%d-pid-%d.stack.txt".formatted(rank / 2, rank, 4100 + rank),
          text.getBytes());
    }
    files.put(
        "hang/node0/nvidia-smi.txt",
        Files.readAllBytes(OUTPUTS.resolve("nvidia-smi.width.fault.txt")));
    files.put(
        "hang/node1/nvidia-smi.txt",
        Files.readAllBytes(OUTPUTS.resolve("nvidia-smi.remap.fault.txt")));
    files.put("hang/node1/ibstat.txt", Files.readAllBytes(OUTPUTS.resolve("ibstat.ok.txt")));
    try (InMemoryLog log = TestLogs.holdFiles(files)) {
      Report report = Report.fromDiagnosis(ShippedCatalogue.diagnoser().diagnose(log), Language.EN);
      HangReport hang = report.hang();
      assertThat(hang.awaited()).containsExactly(2);
      assertThat(hang.machine())
          .extracting(
              HangReport.Machine::node, HangReport.Machine::what, HangReport.Machine::awaited)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("node1", "row_pending", true),
              org.assertj.core.groups.Tuple.tuple("node0", "pcie_width", false));
      assertThat(report.lead().entry()).isEqualTo("rank-awaited");
      assertThat(hang.read()).contains("4 processes", "ibstat", "nvidia-smi", "flight recorder");
    }
  }
}
