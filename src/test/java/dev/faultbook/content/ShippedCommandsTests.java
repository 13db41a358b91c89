package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.signature.CaptureType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies the commands of all shipped pages: they parse, checks can fail, and no line is hard to
 * follow.
 */
class ShippedCommandsTests {
  private static final Knowledge CONTENT = ShippedCatalogue.knowledge();
  private static final int MOST_STEPS = 3;
  private static final int BATCH = 600;

  /** Sample values from a log; each type takes the first one that is valid for it. */
  private static final List<String> SAMPLES =
      List.of("3", "29500", "1.2.3", "2.00GiB", "node-7", "eth0", "libcudart.so.12", "/tmp/x.log");

  /** The reader picks the name from a list that the page shows earlier. */
  private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z_]+");

  private static final Path LISTS = Path.of("src/test/resources/commands");

  private static final Set<String> FENCES =
      Set.of("bash", "powershell", "bat", "text", "python", "json", "yaml");
  private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
  private static final Pattern SEPARATOR = Pattern.compile("\\|\\||&&|;;?|\\|");
  private static final Pattern POWERSHELL =
      Pattern.compile("\\$env:|\\b(?:Get|Set|Remove|New|Test|Select|Invoke|Start|Stop)-[A-Z][a-z]");

  /**
   * Lines of the kernel's log must be absent after the fix. Only {@code grep -c … | grep -x 0} then
   * succeeds; a bare {@code grep} or count fails on success.
   */
  private static final Pattern COUNT_WITHOUT_TEST =
      Pattern.compile("journalctl .*\\| *grep (?!-x )[^|]*$");

  /**
   * Checks that succeed whatever they find, or that read output which may still contain old lines.
   */
  private static final Pattern CANNOT_FAIL =
      Pattern.compile("\\|\\| *(?:true|:|echo\\b[^&]*)$|; *echo\\b[^;]*$|\\bdmesg\\b");

  private static Stream<FencedBlock> bashBlocks() {
    return FencedBlock.allOf(CONTENT.content()).stream()
        .filter(block -> block.language().equals("bash"));
  }

  /** Returns the block as a page without a log shows it, and with values of a log filled in. */
  private static Stream<String> forms(FencedBlock block) {
    Map<String, CaptureType> types = new HashMap<>(CONTENT.factTypes());
    types.putAll(block.entry().captureTypes());
    Map<String, String> values = new HashMap<>();
    types.forEach(
        (name, type) ->
            SAMPLES.stream()
                .filter(sample -> type.toArgument(sample).isPresent())
                .findFirst()
                .ifPresent(sample -> values.put(name, sample)));
    CommandTemplate command = new CommandTemplate(block.text());
    TemplateValues filled = TemplateValues.NONE.with(values, types);
    return Stream.of(command.fill(TemplateValues.NONE), command.fill(filled)).distinct();
  }

  @Test
  void bashBlocksParseAndPassShellcheck(@TempDir Path folder) throws Exception {
    Map<String, String> places = new LinkedHashMap<>();
    bashBlocks()
        .forEach(block -> forms(block).forEach(text -> places.putIfAbsent(text, block.place())));
    assertThat(places).hasSizeGreaterThan(1000);
    assertThat(syntaxErrors(folder, places)).isEmpty();
    assertThat(warnings(folder, places)).isEmpty();
  }

  /** Checks the syntax of all blocks in one script, each in a function that is never called. */
  private static String syntaxErrors(Path folder, Map<String, String> places) throws Exception {
    StringBuilder script = new StringBuilder();
    places.forEach(
        (text, place) ->
            script.append("# ").append(place).append("\nf() {\n:\n").append(text).append("\n}\n"));
    Path file = Files.writeString(folder.resolve("all.sh"), script);
    return run(List.of("bash", "-n", file.toString()));
  }

  private static String warnings(Path folder, Map<String, String> places) throws Exception {
    if (!isInstalled("shellcheck")) {
      String missing = "shellcheck is not installed: commands of the content are not checked";
      if ("true".equals(System.getenv("CI"))) {
        fail(missing);
      }
      assumeTrue(false, missing);
    }
    List<String> files = new ArrayList<>();
    places.forEach(
        (text, place) -> {
          String name = files.size() + "-" + place.replaceAll("[^a-z0-9]+", "-") + ".sh";
          try {
            Files.writeString(folder.resolve(name), text);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          files.add(folder.resolve(name).toString());
        });
    StringBuilder found = new StringBuilder();
    for (int from = 0; from < files.size(); from += BATCH) {
      List<String> command =
          new ArrayList<>(List.of("shellcheck", "-s", "bash", "-S", "warning", "-f", "gcc"));
      command.addAll(files.subList(from, Math.min(from + BATCH, files.size())));
      found.append(run(command));
    }
    return found.toString();
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes());
    int status = process.waitFor();
    return status == 0 && output.isEmpty() ? "" : output + "\nexit status " + status;
  }

  @Test
  void aFenceNamesItsLanguageAndPowerShellStandsInItsOwn() {
    List<String> wrong =
        FencedBlock.allOf(CONTENT.content()).stream()
            .filter(
                block ->
                    !FENCES.contains(block.language())
                        || block.language().equals("bash")
                            && POWERSHELL.matcher(block.text()).find())
            .map(block -> block.place() + ": " + block.language() + " " + block.text())
            .toList();
    assertThat(wrong).isEmpty();
  }

  @Test
  void noLineHasMoreThanThreeSteps() {
    assertThat(
            linesOf(
                bashBlocks(),
                line -> {
                  String command = line.replaceAll("\\{\\{[a-z0-9_*.]+\\|", "");
                  return SEPARATOR.split(withoutQuotes(command)).length > MOST_STEPS;
                }))
        .isEmpty();
  }

  @Test
  void aCheckCanFail() {
    assertThat(
            linesOf(
                bashBlocks().filter(block -> block.section().equals("check")),
                line -> CANNOT_FAIL.matcher(line).find()))
        .isEmpty();
  }

  /**
   * Without a match {@code grep -c} exits with an error, although no match means that the fault is
   * gone.
   */
  @Test
  void aCountOfLogLinesThatMustBeZeroDecides() {
    assertThat(
            linesOf(
                bashBlocks().filter(block -> block.section().equals("check")),
                line -> COUNT_WITHOUT_TEST.matcher(withoutQuotes(line)).find()))
        .isEmpty();
  }

  @Test
  void everyPackageThatAptInstallsIsOnTheListOfSeenNames() throws IOException {
    assertThat(installedBy(Set.of("apt", "apt-get")))
        .containsExactlyInAnyOrderElementsOf(readSeenNames("apt-packages.tsv"));
  }

  @Test
  void everyPackageThatDnfInstallsIsOnTheListOfSeenNames() throws IOException {
    assertThat(installedBy(Set.of("dnf")))
        .containsExactlyInAnyOrderElementsOf(readSeenNames("dnf-packages.tsv"));
  }

  private static Set<String> readSeenNames(String list) throws IOException {
    Set<String> seen = new TreeSet<>();
    for (String line : Files.readAllLines(LISTS.resolve(list))) {
      if (!line.startsWith("#")) {
        String[] fields = line.split("\t");
        assertThat(fields).as(line).hasSize(3);
        seen.add(fields[0]);
      }
    }
    return seen;
  }

  /**
   * Returns package names without versions; {@code $()} stands for the kernel release that the
   * shell inserts.
   */
  private static Set<String> installedBy(Set<String> managers) {
    Set<String> names = new TreeSet<>();
    bashBlocks()
        .map(block -> new CommandTemplate(block.text()).fill(TemplateValues.NONE))
        .flatMap(text -> ShellWords.commandsOf(text).stream())
        .map(words -> words.getFirst().equals("sudo") ? words.subList(1, words.size()) : words)
        .filter(words -> words.size() > 1 && managers.contains(words.getFirst()))
        .forEach(
            words -> {
              int verb = Math.max(words.indexOf("install"), words.indexOf("reinstall"));
              if (verb > 0) {
                words.subList(verb + 1, words.size()).stream()
                    .filter(word -> !word.startsWith("-") && !word.startsWith("/"))
                    .map(word -> word.contains("=") ? word.substring(0, word.indexOf('=')) : word)
                    .filter(word -> !PLACEHOLDER.matcher(word).matches())
                    .forEach(names::add);
              }
            });
    return names;
  }

  @Test
  void theRulesFindWhatTheyAreFor() {
    assertThat(List.of("grep x log || true", "train; echo \"exit $?\"", "dmesg | grep Xid"))
        .allMatch(line -> CANNOT_FAIL.matcher(line).find());
    assertThat(SEPARATOR.split(withoutQuotes("a 'b | c' | d && e ; f"))).hasSize(4);
    assertThat(POWERSHELL.matcher("Get-Content x").find()).isTrue();
    assertThat(
            List.of(
                "sudo journalctl -k -b | grep -cE 'Xid|SXid'",
                "sudo journalctl -k -b | grep 'Xid'"))
        .allMatch(line -> COUNT_WITHOUT_TEST.matcher(withoutQuotes(line)).find());
    assertThat(List.of("sudo journalctl -k -b | grep -cE 'Xid|SXid' | grep -x 0"))
        .noneMatch(line -> COUNT_WITHOUT_TEST.matcher(withoutQuotes(line)).find());
  }

  private static String withoutQuotes(String line) {
    Matcher matcher = QUOTED.matcher(line);
    return matcher.replaceAll("Q");
  }

  private static Set<String> linesOf(Stream<FencedBlock> blocks, Predicate<String> wrong) {
    Set<String> found = new TreeSet<>();
    blocks.forEach(
        block ->
            block
                .text()
                .lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("#"))
                .filter(wrong)
                .forEach(line -> found.add(block.place() + ": " + line)));
    return found;
  }
}
