package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.diagnosis.Knowledge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Verifies that every program and option in the shell commands of the pages was found in the
 * program's own help, manual or source. {@code commands/options.tsv} records where.
 */
class VerifiedOptionsTests {
  private static final Path OPTIONS = Path.of("src/test/resources/commands/options.tsv");

  /** Returns the verified options of each program; a program without options has an empty set. */
  private static Map<String, Set<String>> readOptions() throws IOException {
    Map<String, Set<String>> options = new TreeMap<>();
    for (String line : Files.readAllLines(OPTIONS)) {
      if (!line.startsWith("#")) {
        String[] fields = line.split("\t");
        assertThat(fields).as(line).hasSize(3);
        assertThat(fields[2]).as(line).isNotBlank();
        Set<String> ofProgram = options.computeIfAbsent(fields[0], name -> new TreeSet<>());
        if (!fields[1].isEmpty()) {
          ofProgram.add(fields[1]);
        }
      }
    }
    return options;
  }

  /** Returns each {@code program option} that the pages use, with one place that uses it. */
  private static Map<String, String> usedOptions(Set<String> programs) {
    Map<String, String> used = new TreeMap<>();
    Knowledge content = ShippedCatalogue.knowledge();
    for (FencedBlock block : FencedBlock.allOf(content.content())) {
      if (block.language().equals("bash")) {
        String text = new CommandTemplate(block.text()).fill(TemplateValues.NONE);
        new ProgramOptions(
                programs,
                (program, option) -> used.putIfAbsent(program + "\t" + option, block.place()))
            .read(text);
      }
    }
    return used;
  }

  @Test
  void everyOptionThatAPageUsesWasVerified() throws IOException {
    Map<String, Set<String>> verified = readOptions();
    Map<String, String> unknown = new TreeMap<>();
    usedOptions(verified.keySet())
        .forEach(
            (use, place) -> {
              String[] words = use.split("\t", -1);
              if (!isVerified(verified, words[0], words[1])) {
                unknown.put(use, place);
              }
            });
    assertThat(unknown)
        .as(
            "programs and options that are not in %s: look each up in the program's help, manual"
                + " or source and add a line with where it was seen",
            OPTIONS)
        .isEmpty();
  }

  @Test
  void theListHasNoLineThatNoPageUses() throws IOException {
    Map<String, Set<String>> verified = readOptions();
    Set<String> used = new TreeSet<>(usedOptions(verified.keySet()).keySet());
    Set<String> stale = new TreeSet<>();
    verified.forEach(
        (program, options) ->
            options.stream()
                .filter(option -> !used.contains(program + "\t" + option))
                .forEach(option -> stale.add(program + " " + option)));
    assertThat(stale).isEmpty();
  }

  @Test
  void anOptionBelongsToTheProgramThatTakesIt() {
    Set<String> programs = Set.of("sudo", "srun", "docker run", "docker", "nvidia-smi", "grep");
    Map<String, String> found = new TreeMap<>();
    new ProgramOptions(programs, (program, option) -> found.put(program + "\t" + option, ""))
        .read(
            """
            # grep -x is only a comment
            sudo srun -N1 nvidia-smi -L | grep -c 'a -b'
            docker run --rm --gpus=all IMAGE nvidia-smi --query-gpu=name 2>/dev/null
            x=$(unknown -q) && grep -v -- -w <<EOF
            grep -z
            EOF
            """);
    assertThat(found)
        .containsOnlyKeys(
            "srun\t-N1",
            "nvidia-smi\t-L",
            "grep\t-c",
            "grep\t-v",
            "docker run\t--rm",
            "docker run\t--gpus",
            "nvidia-smi\t--query-gpu",
            "unknown\t",
            "unknown\t-q");
  }

  /** A sub-command also accepts the options of its parent. */
  private static boolean isVerified(
      Map<String, Set<String>> verified, String program, String option) {
    for (String name = program; !name.isEmpty(); name = parent(name)) {
      Set<String> options = verified.get(name);
      if (options != null && (option.isEmpty() || options.contains(option))) {
        return true;
      }
    }
    return false;
  }

  private static String parent(String program) {
    int end = program.lastIndexOf(' ');
    return end < 0 ? "" : program.substring(0, end);
  }
}
